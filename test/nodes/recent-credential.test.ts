import type { IWebhookFunctions } from 'n8n-workflow';
import { createCredentialReader } from '../../nodes/BusinessMessagingTrigger/recent-credential';

let now = 0;
let apiKey = 'first';
let readings = 0;

const place = { workflow: 'w', node: 'n', credential: 'c', mode: 'webhook' };

function contextOf(changed: Partial<typeof place> = {}) {
	const { workflow, node, credential, mode } = { ...place, ...changed };
	return {
		getMode: () => mode,
		getWorkflow: () => ({ id: workflow }),
		getNode: () => ({ id: node, credentials: { businessMessagingApi: { id: credential, name: '' } } }),
		async getCredentials() {
			readings += 1;
			return { profile: '360dialog', apiKey, phoneNumberId: '1' };
		},
	} as unknown as IWebhookFunctions;
}

const openReader = () => createCredentialReader({ monotonic: () => now });
let keyOf: (changed?: Partial<typeof place>) => Promise<string>;

beforeEach(() => {
	[now, apiKey, readings] = [0, 'first', 0];
	const read = openReader();
	keyOf = async (changed) => (await read(contextOf(changed)))[0].apiKey;
});

it('a published trigger reads its credential once within 10 s', async () => {
	await keyOf();
	now = 9_999;
	await keyOf();
	expect(readings).toBe(1);
});

it('a changed credential counts after 10 s', async () => {
	await keyOf();
	apiKey = 'second';
	now = 9_999;
	expect(await keyOf()).toBe('first');
	now = 10_000;
	expect(await keyOf()).toBe('second');
});

it.each([
	['another credential', { credential: 'other' }],
	['another workflow', { workflow: 'other' }],
	['another trigger', { node: 'other' }],
	['a test run', { mode: 'manual' }],
])('%s reads at once', async (_, changed) => {
	await keyOf();
	apiKey = 'second';
	expect(await keyOf(changed)).toBe('second');
});

it('a test run changes nothing for the published trigger', async () => {
	await keyOf();
	apiKey = 'second';
	await keyOf({ mode: 'manual' });
	expect(await keyOf()).toBe('first');
});

it('a credential that is incomplete is read again with the next delivery', async () => {
	apiKey = '';
	await expect(keyOf()).rejects.toThrow('API Key');
	apiKey = 'second';
	expect(await keyOf()).toBe('second');
});
