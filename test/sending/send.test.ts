import type { Stage } from './stage';
import { CUSTOMER, openStage } from './stage';

const HOUR = 3_600_000;

let stage: Stage;
beforeEach(async () => {
	stage = await openStage();
});
afterEach(() => stage.close());

const send = (options = {}) => stage.sender.send(stage.intent, stage.content, options);
const sent = () => stage.sandbox.control.sent();

describe('what the rules allow goes out', () => {
	it('freeform inside the conversation window', async () => {
		await stage.sandbox.control.customerWrites({ from: CUSTOMER, text: 'Hi' });
		await stage.hear();
		const outcome = await send();
		expect(outcome).toMatchObject({ action: 'freeform', rule: 'window-open', messageId: sent()[0]?.id });
		expect(sent()).toMatchObject([{ to: CUSTOMER, type: 'text' }]);
	});

	it('the template outside of it, after it was looked up at the gateway', async () => {
		expect(await send()).toMatchObject({ action: 'template', rule: 'template', messageId: sent()[0]?.id });
		expect(sent()).toMatchObject([{ type: 'template', template: { name: 'hello', language: 'en_US' } }]);
	});

	it('freeform, then the template once the gateway says that 25 hours have passed, and nothing forbidden', async () => {
		await stage.sandbox.control.customerWrites({ from: CUSTOMER, text: 'Hi' });
		await stage.hear();
		expect(await send()).toMatchObject({ action: 'freeform' });
		await stage.sandbox.clock.advance(25 * HOUR);
		expect(await send()).toMatchObject({ action: 'template' });
		expect(stage.sandbox.control.violations()).toEqual([]);
	});

	it('nothing, with a reason, where no rule allows it', async () => {
		const outcome = await stage.sender.send({ ...stage.intent, template: undefined }, stage.content);
		expect(outcome).toMatchObject({ action: 'skip', rule: 'no-template' });
		expect(outcome.reason).not.toBe('');
		expect(sent()).toEqual([]);
	});

	it('content that has yet to be made is made when it goes out, and not for a template', async () => {
		const freeform = jest.fn(() => Promise.resolve({ type: 'text', text: { body: 'Made' } } as const));
		const sendMade = () => stage.sender.send(stage.intent, { freeform });
		expect(await sendMade()).toMatchObject({ action: 'template' });
		expect(freeform).not.toHaveBeenCalled();
		await stage.sandbox.control.customerWrites({ from: CUSTOMER, text: 'Hi' });
		await stage.hear();
		expect(await sendMade()).toMatchObject({ action: 'freeform' });
		expect(sent().at(-1)).toMatchObject({ body: { text: { body: 'Made' } } });
	});

	it('nothing where the content cannot be made, and it may be tried again under its key', async () => {
		await stage.sandbox.control.customerWrites({ from: CUSTOMER, text: 'Hi' });
		await stage.hear();
		const freeform = () => Promise.reject(new Error('No such file.'));
		await expect(stage.sender.send(stage.intent, { freeform }, { once: 'a' })).rejects.toThrow(
			'No such file.',
		);
		expect(await stage.sender.send(stage.intent, stage.content, { once: 'a' })).toMatchObject({
			action: 'freeform',
			messageId: sent()[0]?.id,
		});
	});

	it('nothing that was not given: freeform is not claimed without content', async () => {
		await stage.sandbox.control.customerWrites({ from: CUSTOMER, text: 'Hi' });
		await stage.hear();
		expect(await stage.sender.send({ ...stage.intent, freeform: true }, {})).toMatchObject({
			action: 'hold',
			rule: 'template-in-active-conversation',
		});
	});
});

describe('what the gateway answers wins, and the rules are asked once more', () => {
	it('a refusal outside the window closes it, also against what the caller knew: the template goes out', async () => {
		const lastInboundAt = stage.sandbox.clock.now() - HOUR;
		const outcome = await stage.sender.send({ ...stage.intent, lastInboundAt }, stage.content);
		expect(outcome).toMatchObject({ action: 'template', rule: 'template', messageId: sent()[0]?.id });
		expect(stage.sandbox.control.violations()).toMatchObject([{ rule: 'freeform-outside-window' }]);
	});

	it('a template refused in an active conversation opens it: freeform goes out', async () => {
		await stage.sandbox.control.customerWrites({ from: CUSTOMER, text: 'Nobody hears this' });
		expect(await send()).toMatchObject({ action: 'freeform', rule: 'window-open' });
		expect(sent()).toMatchObject([{ type: 'text' }]);
	});

	it('a message refused because another responder owns the conversation, which nobody told us of, is held', async () => {
		await stage.sandbox.control.configure({ threadControl: 'roles' });
		await stage.sandbox.control.customerWrites({ from: CUSTOMER, text: 'Hi' });
		await stage.hear();
		await stage.sandbox.clock.advance(HOUR);
		await stage.sandbox.control.handOver({ contact: CUSTOMER, to: 'escalation' });
		expect(await send()).toMatchObject({
			action: 'hold',
			rule: 'agent-holds',
			retryAt: expect.any(Number),
			error: { code: 100, effect: 'redecide' },
		});
		expect(sent()).toEqual([]);
		expect(await send()).toMatchObject({ action: 'hold', rule: 'agent-holds' });
		expect(stage.sandbox.control.violations()).toHaveLength(1);
	});

	it('a template that was paused meanwhile is held', async () => {
		await send();
		await stage.sandbox.control.pause('hello');
		const outcome = await stage.sender.send({ ...stage.intent, to: '491702222222' }, stage.content);
		expect(outcome).toMatchObject({ action: 'hold', error: { code: 132015, effect: 'template-hold' } });
		expect(outcome.rule).toMatch(/^template-paused/);
	});

	it('a template that was disabled meanwhile is skipped', async () => {
		await send();
		await stage.sandbox.control.disable('hello');
		const outcome = await stage.sender.send({ ...stage.intent, to: '491702222222' }, stage.content);
		expect(outcome).toMatchObject({ action: 'skip', rule: 'template-unusable', error: { code: 132016 } });
	});

	it('a template that the gateway does not have is skipped without a try', async () => {
		const template = { name: 'nobody', language: 'en_US' };
		expect(await stage.sender.send({ ...stage.intent, template }, stage.content)).toMatchObject({
			action: 'skip',
			rule: 'template-unusable',
		});
		expect(stage.sandbox.control.violations()).toEqual([]);
	});

	it('a marketing opt-out that nobody told us of is learned: the second try is not made', async () => {
		await stage.sandbox.control.addTemplate({ name: 'offer', category: 'MARKETING', body: 'Look at this.' });
		await stage.sandbox.control.optOut(CUSTOMER);
		const intent = { ...stage.intent, template: { name: 'offer', language: 'en_US' } };
		expect(await stage.sender.send(intent, stage.content)).toMatchObject({
			action: 'skip',
			rule: 'opted-out',
			error: { code: 131050, effect: 'opted-out' },
		});
		expect(await stage.sender.send(intent, stage.content)).not.toHaveProperty('error');
	});
});

describe('once', () => {
	it('a repeat under the same key sends nothing and gives the first outcome', async () => {
		const first = await send({ once: 'order 7' });
		const second = await send({ once: 'order 7' });
		expect(second).toEqual({ ...first, repeated: true });
		expect(sent()).toHaveLength(1);
	});

	it('twenty at the same time under one key send one message', async () => {
		const outcomes = await Promise.all(Array.from({ length: 20 }, () => send({ once: 'order 7' })));
		expect(sent()).toHaveLength(1);
		expect(outcomes.filter(({ repeated }) => !repeated)).toHaveLength(1);
	});

	it('another key, or none, sends', async () => {
		await send({ once: 'order 7' });
		await send({ once: 'order 8' });
		await send();
		expect(sent()).toHaveLength(3);
	});

	it('what was held or refused may be tried again under its key', async () => {
		const intent = { ...stage.intent, template: undefined };
		expect(await stage.sender.send(intent, stage.content, { once: 'order 7' })).toMatchObject({
			action: 'skip',
		});
		expect(await send({ once: 'order 7' })).toMatchObject({ action: 'template' });
	});

	it('what the gateway refused may be tried again under its key, as it is proven that nothing went out', async () => {
		const options = { once: 'order 7', as: 'freeform' as const };
		expect(await send(options)).toMatchObject({ error: { code: 131047 } });
		await stage.sandbox.control.customerWrites({ from: CUSTOMER, text: 'Hi' });
		expect(await send(options)).toMatchObject({ action: 'freeform', messageId: sent()[0]?.id });
	});

	it('a lost answer counts as maybe sent: it is not sent again, and a later status settles it', async () => {
		await stage.sandbox.control.faults({ loseAnswer: true, path: '/messages', times: 1 });
		expect(await send({ once: 'order 7' })).toMatchObject({ error: { effect: 'unknown-outcome' } });
		expect(await send({ once: 'order 7' })).toMatchObject({ rule: 'unconfirmed', repeated: true });
		expect(sent()).toHaveLength(1);

		await stage.hear();
		expect(await send({ once: 'order 7' })).toMatchObject({
			action: 'template',
			messageId: sent()[0]?.id,
			repeated: true,
		});
		expect(sent()).toHaveLength(1);
	});
});

describe('what may go wrong', () => {
	it.each([-5, 5])('a local clock that is %p hours off does no harm', async (hours) => {
		const wrong = await openStage({ now: () => Date.now() + hours * HOUR });
		await wrong.sandbox.control.customerWrites({ from: CUSTOMER, text: 'Hi' });
		await wrong.hear();
		expect(await wrong.sender.send(wrong.intent, wrong.content)).toMatchObject({ action: 'freeform' });
		await wrong.sandbox.clock.advance(24 * HOUR + 1_000);
		expect(await wrong.sender.send(wrong.intent, wrong.content)).toMatchObject({ action: 'template' });
		expect(wrong.sandbox.control.violations()).toEqual([]);
		await wrong.close();
	});

	it('a gateway that is gone is an error that may be retried, and sends nothing', async () => {
		await send();
		await stage.sandbox.close();
		expect(await send({ once: 'order 7' })).toMatchObject({ action: 'template', error: { effect: 'retry' } });
	});

	it('an unknown template at a gateway that is gone is held with the error', async () => {
		await stage.sandbox.close();
		expect(await send()).toMatchObject({
			action: 'hold',
			rule: 'template-never-seen',
			error: { effect: 'retry' },
		});
	});

	it('many at the same time look an unknown template up once', async () => {
		const listAll = jest.spyOn(stage.gateway.templates, 'listAll');
		const recipients = Array.from({ length: 10 }, (_, index) => `49170555000${index}`);
		await Promise.all(recipients.map((to) => stage.sender.send({ ...stage.intent, to }, stage.content)));
		expect(listAll).toHaveBeenCalledTimes(1);
		expect(sent()).toHaveLength(10);
	});
});

describe('decide', () => {
	it('says what send would do, learns the template, and sends nothing', async () => {
		expect(await stage.sender.decide({ ...stage.intent, freeform: true })).toMatchObject({
			action: 'template',
		});
		expect(sent()).toEqual([]);
	});
});
