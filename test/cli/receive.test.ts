import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../../store';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import type { Client } from '../sandbox/support/client';
import { clientOf } from '../sandbox/support/client';
import type { CommandLine } from '../support/command-line';
import { runCommandLine } from '../support/command-line';
import { CUSTOMER } from '../support/wire';

jest.setTimeout(60_000);

let folder: string;
let sandbox: Sandbox;
let client: Client;
let running: CommandLine[];

beforeEach(async () => {
	folder = mkdtempSync(join(tmpdir(), 'receive-'));
	sandbox = await startSandbox();
	client = clientOf(sandbox);
	running = [];
});
afterEach(async () => {
	for (const { child, ended } of running) {
		child.kill('SIGKILL');
		await ended;
	}
	await sandbox.close();
	rmSync(folder, { recursive: true, force: true });
});

const storeUrl = () => `sqlite:${join(folder, 'store.db')}`;

function run(args: string[], env: NodeJS.ProcessEnv = {}): CommandLine {
	const command = runCommandLine(args, { env });
	running.push(command);
	return command;
}

const receive = (args: string[] = [], env: NodeJS.ProcessEnv = {}) =>
	run(['receive', '--port', '0', '--host', '127.0.0.1', ...args], {
		BUSINESS_MESSAGING_STORE: storeUrl(),
		BUSINESS_MESSAGING_SIGNING_SECRET: sandbox.signingSecret,
		...env,
	});

const urlOf = async (command: CommandLine) => (await command.says(/^Ready: deliveries come to (\S+)\n/))[1]!;

async function stop({ child, ended }: CommandLine, signal: NodeJS.Signals = 'SIGTERM') {
	child.kill(signal);
	return await ended;
}

const webhookNow = async () => (await client.get('/v1/configs/webhook')).body.url;

/** Flags with which the receiver points the number's webhook at a URL, which here is the receiver's own. */
const registering = (publicUrl: string) => {
	const gateway = ['--base-url', sandbox.url, '--channel', sandbox.phoneNumberId];
	return ['--public-url', publicUrl, ...gateway];
};
const KEY = () => ({ BUSINESS_MESSAGING_API_KEY: sandbox.apiKey });

describe('business-messaging receive', () => {
	it.each(['SIGTERM', 'SIGINT'] as const)(
		'takes what the gateway delivers into the store, until %s ends it with 0',
		async (signal) => {
			const command = receive();
			await client.setWebhook(await urlOf(command));
			await sandbox.control.customerWrites({ from: CUSTOMER, text: 'Hi' });
			await sandbox.control.idle();
			expect(await stop(command, signal)).toBe(0);
			const store = await openStore(storeUrl());
			expect((await store.inbox.read()).map(({ event }) => event.kind)).toEqual(['message']);
			await store.close();
			expect(command.printed.stderr).toBe('');
		},
	);

	it('takes two secrets while one is being rotated', async () => {
		const command = receive([], { BUSINESS_MESSAGING_SIGNING_SECRET: `next, ${sandbox.signingSecret}` });
		await client.setWebhook(await urlOf(command));
		await sandbox.control.customerWrites({ from: CUSTOMER, text: 'Hi' });
		await sandbox.control.idle();
		expect(sandbox.control.deliveries().map(({ status }) => status)).toEqual([200]);
		expect(await stop(command)).toBe(0);
	});

	it('tells incidents as JSON lines', async () => {
		const command = receive();
		expect((await fetch(await urlOf(command), { method: 'POST', body: '{}' })).status).toBe(401);
		await stop(command);
		expect(JSON.parse(command.printed.stderr)).toMatchObject({ level: 'warn', reason: 'signature' });
	});
});

describe('its registration', () => {
	const PUBLIC = 'http://127.0.0.1:9/our-receiver';
	const FOREIGN = 'http://127.0.0.1:9/another-system';
	const registered = (command: CommandLine) => command.says(/^Registered: the gateway delivers to \S+\n/m);

	beforeEach(() => client.setWebhook(FOREIGN));

	it('points the webhook at the public URL, and leaves it there for the restart', async () => {
		const command = receive(registering(PUBLIC), KEY());
		await registered(command);
		expect(await webhookNow()).toBe(PUBLIC);
		expect(await stop(command)).toBe(0);
		expect(await webhookNow()).toBe(PUBLIC);

		const again = receive(registering(PUBLIC), KEY());
		await registered(again);
		expect(await stop(again)).toBe(0);
	});

	it('puts the former URL back at the end with --unregister', async () => {
		const command = receive([...registering(PUBLIC), '--unregister'], KEY());
		await registered(command);
		expect(await stop(command)).toBe(0);
		expect(await webhookNow()).toBe(FOREIGN);
	});

	it('with a wrong key ends with 1 and what the gateway said', async () => {
		const command = receive([...registering(PUBLIC), '--api-key', 'wrong']);
		expect(await command.ended).toBe(1);
		expect(command.printed.stderr).toMatch(/GET \/v1\/configs\/webhook failed with 401/);
		expect(await webhookNow()).toBe(FOREIGN);
	});

	it('waits for a gateway that has trouble, and takes deliveries meanwhile', async () => {
		sandbox.control.faults({ status: { code: 503, path: '/v1/configs/webhook', times: 1 } });
		const command = receive(registering(PUBLIC), KEY());
		await urlOf(command);
		await registered(command);
		expect(command.printed.stderr).toContain('"event":"not-registered"');
		expect(await stop(command)).toBe(0);
	});
});

describe('what is wrong with the command line', () => {
	const lines = ({ printed }: CommandLine) => printed.stderr.trim().split('\n');

	it('is told all at once, with exit code 2 and nothing done', async () => {
		const flags = ['--port', 'many', '--public-url', 'ftp://x', '--path', 'x', '--colour', '--profile'];
		const command = run(['receive', ...flags], { BUSINESS_MESSAGING_STORE: '' });
		expect(await command.ended).toBe(2);
		expect(lines(command)).toEqual([
			expect.stringContaining('--store is missing'),
			'--port takes a number from 0 to 65535 (0: a free one), not "many".',
			expect.stringContaining('--secret is missing'),
			'--path has to begin with /, and has no query.',
			'--profile needs a value.',
			'--public-url takes an http or https URL, not "ftp://x".',
			'There is no flag --colour.',
			expect.stringContaining('--public-url needs --base-url too'),
			expect.stringContaining('--public-url needs --api-key too'),
			expect.stringContaining('--public-url needs --channel too'),
			'',
			'business-messaging receive --help names the flags.',
		]);
	});

	it.each([
		['a store that cannot be opened', ['--store', 'mysql://host/db'], /sqlite:<file>/],
		['an address that is not this machine’s', ['--host', '192.0.2.1'], /cannot listen on port 0/],
	])('%s ends it with 1 and a sentence', async (_, flags, sentence) => {
		const command = receive(flags);
		expect(await command.ended).toBe(1);
		expect(command.printed.stderr).toMatch(sentence);
	});

	it('an unknown command ends with 2, --help with 0', async () => {
		const unknown = run(['recieve']);
		expect(await unknown.ended).toBe(2);
		expect(unknown.printed.stderr).toContain('There is no command "recieve"');
		const help = run(['receive', '--help']);
		expect(await help.ended).toBe(0);
		expect(help.printed.stdout).toContain('--unregister');
	});
});

describe('figures', () => {
	const figuresAt = async (command: CommandLine) => (await command.says(/^Figures are at (\S+)\n/m))[1]!;

	it('have a port of their own with --metrics-port, on this machine only', async () => {
		const command = receive(['--metrics-port', '0']);
		const url = await figuresAt(command);
		expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/metrics$/);
		expect(await (await fetch(url)).text()).toContain('business_messaging_deliveries_accepted_total 0\n');
		expect((await fetch(new URL('/webhook', url))).status).toBe(404);
		expect(await stop(command)).toBe(0);
	});

	it('a port that is taken ends it with 1 and its number', async () => {
		const first = receive(['--metrics-port', '0']);
		const { port } = new URL(await figuresAt(first));
		const second = receive(['--metrics-port', port, '--store', `sqlite:${join(folder, 'second.db')}`]);
		expect(await second.ended).toBe(1);
		expect(second.printed.stderr).toContain(`port ${port}: another process listens on it`);
		await stop(first);
	});
});
