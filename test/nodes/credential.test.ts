import type { IHttpRequestOptions } from 'n8n-workflow';
import { BusinessMessagingApi } from '../../credentials/BusinessMessagingApi.credentials';
import { readCredentials } from '../../nodes/shared/credential';

const given = { profile: 'gateway', baseUrl: '', apiKey: 'key', phoneNumberId: '106540352242922' };
const GATEWAY = 'https://gateway.example.com';

const authenticate = (credential: object) =>
	new BusinessMessagingApi().authenticate({ ...given, ...credential }, { url: '/' } as IHttpRequestOptions);

describe('a credential for the provider Gateway without a Base URL', () => {
	it('is refused wherever it is used, with a sentence that says what to fill in', () => {
		expect(() => readCredentials(given)).toThrow(
			'Base URL is empty. Enter the address of your gateway, for example https://gateway.example.com. Only the provider 360dialog has an address of its own.',
		);
	});

	it('is refused before a request is made', async () => {
		await expect(authenticate({})).rejects.toThrow('Base URL is empty.');
		await expect(authenticate({ baseUrl: ' ' })).rejects.toThrow('Base URL is empty.');
	});
});

describe('the address of a credential', () => {
	it.each([
		['what is filled in', { baseUrl: GATEWAY }, GATEWAY],
		["360dialog's own", { profile: '360dialog' }, 'https://waba-v2.360dialog.io'],
		['what is filled in for 360dialog', { profile: '360dialog', baseUrl: GATEWAY }, GATEWAY],
	])('is %s', (_name, credential, address) => {
		expect(readCredentials({ ...given, ...credential })[0].baseUrl).toBe(address);
	});
});

it('a credential names everything that is wrong with it at once', () => {
	const read = () =>
		readCredentials({
			...given,
			baseUrl: 'gateway',
			apiKey: ' ',
			phoneNumberId: '+49 170 1234567',
			mediaHosts: 'https://files.example.com/',
		});
	expect(read).toThrow('Base URL is "gateway", which isn\'t a web address.');
	expect(read).toThrow('API Key is empty.');
	expect(read).toThrow('Phone Number ID is "+49 170 1234567", which isn\'t an ID.');
	expect(read).toThrow('Media Hosts: "https://files.example.com/" isn\'t a host such as files.example.com.');
});

it('a field whose expression returns a number is that number, and one that returns no text is empty', () => {
	const ids = { phoneNumberId: 106540352242922, accountId: 102290129340398 };
	expect(readCredentials({ ...given, ...ids, baseUrl: GATEWAY })[0]).toMatchObject({
		channel: '106540352242922',
		account: '102290129340398',
	});
	expect(() => readCredentials({ ...given, baseUrl: GATEWAY, apiKey: {} })).toThrow('API Key is empty.');
});

it('a phone number ID is digits, however many', () => {
	expect(readCredentials({ ...given, baseUrl: GATEWAY, phoneNumberId: ' 106540352242922 ' })[0].channel).toBe(
		'106540352242922',
	);
	expect(() => readCredentials({ ...given, baseUrl: GATEWAY, phoneNumberId: '' })).toThrow(
		'Phone Number ID is empty. Enter the ID of the phone number, not the number itself',
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

it('says that digits of an ID or a key were lost, and that a header has no such name', () => {
	const long = { apiKey: 2 ** 53 + 2, accountId: 1e20, phoneNumberId: '1', baseUrl: GATEWAY };
	const read = () => readCredentials({ ...long, signatureHeader: 'bad header', authenticationHeader: 'a:b' });
	expect(read).toThrow('API Key is a number that is too long to keep all of its digits. Write it in quotes');
	expect(read).toThrow('Account ID is a number that is too long');
	expect(read).toThrow('Authentication Header is "a:b", which isn\'t the name of a header.');
	expect(read).toThrow('Signature Header is "bad header", which isn\'t the name of a header.');
});
