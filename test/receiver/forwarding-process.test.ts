import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signPayload, verifySignature } from '../../engine';
import { openStore } from '../../store';
import type { CommandLine } from '../support/command-line';
import { runCommandLine } from '../support/command-line';
import type { HttpServer } from '../support/http-server';
import { json, startHttpServer } from '../support/http-server';
import { until } from '../support/until';
import { messageBody, SECRET } from './support/receiver-scene';

const ROUNDS = 3;

/** Longer than a process that was killed keeps what it had claimed. ms */
const LONGER_THAN_A_LEASE = 120_000;
const CLOCK_AHEAD = join(__dirname, '../support/clock-ahead.cjs');

let folder: string;
let chat: HttpServer;
let receiver: CommandLine | undefined;
let isDown = false;
/** How many receivers were started. */
let starts = 0;

beforeEach(async () => {
	folder = mkdtempSync(join(tmpdir(), 'forwarding-'));
	chat = await startHttpServer((_request, response) => json(response, isDown ? 503 : 200, {}));
	[isDown, starts] = [false, 0];
});
afterEach(async () => {
	await receiver?.kill();
	await chat.close();
	rmSync(folder, { recursive: true, force: true });
});

const storeUrl = () => `sqlite:${join(folder, 'store.db')}`;

/** Starts a receiver, by its own clock so long after the one before that nothing is left of that one's leases. */
async function start(flags: string[] = []): Promise<string> {
	const forwarding = ['--forward-to', `${chat.url}/hook`, '--private-host', new URL(chat.url).host];
	const args = ['receive', '--port', '0', '--host', '127.0.0.1', ...forwarding, ...flags];
	receiver = runCommandLine(args, {
		env: {
			NODE_OPTIONS: `--require ${CLOCK_AHEAD}`,
			TEST_CLOCK_AHEAD: String(starts * LONGER_THAN_A_LEASE),
			BUSINESS_MESSAGING_STORE: storeUrl(),
			BUSINESS_MESSAGING_SIGNING_SECRET: SECRET,
		},
	});
	starts += 1;
	return (await receiver.says(/^Ready: listening for deliveries at (\S+)\n/))[1]!;
}

/** Whether a delivery was taken in. */
async function deliver(url: string, id: string): Promise<boolean> {
	const body = messageBody(id);
	const headers = { 'x-provider-signature': signPayload(body, SECRET) };
	return await fetch(url, { method: 'POST', headers, body }).then(
		({ status }) => status === 200,
		() => false,
	);
}

const forwarded = () => new Set(chat.requests.map(({ text }) => /"id":"(m[\d-]+)"/.exec(text)![1]!));

it('what was answered with 200 is forwarded, whenever the process is killed', async () => {
	const taken: string[] = [];
	for (let round = 0; round < ROUNDS; round += 1) {
		const url = await start();
		const before = taken.length;
		const ids = Array.from({ length: 60 }, (_, count) => `m${round}-${count}`);
		const tries = ids.map(async (id) => void ((await deliver(url, id)) && taken.push(id)));
		await until(() => taken.length > before + 10 * round);
		await receiver!.kill();
		await Promise.all(tries);
	}
	await start();
	await until(() => taken.every((id) => forwarded().has(id)));
	expect(taken.length).toBeGreaterThan(0);
	for (const { text, headers } of chat.requests) {
		expect(verifySignature(Buffer.from(text), String(headers['x-provider-signature']), SECRET)).toBe(true);
	}
});

it('what waits for a target that is down is forwarded after a kill and a restart', async () => {
	isDown = true;
	const url = await start();
	const ids = Array.from({ length: 20 }, (_, index) => `m${index}`);
	for (const id of ids) expect(await deliver(url, id)).toBe(true);
	await until(() => chat.requests.length > 0);
	await receiver!.kill();
	isDown = false;
	chat.requests.length = 0;
	await start();
	await until(() => ids.every((id) => forwarded().has(id)));
});

it('prints what is wrong with the flags, by their names', async () => {
	const wrong = ['--forward-to', 'chat', '--forward-to', 'http://10.1.2.3/hook', '--private-host', '*'];
	const command = runCommandLine(['receive', '--port', '0', ...wrong], {
		env: { BUSINESS_MESSAGING_STORE: storeUrl(), BUSINESS_MESSAGING_SIGNING_SECRET: SECRET },
	});
	expect(await command.ended).toBe(2);
	expect(command.printed.stderr.split('\n')).toEqual(
		expect.arrayContaining([
			'--forward-to must contain http or https URLs, not "chat".',
			"--forward-to contains http://10.1.2.3/hook, which isn't encrypted: use https, or name 10.1.2.3 in --private-host if it's in your own network.",
			'--private-host must contain hosts such as 10.0.0.5 or chatwoot:3000, not "*".',
		]),
	);
});

it('without --forward-to, nothing is queued', async () => {
	receiver = runCommandLine(['receive', '--port', '0', '--host', '127.0.0.1'], {
		env: { BUSINESS_MESSAGING_STORE: storeUrl(), BUSINESS_MESSAGING_SIGNING_SECRET: SECRET },
	});
	const url = (await receiver.says(/^Ready: listening for deliveries at (\S+)\n/))[1]!;
	expect(await deliver(url, 'm1')).toBe(true);
	await receiver.kill();
	const store = await openStore(storeUrl());
	expect(await store.forwards.stats()).toEqual([]);
	await store.close();
});
