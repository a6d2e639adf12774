import { definePolicy, type Intent, policies, writeCallbackData } from '../../../engine';
import { INTENT, listed, NOW, OFFER, openEngineScene, type EngineScene } from '../../support/engine-scene';
import {
	CHANNEL,
	customerMessage,
	CUSTOMER,
	DAY,
	GROUP,
	HOUR,
	messageStatus,
	MINUTE,
	SECOND,
} from '../../support/wire';

let scene: EngineScene;
beforeEach(async () => {
	scene = await openEngineScene();
	await scene.engine.record(listed('APPROVED', { at: NOW - DAY }));
});
afterEach(() => scene.close());

const decideAt = (at: number, intent: Partial<Intent> = {}) => {
	scene.clock.now = at;
	return scene.engine.decide({ ...INTENT, ...intent });
};

const FREEFORM_ONLY = { template: undefined };
const TEMPLATE_ONLY = { freeform: false };

describe('a conversation is active until 24 hours after the customer’s last message', () => {
	beforeEach(() => scene.receive(customerMessage({ at: NOW })));

	it.each([
		['at the same millisecond', 0, 'freeform', 'window-open'],
		['an hour later', HOUR, 'freeform', 'window-open'],
		['at 24 h − 1 ms', DAY - 1, 'freeform', 'window-open'],
		['at exactly 24 h', DAY, 'skip', 'no-template'],
		['at 24 h + 1 ms', DAY + 1, 'skip', 'no-template'],
	])('freeform alone, %s: %d ms → %s', async (_, after, action, rule) => {
		expect(await decideAt(NOW + after, FREEFORM_ONLY)).toMatchObject({ action, rule });
	});

	it.each([
		['60 s before it closes', DAY - MINUTE, 'freeform', 'window-open'],
		['1 ms before it closes', DAY - 1, 'freeform', 'window-open'],
		['at the millisecond it closes', DAY, 'template', 'template'],
		['1 ms after it closed', DAY + 1, 'template', 'template'],
	])(
		'freeform may go out for the full 24 hours; with a usable template, %s: %d ms → %s',
		async (_, after, action, rule) => {
			const decision = await decideAt(NOW + after);
			expect(decision).toMatchObject({ action, rule });
			expect(decision.retryAt).toBeUndefined();
		},
	);

	it.each([
		['template alone, window just opened', 0, 'hold', 'template-in-active-conversation', NOW + DAY],
		[
			'template alone, 24 h − 60 s − 1 ms',
			DAY - MINUTE - 1,
			'hold',
			'template-in-active-conversation',
			NOW + DAY,
		],
		['template alone, 24 h − 1 ms', DAY - 1, 'hold', 'template-in-active-conversation', NOW + DAY],
		['template alone, exactly 24 h', DAY, 'template', 'template', undefined],
	])('%s (%d ms) → %s', async (_, after, action, rule, retryAt) => {
		const decision = await decideAt(NOW + after, TEMPLATE_ONLY);
		expect(decision).toMatchObject({ action, rule });
		expect(decision.retryAt).toBe(retryAt);
	});

	it('neither freeform nor a template → skip', async () => {
		const nothing = { ...FREEFORM_ONLY, ...TEMPLATE_ONLY };
		expect(await decideAt(NOW, nothing)).toMatchObject({ action: 'skip', rule: 'no-template' });
	});

	it('a newer message opens it anew, an older one that comes late does not shorten it', async () => {
		scene.clock.now = NOW + HOUR;
		await scene.receive(customerMessage({ at: NOW + HOUR }), customerMessage({ at: NOW + SECOND }));
		expect((await decideAt(NOW + 2 * HOUR)).facts.windowClosesAt).toBe(NOW + HOUR + DAY);
	});
});

describe('any message of the customer opens the window', () => {
	it.each([
		'text',
		'image',
		'audio',
		'video',
		'document',
		'sticker',
		'location',
		'contacts',
		'button',
		'interactive',
		'order',
		'reaction',
		'unsupported',
		'unknown',
		'a type that is new',
	])('a message of type %s opens it', async (type) => {
		await scene.receive(customerMessage({ at: NOW, type }));
		expect((await decideAt(NOW)).facts.window).toBe('open');
	});

	it.each(['system', 'request_welcome', 'edit', 'revoke'])('a message of type %s does not', async (type) => {
		await scene.receive(customerMessage({ at: NOW, type }));
		expect((await decideAt(NOW)).facts.window).toBe('closed');
	});

	it('a message while the agent holds (standby) opens it too', async () => {
		await scene.receive(customerMessage({ at: NOW, standby: true }));
		expect((await decideAt(NOW)).facts).toMatchObject({ window: 'open', holder: 'agent' });
	});

	it('a message to another number of the business does not open this one’s', async () => {
		await scene.receive(customerMessage({ at: NOW, channel: '999' }));
		expect((await decideAt(NOW)).facts.window).toBe('closed');
	});

	it('a customer who never wrote has no window', async () => {
		expect(await decideAt(NOW)).toMatchObject({ action: 'template', rule: 'template' });
	});
});

describe('a group has one window for all members', () => {
	const toGroup = { to: GROUP, recipientType: 'group' as const, template: undefined };
	beforeEach(() => scene.receive(customerMessage({ at: NOW, group: GROUP })));

	it('a member’s message opens it for the group', async () => {
		expect(await decideAt(NOW, toGroup)).toMatchObject({ action: 'freeform', rule: 'window-open' });
	});

	it('another member’s message prolongs it', async () => {
		scene.clock.now = NOW + HOUR;
		await scene.receive(customerMessage({ at: NOW + HOUR, from: '4915111', group: GROUP }));
		expect((await decideAt(NOW + 2 * HOUR, toGroup)).facts.windowClosesAt).toBe(NOW + HOUR + DAY);
	});

	it('it closes 24 hours after the last member’s message', async () => {
		expect(await decideAt(NOW + DAY, toGroup)).toMatchObject({ action: 'skip', rule: 'no-template' });
	});

	it('it does not open the member’s own conversation', async () => {
		expect((await decideAt(NOW, { to: CUSTOMER })).facts.window).toBe('closed');
	});

	it('a group whose id looks like a number is found by that id', async () => {
		const id = '4917012345-1400000000';
		await scene.receive(customerMessage({ at: NOW, group: id, id: 'wamid.other' }));
		expect((await decideAt(NOW, { ...toGroup, to: id })).facts.window).toBe('open');
	});
});

describe('what the caller knows of the customer’s last message counts where it is newer', () => {
	it('opens a window that we saw no message for', async () => {
		expect((await decideAt(NOW, { lastInboundAt: NOW - HOUR })).facts).toMatchObject({
			window: 'open',
			windowClosesAt: NOW - HOUR + DAY,
		});
	});

	it.each([
		['24 h − 1 ms ago', DAY - 1, 'open'],
		['exactly 24 h ago', DAY, 'closed'],
	])('%s → %s', async (_, ago, window) => {
		expect((await decideAt(NOW, { lastInboundAt: NOW - (ago as number) })).facts.window).toBe(window);
	});

	it('does not shorten a window that we saw a newer message for', async () => {
		await scene.receive(customerMessage({ at: NOW }));
		expect((await decideAt(NOW, { lastInboundAt: NOW - HOUR })).facts.windowClosesAt).toBe(NOW + DAY);
	});

	it('a time in the future, however far, counts as now', async () => {
		const decision = await decideAt(NOW, { lastInboundAt: NOW * 1_000_000 });
		expect(decision).toMatchObject({ action: 'freeform', facts: { windowClosesAt: NOW + DAY } });
	});
});

describe('what the gateway answers wins over what we believed', () => {
	const refused = (error: { code?: number; title?: string; details?: string }, at: number) =>
		scene.engine.record({ kind: 'refused', channel: CHANNEL, to: CUSTOMER, template: OFFER, at, error });

	it('131047 closes the window as of that message’s send time', async () => {
		await scene.receive(customerMessage({ at: NOW }));
		await refused({ code: 131047 }, NOW + HOUR);
		expect(await decideAt(NOW + HOUR)).toMatchObject({ action: 'template', rule: 'template' });
	});

	it('a message of the customer after that opens it again', async () => {
		await refused({ code: 131047 }, NOW);
		await scene.receive(customerMessage({ at: NOW + SECOND }));
		expect((await decideAt(NOW + SECOND)).facts.window).toBe('open');
	});

	it('a message of the customer in the same second opens it: it must have come after', async () => {
		await refused({ code: 131047 }, NOW + 500);
		await scene.receive(customerMessage({ at: NOW }));
		expect((await decideAt(NOW + SECOND)).facts.window).toBe('open');
	});

	it('a refusal that is heard late does not close what a later message opened', async () => {
		await scene.receive(customerMessage({ at: NOW + MINUTE }));
		await refused({ code: 131047 }, NOW);
		expect((await decideAt(NOW + HOUR)).facts.window).toBe('open');
	});

	it.each([
		['sent before the customer wrote again: the window stays open', -MINUTE, 'open'],
		['sent after the customer wrote: it closes the window', MINUTE, 'closed'],
	])('131047 in a late failed status, %s', async (_, sentAfter, window) => {
		const callbackData = writeCallbackData({ sentAt: NOW + sentAfter, key: 'k' });
		scene.clock.now = NOW + HOUR;
		await scene.receive(
			customerMessage({ at: NOW }),
			messageStatus({ at: NOW + HOUR, status: 'failed', code: 131047, callbackData }),
		);
		expect((await decideAt(NOW + HOUR)).facts.window).toBe(window);
	});

	it('a template refused because of an active conversation opens the window', async () => {
		await refused({ code: 132018, details: 'A template cannot be sent in an active conversation' }, NOW);
		expect(await decideAt(NOW)).toMatchObject({ action: 'freeform', rule: 'window-open' });
	});
});

describe('the rule window-closing, switched on in a policy of its own', () => {
	const cautious = definePolicy({
		...policies.strict,
		name: 'cautious',
		rules: policies.strict.rules.map((rule) =>
			rule.name === 'window-closing' ? { ...rule, enabled: true } : rule,
		),
	});
	const decideCautiously = async (at: number) => {
		scene.clock.now = at;
		return scene.engine.withPolicy(cautious).decide(INTENT);
	};
	beforeEach(() => scene.receive(customerMessage({ at: NOW })));

	it.each([
		['60 s + 1 ms before it closes', DAY - MINUTE - 1, 'freeform', 'window-open', undefined],
		['exactly 60 s before it closes', DAY - MINUTE, 'hold', 'window-closing', NOW + DAY],
		['1 ms before it closes', DAY - 1, 'hold', 'window-closing', NOW + DAY],
		['at the millisecond it closes', DAY, 'template', 'template', undefined],
	])('with a usable template, %s: %d ms → %s', async (_, after, action, rule, retryAt) => {
		const decision = await decideCautiously(NOW + after);
		expect(decision).toMatchObject({ action, rule });
		expect(decision.retryAt).toBe(retryAt);
	});

	it('an unusable template does not hold freeform back in the last minute', async () => {
		await scene.engine.record(listed('DISABLED'));
		expect(await decideCautiously(NOW + DAY - SECOND)).toMatchObject({
			action: 'freeform',
			rule: 'window-open',
		});
	});
});
