import { policies } from '../../engine';
import type { Sender } from '../../sending';
import { createSender } from '../../sending';
import type { Stage } from './stage';
import { CUSTOMER, openStage } from './stage';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let stage: Stage;
let sender: Sender;
beforeEach(async () => {
	// A gateway that refuses templates in an active conversation, and a policy that sends them.
	stage = await openStage();
	sender = createSender({ engine: stage.engine.withPolicy(policies.platform), gateway: stage.gateway });
});
afterEach(() => stage.close());

const send = (options = {}) => sender.send(stage.intent, {}, options);
const sent = () => stage.sandbox.control.sent();
const closesAt = async () => (await stage.engine.conversation(stage.intent)).windowClosesAt;

async function customerWrote() {
	await stage.sandbox.control.customerWrites({ from: CUSTOMER, text: 'Hi' });
	await stage.hear();
}

const HELD = { action: 'hold', rule: 'template-in-active-conversation' };

describe('a template that the policy sends, and the gateway refuses for the active conversation', () => {
	it('is held until the window closes, and goes out then', async () => {
		await customerWrote();
		const outcome = await send();
		expect(outcome).toMatchObject({ ...HELD, retryAt: await closesAt(), error: { code: 132018 } });
		expect(outcome.reason).toContain('Template sent in an active conversation');
		expect(sent()).toEqual([]);
		await stage.sandbox.clock.advance(outcome.retryAt! - stage.sandbox.clock.now());
		expect(await send()).toMatchObject({ action: 'template', messageId: sent()[0]!.id });
	});

	it('is held for 24 hours from the send if nobody told us that the customer wrote', async () => {
		await stage.sandbox.control.customerWrites({ from: CUSTOMER, text: 'Nobody hears this' });
		const now = await stage.engine.now(stage.intent.channel);
		const { action, retryAt = 0 } = await send();
		expect(action).toBe('hold');
		expect(retryAt).toBe(await closesAt());
		expect(Math.abs(retryAt - now - DAY)).toBeLessThan(10_000);
	});

	it('is held no longer than the window that was known to be open', async () => {
		await customerWrote();
		const closes = await closesAt();
		await stage.sandbox.clock.advance(23 * HOUR);
		expect(await send()).toMatchObject({ ...HELD, retryAt: closes });
		expect(await closesAt()).toBe(closes);
	});

	it('makes place for freeform content, which goes out at once', async () => {
		await stage.sandbox.control.customerWrites({ from: CUSTOMER, text: 'Nobody hears this' });
		expect(await sender.send(stage.intent, stage.content)).toMatchObject({ action: 'freeform' });
		expect(sent()).toMatchObject([{ type: 'text' }]);
	});

	it('goes out once under its key, however often it was held', async () => {
		await customerWrote();
		const once = { once: 'reminder' };
		expect(await send(once)).toMatchObject(HELD);
		expect(await send(once)).toMatchObject(HELD);
		await stage.sandbox.clock.advance(DAY);
		expect(await send(once)).toMatchObject({ action: 'template' });
		expect(await send(once)).toMatchObject({ repeated: true });
		expect(sent()).toHaveLength(1);
	});
});

describe('the refusal has no code and no words of its own', () => {
	const details = 'Try another time';
	const refusals: Array<[string, object]> = [
		['code 100', { error: { code: 100, details } }],
		['code 131009', { error: { code: 131009, details } }],
		['code 135000', { error: { code: 135000, details } }],
		['a code that nobody knows', { error: { code: 199_999, details } }],
		['400 with a text', { status: { path: '/messages', code: 400, body: { error: details } } }],
		['409 without a text', { status: { path: '/messages', code: 409, body: {} } }],
		[
			'words in another code',
			{ error: { code: 131026, details: 'The customer service window is still open' } },
		],
	];

	it.each(refusals)('%s: while the window is open, the template is held', async (_name, fault) => {
		await customerWrote();
		await stage.sandbox.control.faults(fault);
		expect(await send()).toMatchObject({ ...HELD, retryAt: await closesAt() });
		await stage.sandbox.control.faults({});
		await stage.sandbox.clock.advance(DAY);
		expect(await send()).toMatchObject({ action: 'template', messageId: sent()[0]!.id });
	});

	it.each(refusals.slice(0, 6))('%s: once the window has closed, it is an error', async (_name, fault) => {
		await customerWrote();
		await stage.sandbox.clock.advance(DAY);
		await stage.sandbox.control.faults(fault);
		expect(await send()).toMatchObject({ action: 'template', error: { effect: 'fix-request' } });
	});

	it.each([132000, 132012, 131008, 131053])('code %d names another cause, and is an error', async (code) => {
		await customerWrote();
		await stage.sandbox.control.faults({ error: { code, details } });
		expect(await send()).toMatchObject({ action: 'template', error: { code, effect: 'fix-request' } });
	});

	it('freeform content that is refused vaguely is an error, and not held', async () => {
		await customerWrote();
		await stage.sandbox.control.faults({ error: { code: 100, details } });
		expect(await sender.send(stage.intent, stage.content)).toMatchObject({
			action: 'freeform',
			error: { code: 100 },
		});
	});
});
