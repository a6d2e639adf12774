import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Sandbox, SandboxOptions } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { until } from '../support/until';
import { clientOf } from './support/client';
import { CUSTOMER, DAY, HOUR } from './support/scene';

let folder: string;
let state: string;
let running: Sandbox[] = [];

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
	state = join(folder, 'state.json');
});
afterEach(async () => {
	for (const sandbox of running) await sandbox.close();
	running = [];
	rmSync(folder, { recursive: true });
});

async function start(options: SandboxOptions = {}) {
	const sandbox = await startSandbox({ state, ...options });
	running.push(sandbox);
	return { sandbox, control: sandbox.control, client: clientOf(sandbox) };
}

/** Ends a sandbox, and starts another one with the same file. */
async function restart({ sandbox }: Awaited<ReturnType<typeof start>>, options: SandboxOptions = {}) {
	await sandbox.close();
	running = running.filter((each) => each !== sandbox);
	return start(options);
}

/** What the file has of what was said, and of groups. */
const keptNow = () =>
	(JSON.parse(readFileSync(state, 'utf8')) as { history: { chats: unknown[]; groups: unknown[] } }).history;

const template = async (at: Awaited<ReturnType<typeof start>>) =>
	(await at.client.get('/v1/configs/templates')).body as object;

describe('a sandbox that continues from a file', () => {
	test('has the same account and keys', async () => {
		const first = await start();
		const again = await restart(first);
		const of = ({ apiKey, signingSecret, phoneNumberId, accountId }: Sandbox) => [
			apiKey,
			signingSecret,
			phoneNumberId,
			accountId,
		];
		expect(of(again.sandbox)).toEqual(of(first.sandbox));
	});

	test('has its clock as far ahead', async () => {
		const first = await start();
		await first.sandbox.clock.advance(30 * DAY);
		const before = first.sandbox.clock.now();
		const again = await restart(first);
		expect(again.sandbox.clock.now()).toBeGreaterThanOrEqual(before);
		expect(again.sandbox.clock.now()).toBeLessThan(before + DAY);
	});

	test('knows customers by the same user IDs, and whose windows are open', async () => {
		const first = await start();
		await first.control.customerWrites({ from: CUSTOMER, name: 'Ada' });
		const again = await restart(first);
		expect((await again.client.text(CUSTOMER)).status).toBe(200);
		expect((await again.client.text('4917099999999')).body.error.code).toBe(131047);
		await again.sandbox.clock.advance(DAY);
		expect((await again.client.text(CUSTOMER)).body.error.code).toBe(131047);
	});

	test('knows who holds a conversation, and who opted out', async () => {
		const first = await start();
		await first.control.addTemplate({ name: 'offer', category: 'MARKETING' });
		await first.control.optOut(CUSTOMER);
		await first.control.setAgent(true);
		const again = await restart(first);
		expect((await again.client.template(CUSTOMER, 'offer')).body.error.code).toBe(131050);
		const { agent } = (await (await fetch(`${again.sandbox.url}/sandbox/state`)).json()) as {
			agent: unknown;
		};
		expect(JSON.stringify(agent)).toContain('true');
	});

	test('ends the pause of a template at its time, also if that came in between', async () => {
		const first = await start();
		await first.control.addTemplate({ name: 'hello' });
		await first.control.pause('hello');
		const again = await restart(first);
		expect(await template(again)).toMatchObject({ waba_templates: [{ name: 'hello', status: 'PAUSED' }] });
		await again.sandbox.clock.advance(3 * HOUR);
		expect(await template(again)).toMatchObject({ waba_templates: [{ status: 'APPROVED' }] });
	});

	test('has its settings, unless others are given', async () => {
		const first = await start({ policy: 'platform' });
		await first.control.configure({ latency: 1 });
		const settings = async ({ sandbox }: { sandbox: Sandbox }) =>
			((await (await fetch(`${sandbox.url}/sandbox/state`)).json()) as { settings: object }).settings;
		const again = await restart(first);
		expect(await settings(again)).toMatchObject({ policy: 'platform', latency: 1 });
		expect(await settings(await restart(again, { policy: 'strict' }))).toMatchObject({ policy: 'strict' });
	});

	test('has the chats, with what was sent and how far it came', async () => {
		const first = await start();
		await first.control.customerWrites({ from: CUSTOMER, name: 'Ada', text: 'Hello' });
		await first.client.text(CUSTOMER);
		const sent = first.control.sent();
		const again = await restart(first);
		expect(again.control.sent()).toEqual(sent);
		// What a sandbox has at its start is in the file.
		expect(keptNow().chats).toMatchObject([
			{ by: 'customer', content: { text: { body: 'Hello' } } },
			{ by: 'business', sent: sent[0]!.id },
		]);
		expect(again.control.sent()).toMatchObject([{ status: 'delivered' }]);
		const [{ id } = { id: '' }] = again.control.sent();
		await again.control.customerReads(id);
		expect(again.control.sent()).toMatchObject([{ id, status: 'read' }]);
	});

	test('does not count a message from before as sent twice, unless it is sent again', async () => {
		const first = await start();
		await first.control.customerWrites({ from: CUSTOMER });
		await first.client.text(CUSTOMER, 'Once');
		const again = await restart(first);
		expect(again.control.violations()).toEqual([]);
		await again.client.text(CUSTOMER, 'Once');
		expect(again.control.violations()).toMatchObject([{ rule: 'duplicate' }]);
	});

	test('has the groups, with who is in them and who wants to be', async () => {
		const first = await start();
		const { id } = await first.control.addGroup({ subject: 'Tea', participants: [CUSTOMER] });
		const again = await restart(first);
		expect(keptNow().groups).toMatchObject([{ id, subject: 'Tea', participants: [expect.any(String)] }]);
		const { id: next } = await again.control.addGroup({ subject: 'Coffee' });
		expect(next).not.toBe(id);
	});

	test('has the bill, and charges no message of before again', async () => {
		const first = await start();
		await first.control.customerWrites({ from: CUSTOMER });
		await first.client.text(CUSTOMER);
		const before = first.control.bill();
		expect(before.total.units).toBe(1);
		const again = await restart(first);
		expect(again.control.bill()).toEqual(before);
		await again.control.customerReads(again.control.sent()[0]!.id);
		expect(again.control.bill()).toEqual(before);
		await again.client.text(CUSTOMER, 'Another');
		expect(again.control.bill().total.units).toBe(2);
	});

	test('continues from a file of a version that did not keep chats', async () => {
		const first = await start();
		await first.client.setWebhook('http://127.0.0.1:9/shop');
		await first.sandbox.close();
		const { history: _history, ...older } = JSON.parse(readFileSync(state, 'utf8')) as { history: unknown };
		writeFileSync(state, JSON.stringify(older));
		const again = await start();
		expect(again.control.sent()).toEqual([]);
		expect((await again.client.get('/v1/configs/webhook')).body).toMatchObject({
			url: 'http://127.0.0.1:9/shop',
		});
	});

	test('forgets what is on its way', async () => {
		const first = await start();
		await first.control.customerWrites({ from: CUSTOMER });
		const again = await restart(first);
		expect(again.control.deliveries()).toEqual([]);
	});

	test('has what was there when its process was killed', async () => {
		const first = await start();
		await first.client.setWebhook('http://127.0.0.1:9/shop');
		await until(() => readFileSync(state, 'utf8').includes('http://127.0.0.1:9/shop'));
	});

	test('begins anew after a reset', async () => {
		const first = await start();
		await first.control.addTemplate({ name: 'hello' });
		await first.control.reset();
		const again = await restart(first);
		expect(await template(again)).toMatchObject({ total: 0 });
	});
});

test.each([
	['isn’t JSON', 'my notes'],
	['is of another program', '{ "version": 1, "name": "n8n" }'],
	['is of another version', '{ "version": 2 }'],
])('a file that %s is refused, and stays as it is', async (_, content) => {
	writeFileSync(state, content);
	await expect(start()).rejects.toThrow(
		/^The state file .* Name another file, or delete it to begin anew\.$/,
	);
	expect(readFileSync(state, 'utf8')).toBe(content);
});

test('without a file, nothing is written', async () => {
	const sandbox = await startSandbox();
	running.push(sandbox);
	await sandbox.control.addTemplate({ name: 'hello' });
	await sandbox.close();
	running = [];
	expect(existsSync(state)).toBe(false);
});
