import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cliScene, resultOf } from './support/cli-scene';

const at = cliScene();

/** The addresses that the command prints, once it runs. */
async function addressesOf(args: string[]) {
	const command = at.start(['sandbox', ...args]);
	const [printed] = await command.says(/State: .*\n/).then(() => [command.printed.stdout]);
	const [, page = ''] = /^Play a customer: +(\S+)/.exec(printed!) ?? [];
	const [, gateway = ''] = /Sandbox gateway: +(\S+)/.exec(printed!) ?? [];
	return { page: new URL(page), gateway };
}

const statusOf = async (url: string) => (await fetch(url, { redirect: 'manual' })).status;

it('prints the address of the page first, which opens as it is', async () => {
	const { page, gateway } = await addressesOf([]);
	expect(page.href).toBe(`${gateway}/sandbox/`);
	expect(page.hostname).toBe('127.0.0.1');
	expect(await statusOf(page.href)).toBe(200);
});

it('with a host that others can reach, prints an address with a token, and opens with nothing else', async () => {
	const { page } = await addressesOf(['--host', '0.0.0.0']);
	const here = `http://127.0.0.1:${page.port}/sandbox/`;
	expect(await statusOf(`${here}${page.search}`)).toBe(303);
	expect(await statusOf(here)).toBe(401);
	expect(await statusOf(`${here}?token=guessed`)).toBe(401);
	expect(page.hostname).not.toBe('0.0.0.0');
});

it('says what is wrong with a host', async () => {
	const { code, stderr } = await at.run(['sandbox', '--host', '']);
	expect([code, stderr]).toEqual([2, expect.stringContaining('--host must be an address or a host name')]);
});

/** What a sandbox says of itself, once it runs, and how to end it. */
async function started(...args: string[]) {
	const command = at.start(['sandbox', '--json', ...args]);
	const [line] = await command.says(/^\{.*\}\n/);
	const said = JSON.parse(line) as Record<
		'page' | 'url' | 'apiKey' | 'signingSecret' | 'phoneNumberId',
		string
	>;
	return {
		...said,
		async stop() {
			command.child.kill('SIGTERM');
			expect(await command.ended).toBe(0);
		},
	};
}
type Started = Awaited<ReturnType<typeof started>>;

const KEYS = ['--api-key', 'my-key', '--secret', 'my-secret', '--phone-number-id', '106540352242922'];
const keysOf = ({ apiKey, signingSecret, phoneNumberId }: Started) => [apiKey, signingSecret, phoneNumberId];
const MINE = ['my-key', 'my-secret', '106540352242922'];

const setWebhook = ({ url, apiKey }: Started, to: string) =>
	fetch(`${url}/v1/configs/webhook`, {
		method: 'POST',
		headers: { 'SVC-API-KEY': apiKey, 'content-type': 'application/json' },
		body: JSON.stringify({ url: to }),
	});
const webhookOf = async ({ url, apiKey }: Started) =>
	(await (await fetch(`${url}/v1/configs/webhook`, { headers: { 'SVC-API-KEY': apiKey } })).json()) as object;

describe('the credential of a sandbox', () => {
	it('is what the flags say, so that a restart keeps it', async () => {
		const sandbox = await started(...KEYS);
		expect(keysOf(sandbox)).toEqual(MINE);
		expect((await setWebhook(sandbox, 'http://127.0.0.1:9/')).status).toBe(200);
	});

	it('is in a file with --state, and so is the webhook', async () => {
		const state = join(at.folder, 'sandbox.json');
		const first = await started('--state', state);
		await setWebhook(first, 'http://127.0.0.1:9/shop');
		await first.stop();
		expect(statSync(state).mode & 0o777).toBe(0o600);
		const again = await started('--state', state);
		expect(keysOf(again)).toEqual(keysOf(first));
		expect(await webhookOf(again)).toEqual({ url: 'http://127.0.0.1:9/shop' });
		await again.stop();
		const other = await started('--state', state, ...KEYS);
		expect([keysOf(other), await webhookOf(other)]).toEqual([MINE, { url: 'http://127.0.0.1:9/shop' }]);
	});

	it('comes from variables of its own, so that the key of a real number stays out', async () => {
		const command = at.start(['sandbox', '--json'], {
			BUSINESS_MESSAGING_API_KEY: 'the-real-one',
			BUSINESS_MESSAGING_SANDBOX_API_KEY: 'my-key',
		});
		const [line] = await command.says(/^\{.*\}\n/);
		expect(line).toContain('"apiKey":"my-key"');
		expect(line).not.toContain('the-real-one');
	});

	it('that can’t be used, and a file that isn’t of a sandbox, end it with all that is wrong', async () => {
		const flags = ['--api-key', 'with space', '--secret', '', '--phone-number-id', 'one', '--state', ''];
		const { code, stderr } = await at.run(['sandbox', ...flags]);
		expect([code, stderr.split('\n').slice(0, 4)]).toEqual([
			2,
			[
				"--api-key can't be empty or contain spaces or special characters.",
				"--secret can't be empty or contain spaces or special characters.",
				'--phone-number-id must be a number of up to 20 digits.',
				'--state must be the name of a file.',
			],
		]);
		const state = join(at.folder, 'notes.txt');
		writeFileSync(state, 'my notes');
		const refused = await resultOf(at.start(['sandbox', '--state', state]));
		expect([refused.code, refused.stderr]).toEqual([
			1,
			expect.stringMatching(/^The state file .*notes\.txt isn't one that this sandbox can continue from: /),
		]);
		expect(readFileSync(state, 'utf8')).toBe('my notes');
		expect(existsSync(`${state}.part`)).toBe(false);
	});

	it('a port in use is blamed on its flag', async () => {
		const { port } = new URL(at.sandbox.url);
		expect(await resultOf(at.start(['sandbox', '--port', port]))).toEqual({
			code: 1,
			stdout: '',
			stderr: `--port ${port} can't be used: another process is using it.\n`,
		});
	});

	it('a host that has no address is blamed on its flag', async () => {
		const { code, stderr } = await resultOf(at.start(['sandbox', '--host', 'nowhere.invalid']));
		expect([code, stderr]).toEqual([1, expect.stringMatching(/^--host nowhere\.invalid can't be used: /)]);
	});
});
