import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ICredentialTestFunctions } from 'n8n-workflow';
import { testCredential } from '../../nodes/shared/test-credential';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { sandboxCredential } from '../../tools/main-job/examples';
import { startHttpServer } from '../support/http-server';
import type { SeveralNumbers } from '../support/several-numbers';
import { startSeveralNumbers } from '../support/several-numbers';

interface LegacyRequest {
	uri: string;
	headers: Record<string, string>;
}

/** n8n's helper for credential tests, over fetch. */
async function request({ uri, headers }: LegacyRequest) {
	const answer = await fetch(uri, { headers, redirect: 'manual' });
	const text = await answer.text();
	const isJson = answer.headers.get('content-type')?.includes('json') === true;
	return { statusCode: answer.status, body: isJson ? (JSON.parse(text) as unknown) : text };
}

const test = (data: object) =>
	testCredential.call({ helpers: { request } } as unknown as ICredentialTestFunctions, {
		id: '1',
		name: 'Gateway',
		type: 'businessMessagingApi',
		data: data as never,
	});

let sandbox: Sandbox;
const credential = (more: object = {}) => ({
	...sandboxCredential(sandbox).data,
	store: 'sqlite::memory:',
	...more,
});

beforeEach(async () => {
	sandbox = await startSandbox();
});

afterEach(() => sandbox.close());

/** No sentence for people has the words of a program in it. */
const TECHNICAL = /ENOTFOUND|ECONNREFUSED|ERR_|Unauthorized|undefined|\bfetch\b/;

describe('the test of a credential', () => {
	it('passes at the gateway of its key', async () => {
		expect(await test(credential())).toMatchObject({ status: 'OK' });
		expect(await test(credential({ baseUrl: `${sandbox.url}/` }))).toMatchObject({ status: 'OK' });
	});

	it.each<[string, object, string]>([
		['a wrong API key', { apiKey: 'wrong' }, "doesn't accept the API key. Copy it again from your provider"],
		[
			'a name that no server has',
			{ baseUrl: 'http://gateway.invalid' },
			'There is no server with the name gateway.invalid.',
		],
		['a port where nothing listens', { baseUrl: 'http://127.0.0.1:2' }, 'Nothing answers at 127.0.0.1:2.'],
		['an address without https://', { baseUrl: 'gateway.example.com' }, "which isn't a web address"],
		[
			'a phone number as its ID',
			{ phoneNumberId: '+49 170 1234567' },
			'Enter the ID of the phone number, not the number itself',
		],
		['no Base URL', { baseUrl: '' }, 'Base URL is empty.'],
	])('says in a sentence what is wrong with %s', async (_name, more, sentence) => {
		const result = await test(credential(more));
		expect(result).toMatchObject({ status: 'Error', message: expect.stringContaining(sentence) });
		expect(result.message).not.toMatch(TECHNICAL);
	});

	it.each<[string, string, RegExp]>([
		[
			'is on no server',
			'postgres://bot:secret@127.0.0.1:1/db',
			/Postgres server 127\.0\.0\.1:1\/db can't be opened/,
		],
		['has an unknown form', 'mysql://127.0.0.1/db', /The URL of a store is sqlite:<file>/],
		['is no folder of ours', 'sqlite:/dev/null/store.db', /The store \/dev\/null\/store\.db can't be opened/],
	])('opens the store, and says what is wrong with one that %s', async (_name, store, sentence) => {
		const { status, message } = await test(credential({ store }));
		expect(status).toBe('Error');
		expect(message).toMatch(/^The store can't be used/);
		expect(message).toMatch(sentence);
		expect(message).not.toContain('secret');
	});

	it('refuses an embedded store in queue mode, where each process would have its own', async () => {
		process.env.EXECUTIONS_MODE = 'queue';
		try {
			const { status, message } = await test(credential());
			expect(status).toBe('Error');
			expect(message).toMatch(/n8n runs in queue mode.*Set BUSINESS_MESSAGING_STORE=postgres/);
		} finally {
			delete process.env.EXECUTIONS_MODE;
		}
	});

	it('takes the store of an empty field from the file that a variable names, as Docker hands out secrets', async () => {
		const folder = mkdtempSync(join(tmpdir(), 'secret-'));
		const file = join(folder, 'store');
		writeFileSync(file, 'postgres://bot:secret@127.0.0.1:1/db\n');
		process.env.BUSINESS_MESSAGING_STORE_FILE = file;
		try {
			const { message } = await test(credential({ store: '' }));
			expect(message).toMatch(/Postgres server 127\.0\.0\.1:1\/db can't be opened/);
			rmSync(folder, { recursive: true });
			const gone = await test(credential({ store: '' }));
			expect(gone.message).toMatch(/BUSINESS_MESSAGING_STORE_FILE names a file that can't be read: .*ENOENT/);
		} finally {
			delete process.env.BUSINESS_MESSAGING_STORE_FILE;
		}
	});

	it('says what is wrong with the gateway and the store at once', async () => {
		const { message } = await test(credential({ apiKey: 'wrong', store: 'mysql://127.0.0.1/db' }));
		expect(message).toMatch(/doesn't accept the API key.* The store can't be used/);
	});

	it('says everything that is missing at once', async () => {
		const { message } = await test({});
		for (const field of ['Base URL', 'API Key', 'Phone Number ID']) {
			expect(message).toContain(`${field} is empty.`);
		}
	});

	it.each<[string, number, string]>([
		['a website', 200, 'answers, but not like a gateway'],
		['a server without this path', 404, 'answers, but not like a gateway'],
		['a gateway in trouble', 503, 'is having problems right now (503). Try again later.'],
	])('says so about %s', async (_name, status, sentence) => {
		const server = await startHttpServer((_request, response) => {
			response.writeHead(status, { 'content-type': 'text/html' }).end('<html></html>');
		});
		const result = await test(credential({ baseUrl: server.url }));
		await server.close();
		expect(result).toMatchObject({ status: 'Error', message: expect.stringContaining(sentence) });
	});
});

describe('a Phone Number ID that the key is not for', () => {
	const ANOTHER = '106540352242922';

	it.each(['gateway', '360dialog'] as const)('is named with the right one: %s', async (profile) => {
		const gateway = await startSandbox({ profile });
		const given = { ...sandboxCredential(gateway).data, profile, baseUrl: gateway.url };
		expect(await test(given)).toMatchObject({ status: 'OK' });
		for (const phoneNumberId of [ANOTHER, '491701234567']) {
			expect(await test({ ...given, phoneNumberId })).toEqual({
				status: 'Error',
				message: `Phone Number ID is ${phoneNumberId}, but the API key is for ${gateway.phoneNumberId}. Enter that ID.`,
			});
		}
		await gateway.close();
	});

	describe('where the gateway does not tell', () => {
		beforeEach(() => sandbox.control.faults({ status: { path: '/health_status', code: 404, body: {} } }));

		it.each(['491701234567', '01701234567'])(
			'is taken for the phone number itself if it looks like one: %s',
			async (phoneNumberId) => {
				expect(await test(credential({ phoneNumberId }))).toEqual({
					status: 'Error',
					message: `Phone Number ID is ${phoneNumberId}, which looks like the phone number itself. Enter its ID: your provider shows it beside the number.`,
				});
			},
		);

		it('passes', async () => {
			expect(await test(credential({ phoneNumberId: ANOTHER }))).toMatchObject({ status: 'OK' });
		});
	});
});

describe('the test of a credential with several numbers', () => {
	let several: SeveralNumbers;
	const ofAll = (moreNumbers: string) =>
		test({ ...several.credential.data, store: 'sqlite::memory:', moreNumbers });

	beforeEach(async () => {
		several = await startSeveralNumbers(3);
	});
	afterEach(() => several.close());

	it('asks with the key of each', async () => {
		const { status, message } = await ofAll(several.more(several.sandboxes.slice(1)));
		expect([status, message]).toEqual(['OK', 'The gateway accepts the API keys of all 3 numbers.']);
	});

	it('names the number whose key fails', async () => {
		const [, two, three] = several.sandboxes;
		const { status, message } = await ofAll(
			several.more([two!, three!], { [three!.phoneNumberId]: { apiKey: 'wrong' } }),
		);
		expect(status).toBe('Error');
		expect(message).toContain(`Number ${three!.phoneNumberId}: The gateway at`);
		expect(message).toContain("doesn't accept the API key.");
		expect(message).not.toContain(two!.phoneNumberId);
	});

	it('names a key that is under the ID of another number', async () => {
		const [, two, three] = several.sandboxes;
		const swapped = several.more([two!, three!], { [two!.phoneNumberId]: { apiKey: three!.apiKey } });
		expect((await ofAll(swapped)).message).toBe(
			`Number ${two!.phoneNumberId}: Phone Number ID is ${two!.phoneNumberId}, but the API key is for ${three!.phoneNumberId}. Enter that ID.`,
		);
	});

	it('says once what is wrong with all of them', async () => {
		await several.close();
		const { message } = await ofAll(several.more(several.sandboxes.slice(1)));
		expect(message).toMatch(/^Nothing answers at 127\.0\.0\.1:\d+\./);
		expect(message?.match(/Nothing answers/g)).toHaveLength(1);
		several = await startSeveralNumbers(1);
	});

	it('names those that can only send', async () => {
		const [, two, three] = several.sandboxes;
		const { status, message } = await ofAll(
			several.more([two!, three!], { [two!.phoneNumberId]: { signingSecret: '' } }),
		);
		expect(status).toBe('OK');
		expect(message).toContain(`${two!.phoneNumberId} can only send: fill in the signing secret`);
	});
});
