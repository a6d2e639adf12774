import { signPayload } from '../../engine';
import { createGatewayClient } from '../../gateway';
import { registerWebhook } from '../../receiver';
import { openStore } from '../../store';
import type { Client } from '../sandbox/support/client';
import { clientOf } from '../sandbox/support/client';
import type { CommandLine } from '../support/command-line';
import { CUSTOMER, handover } from '../support/wire';
import { cliScene } from './support/cli-scene';

const scene = cliScene();
let client: Client;

beforeEach(() => {
	client = clientOf(scene.sandbox);
});

const receive = (args: string[] = [], env: NodeJS.ProcessEnv = {}) =>
	scene.start(['receive', '--port', '0', '--host', '127.0.0.1', ...args], {
		BUSINESS_MESSAGING_STORE: scene.storeUrl,
		BUSINESS_MESSAGING_SIGNING_SECRET: scene.sandbox.signingSecret,
		...env,
	});

const urlOf = async (command: CommandLine) =>
	(await command.says(/^Ready: listening for deliveries at (\S+)\n/))[1]!;

async function stop({ child, ended }: CommandLine, signal: NodeJS.Signals = 'SIGTERM') {
	child.kill(signal);
	return await ended;
}

/** The lines of a receiver's log, once it has ended. */
async function logOf(command: CommandLine): Promise<Array<Record<string, unknown>>> {
	await command.ended;
	return command.printed.stderr
		.trim()
		.split('\n')
		.map((line) => JSON.parse(line) as Record<string, unknown>);
}

/** A log that has only why the receiver can't run. */
const fatal = (message: unknown) => [
	{ time: expect.any(String) as unknown, level: 'error', event: 'fatal', message },
];

const webhookNow = async () => (await client.get('/v1/configs/webhook')).body.url;

/** The flags with which the receiver points the number's webhook at a URL. */
const registering = (publicUrl: string) => {
	const gateway = ['--base-url', scene.sandbox.url, '--channel', scene.sandbox.phoneNumberId];
	return ['--public-url', publicUrl, ...gateway];
};
const KEY = () => ({ BUSINESS_MESSAGING_API_KEY: scene.sandbox.apiKey });

describe('business-messaging receive', () => {
	it.each(['SIGTERM', 'SIGINT'] as const)(
		'saves what the gateway delivers to the store, and exits with 0 on %s',
		async (signal) => {
			const command = receive();
			await client.setWebhook(await urlOf(command));
			await scene.sandbox.control.customerWrites({ from: CUSTOMER, text: 'Hi' });
			await scene.sandbox.control.idle();
			expect(await stop(command, signal)).toBe(0);
			const store = await openStore(scene.storeUrl);
			expect((await store.inbox.read()).map(({ event }) => event.kind)).toEqual(['message']);
			await store.close();
			expect(await logOf(command)).toMatchObject([
				{ level: 'info', event: 'started' },
				{ level: 'info', event: 'stopping', message: expect.stringMatching(`^${signal} came`) as unknown },
				{ level: 'info', event: 'stopped' },
			]);
		},
	);

	it('accepts two secrets while you rotate the secret', async () => {
		const command = receive([], {
			BUSINESS_MESSAGING_SIGNING_SECRET: `next, ${scene.sandbox.signingSecret}`,
		});
		await client.setWebhook(await urlOf(command));
		await scene.sandbox.control.customerWrites({ from: CUSTOMER, text: 'Hi' });
		await scene.sandbox.control.idle();
		expect(scene.sandbox.control.deliveries().map(({ status }) => status)).toEqual([200]);
		expect(await stop(command)).toBe(0);
	});

	it.each([
		['with its name', ['--agent-role', 'acme_bot'], { to: 'agent' }],
		['not without', [], { hint: expect.stringContaining('--agent-role') as string }],
	])('knows an agent that the provider calls otherwise: %s', async (_, flags, known) => {
		const command = receive(flags);
		const passed = handover({ at: Date.now(), to: 'agent', channel: scene.sandbox.phoneNumberId });
		const body = JSON.stringify(passed).replace(
			'previous_owner_app_role":"business',
			'new_owner_role":"acme_bot',
		);
		const signature = signPayload(body, scene.sandbox.signingSecret);
		const headers = { 'x-provider-signature': signature };
		expect((await fetch(await urlOf(command), { method: 'POST', headers, body })).status).toBe(200);
		await stop(command);
		const store = await openStore(scene.storeUrl);
		expect((await store.inbox.read()).map(({ event }) => event)).toMatchObject([
			{ kind: 'handover', newOwner: 'acme_bot', ...known },
		]);
		await store.close();
	});

	it('prints incidents as JSON lines', async () => {
		const command = receive();
		expect((await fetch(await urlOf(command), { method: 'POST', body: '{}' })).status).toBe(401);
		await stop(command);
		expect(await logOf(command)).toContainEqual(
			expect.objectContaining({ level: 'warn', event: 'rejected', reason: 'signature' }),
		);
	});
});

describe('the registration of the webhook', () => {
	const PUBLIC = 'http://127.0.0.1:9/our-receiver';
	const FOREIGN = 'http://127.0.0.1:9/another-system';
	const registered = (command: CommandLine) => command.says(/^Registered: the gateway delivers to \S+\n/m);

	beforeEach(() => client.setWebhook(FOREIGN));

	it('points the webhook at the public URL, and keeps it there for a restart', async () => {
		const command = receive(registering(PUBLIC), KEY());
		await registered(command);
		expect(await webhookNow()).toBe(PUBLIC);
		expect(await stop(command)).toBe(0);
		expect(await webhookNow()).toBe(PUBLIC);

		const again = receive(registering(PUBLIC), KEY());
		await registered(again);
		expect(await stop(again)).toBe(0);
	});

	it('restores the previous URL on exit with --unregister', async () => {
		const command = receive([...registering(PUBLIC), '--unregister'], KEY());
		await registered(command);
		expect(await stop(command)).toBe(0);
		expect(await webhookNow()).toBe(FOREIGN);
	});

	it.each([
		['--api-key', ['--api-key', 'wrong'], {}],
		['BUSINESS_MESSAGING_API_KEY', [], { BUSINESS_MESSAGING_API_KEY: 'wrong' }],
	])(
		'exits with 1 and blames %s if the key is wrong, and never says that it is ready',
		async (name, flags, env) => {
			const command = receive([...registering(PUBLIC), ...flags], env);
			expect(await command.ended).toBe(1);
			expect(command.printed.stdout).toBe('');
			const blame = `^${name} isn't a key that the gateway accepts\\. GET /v1/configs/webhook failed with 401`;
			expect(await logOf(command)).toEqual(fatal(expect.stringMatching(new RegExp(blame))));
			expect(await webhookNow()).toBe(FOREIGN);
		},
	);

	it('exits with 1 if a published workflow has the number, with what to do here, and is never ready', async () => {
		const store = await openStore(scene.storeUrl);
		const { webhook } = createGatewayClient({ baseUrl: scene.sandbox.url, apiKey: scene.sandbox.apiKey });
		const channel = scene.sandbox.phoneNumberId;
		const theirs = { url: 'http://127.0.0.1:9/shop', owner: { id: 'workflow/node', name: 'The shop' } };
		await registerWebhook({ store, webhook, channel, ...theirs });
		await store.close();
		const command = receive(registering(PUBLIC), KEY());
		expect(await command.ended).toBe(1);
		expect(command.printed.stdout).toBe('');
		expect(await logOf(command)).toEqual(
			fatal(
				`--channel ${channel} belongs to the published workflow "The shop", and a number delivers to only one URL. To receive here, unpublish that workflow, and start this again. To keep the workflow, leave out --public-url here, and set Forward To in its trigger to this receiver.`,
			),
		);
		expect(await webhookNow()).toBe(theirs.url);
	});

	it('waits for a gateway that has trouble, and accepts deliveries meanwhile', async () => {
		// The client itself tries three times.
		scene.sandbox.control.faults({ status: { code: 503, path: '/v1/configs/webhook', times: 3 } });
		const command = receive(registering(PUBLIC), KEY());
		await urlOf(command);
		await registered(command);
		await command.complains(/"event":"not-registered"/);
		expect(await stop(command)).toBe(0);
	});
});

describe('mistakes in the command line', () => {
	const lines = (text: string) => text.trim().split('\n');

	it('are all named at once, with exit code 2, and nothing is done', async () => {
		const header = ['--signature-header', 'bad header'];
		const flags = [
			'--port',
			'many',
			'--public-url',
			'ftp://x',
			'--path',
			'x',
			...header,
			'--color',
			'--profile',
		];
		const { code, stderr } = await scene.run(['receive', ...flags], { BUSINESS_MESSAGING_STORE: '' });
		expect(code).toBe(2);
		expect(lines(stderr)).toEqual([
			expect.stringContaining('--store is required'),
			'--port must be a number from 0 to 65535 (0 for any free port), not "many".',
			expect.stringContaining('--secret is required'),
			"--path must start with / and can't contain a query.",
			'--profile needs a value.',
			'--signature-header must be the name of a header, such as x-signature.',
			'--public-url must be an http or https URL, not "ftp://x".',
			'Unknown flag: --color.',
			expect.stringContaining('--public-url also needs --base-url'),
			expect.stringContaining('--public-url also needs --api-key'),
			expect.stringContaining('--public-url also needs --channel'),
			'',
			'Run business-messaging receive --help to see the flags.',
		]);
	});

	it.each([
		["a store that can't be opened", ['--store', 'sqlite:/dev/null/store.db'], /store\.db/],
		[
			'an address of another machine',
			['--host', '192.0.2.1'],
			/^--host can't be used\. Can't listen on port 0/,
		],
	])('%s: exits with 1 and a message', async (_, flags, sentence) => {
		const command = receive(flags);
		expect(await command.ended).toBe(1);
		expect(await logOf(command)).toEqual(fatal(expect.stringMatching(sentence)));
	});

	it.each([
		['a mistyped flag', ['--apikey', 'KEY']],
		['a mistyped flag with =', ['--apikey=KEY']],
		['a value that is glued to its flag', ['--api-keyKEY']],
		['a flag with one dash', ['-KEY']],
		['a value without a flag', ['KEY']],
		['a value before its flag', ['KEY', '--api-key']],
	])('%s prints no key', async (_, flags) => {
		const key = 'Zq7w-9Xk2/4Vb8';
		const given = flags.map((flag) => flag.replace('KEY', key));
		const { code, stderr } = await scene.run(['receive', ...given], { BUSINESS_MESSAGING_STORE: '' });
		expect(code).toBe(2);
		const said = lines(stderr);
		expect(said.filter((line) => /^Un(known|expected)/.test(line)).length).toBeGreaterThan(0);
		for (const part of [key, ...key.split(/[-/]/)]) expect(stderr).not.toContain(part);
		expect(said.filter((line) => line.startsWith('Unknown flag')).length).toBeLessThan(2);
	});

	it('a key where the command belongs is not printed', async () => {
		const { code, stderr } = await scene.run(['--api-key=Zq7w9Xk24Vb8']);
		expect(code).toBe(2);
		expect(stderr).toContain('Unknown command: (not shown');
		expect(stderr).not.toContain('Zq7w');
	});

	it('an unknown command exits with 2, and --help with 0', async () => {
		const unknown = await scene.run(['recieve']);
		expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('Unknown command: recieve')]);
		const help = await scene.run(['receive', '--help']);
		expect([help.code, help.stdout]).toEqual([0, expect.stringContaining('--unregister')]);
	});
});

describe('figures', () => {
	const figuresAt = async (command: CommandLine) => (await command.says(/^Metrics are at (\S+)\n/m))[1]!;

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
		const second = receive(['--metrics-port', port, '--store', `${scene.storeUrl}-second`]);
		expect(await second.ended).toBe(1);
		expect(second.printed.stdout).toBe('');
		expect(await logOf(second)).toEqual(
			fatal(`--metrics-port can't be used. Can't listen on port ${port}: another process is using it.`),
		);
		await stop(first);
	});
});
