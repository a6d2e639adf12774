import { createGatewayClient } from '../../gateway';
import { createSender } from '../../sending';
import { CUSTOMER, openStage, type Stage } from './stage';

const HOUR = 3_600_000;

let stage: Stage;
beforeEach(async () => {
	stage = await openStage();
	await stage.sandbox.control.customerWrites({ from: CUSTOMER, text: 'Hi' });
	await stage.hear();
});
afterEach(() => stage.close());

const send = () => stage.sender.send(stage.intent, stage.content);
const sent = () => stage.sandbox.control.sent().length;

describe('what the gateway refuses stands in the outcome', () => {
	it.each([
		[130429, 'slow-number'],
		[131056, 'slow-recipient'],
		[131016, 'retry'],
		[131049, 'wait-24h'],
		[131026, 'undeliverable'],
		[131009, 'fix-request'],
		[131031, 'account-stop'],
	])('code %d: %s, and nothing is tried again', async (code, effect) => {
		await stage.sandbox.control.faults({ error: { code, times: 1 } });
		const outcome = await send();
		expect(outcome).toMatchObject({ action: 'freeform', rule: 'window-open', error: { code, effect } });
		expect(outcome).not.toHaveProperty('messageId');
		expect(sent()).toBe(0);
	});

	it('a wrong key is an error of the account', async () => {
		const gateway = createGatewayClient({ baseUrl: stage.sandbox.url, apiKey: 'wrong' });
		const sender = createSender({ engine: stage.engine, gateway });
		expect(await sender.send(stage.intent, stage.content)).toMatchObject({
			error: { status: 401, effect: 'account-stop' },
		});
	});

	it('of a message that was sent as asked, a refusal is the reason, too', async () => {
		const gateway = createGatewayClient({ baseUrl: stage.sandbox.url, apiKey: 'wrong' });
		const sender = createSender({ engine: stage.engine, gateway });
		const refused = await sender.send(stage.intent, stage.content, { as: 'freeform' });
		expect(refused).toMatchObject({ rule: 'as-asked', error: { status: 401 } });
		expect(refused.reason).toMatch(/^It wasn't sent: \S.*[^.]\.$/);
		const accepted = await stage.sender.send(stage.intent, stage.content, { as: 'freeform' });
		expect(accepted.reason).toBe('Sent as asked, without asking the rules.');
	});

	it('what the gateway keeps refusing is asked again once only', async () => {
		await stage.sandbox.clock.advance(HOUR);
		await stage.sandbox.control.faults({ error: { code: 131047 } });
		const outcome = await send();
		expect(outcome).toMatchObject({ action: 'template', error: { code: 131047 } });
		expect(sent()).toBe(0);
	});
});

describe('a refusal after which the rules say the same', () => {
	it('is the outcome: the same message is not sent a second time', async () => {
		await stage.sandbox.control.faults({ error: { code: 131050, times: 1 } });
		expect(await send()).toMatchObject({ action: 'freeform', error: { code: 131050, effect: 'opted-out' } });
		expect(sent()).toBe(0);
	});
});

describe('a late failed status says the same as a refusal', () => {
	const failsLate = async (code: number) => {
		await stage.sandbox.control.faults({ failStatus: { code } });
		await send();
		await stage.hear();
	};
	const next = () => stage.engine.decide({ ...stage.intent, freeform: true, category: 'MARKETING' });

	it('131047 closes the window', async () => {
		await stage.sandbox.clock.advance(HOUR);
		await failsLate(131047);
		expect((await next()).facts.window).toBe('closed');
	});

	it('131050: the customer opted out', async () => {
		await failsLate(131050);
		expect(
			await stage.engine.decide({
				...stage.intent,
				template: undefined,
				freeform: true,
				category: 'MARKETING',
			}),
		).toMatchObject({
			action: 'skip',
			rule: 'opted-out',
		});
	});

	it.each([
		[132015, 'hold', 'template-paused-without-end'],
		[132016, 'skip', 'template-unusable'],
	])('%d: %s the template it was sent with', async (code, action, rule) => {
		await stage.sandbox.clock.advance(25 * HOUR);
		await failsLate(code);
		expect(await next()).toMatchObject({ action, rule });
	});

	it.each([
		[59_000, 'hold'],
		[61_000, 'template'],
	])('132015 alone proves no pause: %d ms later the list decides, %s', async (ms, action) => {
		await stage.sandbox.clock.advance(25 * HOUR);
		await failsLate(132015);
		await stage.sandbox.clock.advance(ms);
		expect(await send()).toMatchObject({ action });
	});
});

describe('several numbers of one gateway', () => {
	it('each learns the gateway’s clock, also when they ask at once', async () => {
		const lastInboundAt = stage.sandbox.clock.now();
		await stage.sandbox.clock.advance(25 * HOUR);
		const channels = ['one', 'two', 'three'];
		const outcomes = await Promise.all(
			channels.map((channel) =>
				stage.sender.send({ ...stage.intent, channel, lastInboundAt }, stage.content),
			),
		);
		expect(outcomes.map(({ action }) => action)).toEqual(['template', 'template', 'template']);
		expect(stage.sandbox.control.violations()).toEqual([]);
		for (const channel of channels) {
			const behind = stage.sandbox.clock.now() - (await stage.engine.now(channel));
			expect(Math.abs(behind)).toBeLessThan(HOUR);
		}
	});
});
