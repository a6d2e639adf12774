import { HOUR } from '../../base';
import type { Engine, Store } from '../../engine';
import { createEngine, parseWebhook } from '../../engine';
import { createGatewayClient } from '../../gateway';
import { createSender } from '../../sending';
import { openStore } from '../../store';
import { cliScene } from './support/cli-scene';

const CUSTOMER = '491701111111';

const scene = cliScene();
let store: Store;
let engine: Engine;

beforeEach(async () => {
	store = await openStore(scene.storeUrl);
	engine = createEngine({ store });
});
afterEach(() => store.close());

const run = (...args: string[]) => scene.run(['why', ...args], { BUSINESS_MESSAGING_STORE: scene.storeUrl });

/** The customer writes, and is answered; another one gets nothing. */
async function live(): Promise<{ reason: string }> {
	const { sandbox } = scene;
	await sandbox.control.customerWrites({ from: CUSTOMER, text: 'Hi' });
	await sandbox.control.idle();
	for (const { payload } of sandbox.control.deliveries()) await engine.ingest(parseWebhook(payload));
	const gateway = createGatewayClient({ baseUrl: sandbox.url, apiKey: sandbox.apiKey });
	const sender = createSender({ engine, gateway });
	const freeform = { type: 'text', text: { body: 'Hello' } } as const;
	const send = (to: string) => sender.send({ channel: sandbox.phoneNumberId, to }, { freeform });
	await send(CUSTOMER);
	return send('491702222222');
}

describe('business-messaging why', () => {
	it('prints what happened with a customer, a line each, oldest first', async () => {
		await live();
		await store.decisions.ofSends([]);
		const { code, stdout, stderr } = await run(`+${CUSTOMER}`);
		expect([code, stderr]).toEqual([0, '']);
		const [head, ...lines] = stdout.trim().split('\n');
		expect(head).toContain(scene.sandbox.phoneNumberId);
		expect(lines).toHaveLength(3);
		expect(lines[0]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}The customer wrote: “Hi”$/);
		expect(lines[1]).toMatch(
			/Allowed as a freeform message by the rule window-open of the policy strict \(version 8\): /,
		);
		expect(lines[2]).toMatch(/Sent a freeform message\.$/);
	});

	it('prints why a customer got nothing, as JSON too', async () => {
		const { reason } = await live();
		await store.decisions.ofSends([]);
		const { code, stdout } = await run('491702222222', '--json', '--since', '1h');
		expect(code).toBe(0);
		expect(JSON.parse(stdout)).toMatchObject({
			channel: scene.sandbox.phoneNumberId,
			kind: 'decision',
			sentence: `Skipped by the rule no-template of the policy strict (version 8): ${reason}`,
			decision: { action: 'skip', policy: { name: 'strict' } },
		});
	});

	it('finds a customer by name, and says who is meant if several have it', async () => {
		const { control } = scene.sandbox;
		await control.customerWrites({ from: CUSTOMER, name: 'Noah Keller', text: 'Hi' });
		await control.customerWrites({ from: '491702222222', name: 'Nora Keller', text: 'Hi' });
		await control.idle();
		for (const { payload } of control.deliveries()) await engine.ingest(parseWebhook(payload));
		for (const name of ['noah', 'Noah Keller']) {
			const { code, stdout } = await run(name);
			expect([code, stdout]).toEqual([
				0,
				expect.stringMatching(`^Noah Keller \\(\\+${CUSTOMER}\\) and the number `),
			]);
		}
		const { code, stderr } = await run('Keller');
		expect([code, stderr]).toEqual([
			1,
			expect.stringMatching(/^Several customers have such a name: (.*Noah Keller|.*Nora Keller){2}/),
		]);
		expect((await run('Noha')).stdout).toMatch(
			/\nNo customer's name begins with it, and nobody who wrote lately has it as their last name\.\n/,
		);
		const unknown = await run('+44 77');
		expect(unknown.stdout).toMatch(
			/^Nothing is stored about \+44 77 since \w{3} \d{1,2}, \d{4}, \d\d:\d\d \(.+\)\.\n"\+44 77" is too short for a phone number\./,
		);
	});

	it('takes an ID that the store knows for that, also if a customer has such a name', async () => {
		const { control, url: baseUrl, apiKey, phoneNumberId: channel } = scene.sandbox;
		await control.customerWrites({ from: CUSTOMER, name: 'Noah Keller', text: 'Hi' });
		await control.idle();
		for (const { payload } of control.deliveries()) await engine.ingest(parseWebhook(payload));
		const sender = createSender({ engine, gateway: createGatewayClient({ baseUrl, apiKey }) });
		const freeform = { type: 'text', text: { body: 'Hello' } } as const;
		await sender.send({ channel, to: 'noah' }, { freeform });
		await store.decisions.ofSends([]);
		expect((await run('noah')).stdout).toMatch(/^noah and the number /);
		expect((await run('Noah Keller')).stdout).toContain(`(+${CUSTOMER}) and the number `);
	});

	it('tells times in the time zone that is asked for, in sentences too', async () => {
		await live();
		await store.decisions.ofSends([]);
		const [utc, tokyo] = await Promise.all(
			['UTC', 'Asia/Tokyo'].map(async (zone) =>
				(await run(CUSTOMER, '--time-zone', zone)).stdout.split('\n'),
			),
		);
		const timeOf = (line = '') => Date.parse(`${line.slice(0, 19).replace(' ', 'T')}Z`);
		expect(timeOf(tokyo![2]) - timeOf(utc![2])).toBe(9 * HOUR);
		expect(tokyo![0]).toMatch(/, times in Asia\/Tokyo:$/);
		expect(tokyo![2]).toMatch(/can be sent until \w{3} \d{1,2}, \d{4}, \d\d:\d\d \(Asia\/Tokyo\)\./);
	});

	it('prints that nobody answered, and when the window closes, in the time zone that is asked for', async () => {
		const { control } = scene.sandbox;
		await control.customerWrites({ from: CUSTOMER, text: 'Hi' });
		await control.idle();
		for (const { payload } of control.deliveries()) await engine.ingest(parseWebhook(payload));
		await engine.observeClock(scene.sandbox.phoneNumberId, Date.now() + HOUR);
		const { stdout } = await run(CUSTOMER, '--time-zone', 'Asia/Tokyo');
		const time = String.raw`\w{3} \d{1,2}, \d{4}, \d\d:\d\d \(Asia/Tokyo\)`;
		expect(stdout.trim().split('\n').at(-1)).toMatch(
			new RegExp(
				`  The customer wrote at ${time}, and nothing has tried to answer: no workflow asked to send a message\\. The conversation window closes at ${time}\\. `,
			),
		);
	});

	it('refuses a time zone that does not exist', async () => {
		const { code, stderr } = await run(CUSTOMER, '--time-zone', 'Berlin');
		expect(code).toBe(2);
		expect(stderr).toMatch(/--time-zone must be a time zone, such as Europe\/Berlin/);
	});

	it('says what could be the reason if nothing is stored', async () => {
		await live();
		await store.decisions.ofSends([]);
		const { code, stdout } = await run('491703333333');
		expect(code).toBe(0);
		expect(stdout).toMatch(
			/^Nothing is stored about 491703333333 since \w{3} \d{1,2}, \d{4}, \d\d:\d\d \(.+\)\.$/m,
		);
		expect(stdout).toMatch(/The last delivery for this number/);
	});

	it('says that a store knows no number', async () => {
		expect((await run(CUSTOMER)).stdout).toMatch(/The store knows no number yet/);
	});

	it('names all mistakes', async () => {
		const { code, stderr } = await run('--since', 'yesterday');
		expect(code).toBe(2);
		expect(stderr).toMatch(/why needs a customer/);
		expect(stderr).toMatch(/--since must be like 30m, 12h, 7d/);
	});
});
