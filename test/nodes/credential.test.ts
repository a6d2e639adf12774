import type { IHttpRequestOptions } from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';
import { BusinessMessagingApi } from '../../credentials/BusinessMessagingApi.credentials';
import { readCredential } from '../../nodes/shared/credential';

const given = { profile: 'gateway', baseUrl: '', apiKey: 'key', phoneNumberId: '106540352242922' };
const GATEWAY = 'https://gateway.example.com';

const authenticate = (credential: object) =>
	new BusinessMessagingApi().authenticate({ ...given, ...credential }, { url: '/' } as IHttpRequestOptions);

/** The address that the credential test calls, by n8n's own expression engine. */
function testedAddress(credential: object): unknown {
	const name = 'Test';
	const workflow = new Workflow({
		active: false,
		connections: {},
		nodeTypes: {
			getByName: () => undefined as never,
			getByNameAndVersion: () => undefined as never,
			getKnownTypes: () => ({}),
		},
		nodes: [{ id: '1', name, type: 'test', typeVersion: 1, position: [0, 0], parameters: {} }],
	});
	const { baseURL } = new BusinessMessagingApi().test.request;
	return workflow.expression.getSimpleParameterValue(workflow.getNode(name)!, baseURL, 'internal', {
		$credentials: { ...given, ...credential },
	});
}

describe('a credential for the provider Gateway without a Base URL', () => {
	it('is refused wherever it is used, with a sentence that says what to fill in', () => {
		expect(() => readCredential(given)).toThrow(
			'Fill in Base URL. Base URL is the address of your gateway. Only the provider 360dialog has a default address.',
		);
	});

	it('is refused by the credential test before a request is made', async () => {
		await expect(authenticate({})).rejects.toThrow('Fill in Base URL.');
		await expect(authenticate({ baseUrl: ' ' })).rejects.toThrow('Fill in Base URL.');
	});

	it("is never tested at another provider's address", () => {
		expect(testedAddress({})).toBe('');
		expect(testedAddress({ profile: 'unknown' })).toBe('');
	});
});

describe('the address of a credential', () => {
	it.each([
		['what is filled in', { baseUrl: GATEWAY }, GATEWAY],
		["360dialog's own", { profile: '360dialog' }, 'https://waba-v2.360dialog.io'],
		['what is filled in for 360dialog', { profile: '360dialog', baseUrl: GATEWAY }, GATEWAY],
	])('is %s', (_name, credential, address) => {
		expect(readCredential({ ...given, ...credential }).baseUrl).toBe(address);
		expect(testedAddress(credential)).toBe(address);
	});
});

it('a credential names everything that is missing', () => {
	expect(() => readCredential({ ...given, apiKey: ' ', phoneNumberId: undefined } as never)).toThrow(
		'The Business Messaging API credential is incomplete. Fill in Base URL, API Key, Phone Number ID.',
	);
});

describe('a request', () => {
	it.each([
		['the header of the provider Gateway', { baseUrl: GATEWAY }, 'SVC-API-KEY'],
		['the header of 360dialog', { profile: '360dialog' }, 'D360-API-KEY'],
		['the header that overrides it', { baseUrl: GATEWAY, authenticationHeader: 'X-Key' }, 'X-Key'],
	])('carries the API key in %s', async (_name, credential, header) => {
		expect((await authenticate(credential)).headers).toEqual({ [header]: 'key' });
	});
});
