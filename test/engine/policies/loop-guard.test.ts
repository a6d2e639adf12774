import type { Engine, PolicyDocument, SendRecord, Store } from '../../../engine';
import { createEngine, parseWebhook, policies } from '../../../engine';
import { INTENT, NOW } from '../../support/engine-scene';
import { ANY_SLOT } from '../../support/slots';
import { standingClock } from '../../support/standing-clock';
import type { StorePlace } from '../../support/stores';
import { DATABASES } from '../../support/stores';
import { CHANNEL, CUSTOMER, customerMessage, DAY, HOUR, MINUTE } from '../../support/wire';

const guarded: PolicyDocument = {
	...policies.strict,
	name: 'mine',
	rules: policies.strict.rules.map((rule) =>
		rule.name === 'loop-guard' ? { ...rule, enabled: true } : rule,
	),
};

describe.each(DATABASES)('%s', (_, placeOf) => {
	let place: StorePlace;
	let store: Store;
	let engine: Engine;
	const clock = standingClock();
	beforeEach(async () => {
		place = placeOf();
		clock.now = NOW;
		store = await place.open(clock);
		engine = createEngine({ store, policy: guarded, now: () => clock.now });
		await wrote(HOUR);
	});
	afterEach(() => place.remove());

	const wrote = (ago: number) => engine.ingest(parseWebhook(customerMessage({ at: NOW - ago }), NOW));

	let keys = 0;
	async function sent(ago: number, more: Partial<SendRecord> = {}): Promise<void> {
		const send = { channel: CHANNEL, contact: CUSTOMER, action: 'freeform', state: 'accepted' } as const;
		await store.sends.begin({ key: `k${(keys += 1)}`, ...send, at: NOW - ago, ...more }, ANY_SLOT);
	}
	const sendTimes = async (count: number, ago: number, more: Partial<SendRecord> = {}) => {
		for (let left = count; left > 0; left -= 1) await sent(ago, more);
	};

	const decide = async () => {
		const { rule, retryAt, facts } = await engine.decide(INTENT);
		return { rule, count: facts.messagesSinceReply, retryAt };
	};
	const GOES_OUT = { rule: 'window-open', retryAt: undefined };
	const held = { rule: 'loop-guard', retryAt: NOW + 23 * HOUR };

	describe('at most 5 messages since the customer last wrote', () => {
		it('the fifth goes out, and the sixth is held until the window closes', async () => {
			await sendTimes(4, MINUTE);
			expect(await decide()).toEqual({ ...GOES_OUT, count: 4 });
			await sent(MINUTE);
			expect(await decide()).toEqual({ ...held, count: 5 });
		});

		it('a message of the customer begins the count again', async () => {
			await sendTimes(9, MINUTE);
			await wrote(0);
			expect(await decide()).toEqual({ ...GOES_OUT, count: 0 });
		});

		it('one at the time of the customer’s message counts, one before doesn’t', async () => {
			await sent(HOUR);
			await sent(HOUR + 1);
			expect((await decide()).count).toBe(1);
		});

		it.each<[string, Partial<SendRecord>, number]>([
			['what may be on its way counts', { state: 'sending' }, 1],
			['what nobody knows the end of counts', { state: 'unconfirmed' }, 1],
			['a template counts', { action: 'template' }, 1],
			['what failed doesn’t', { state: 'failed' }, 0],
			['nor what another customer got', { contact: '491700000001' }, 0],
			['nor what another number sent', { channel: '999' }, 0],
		])('%s', async (__, more, count) => {
			await sent(MINUTE, more);
			expect((await decide()).count).toBe(count);
		});

		it('what the gateway refused was forgotten, and doesn’t count', async () => {
			await sent(MINUTE, { key: 'refused' });
			await store.sends.forget('refused');
			expect((await decide()).count).toBe(0);
		});

		it('in a closed window nothing counts: other rules decide about templates', async () => {
			await sendTimes(9, MINUTE);
			clock.now = NOW + 23 * HOUR;
			expect(await decide()).toMatchObject({ rule: 'template-never-seen', count: 0 });
		});
	});

	describe('at most 100 messages in 24 hours, as a bot on the other side answers each', () => {
		it('at 99 it goes out, at 100 it is held', async () => {
			await sendTimes(99, HOUR + MINUTE);
			expect(await decide()).toEqual({ ...GOES_OUT, count: 0 });
			await sent(HOUR + MINUTE);
			expect(await decide()).toEqual({ ...held, count: 0 });
		});

		it('those of 24 hours ago don’t count', async () => {
			await sendTimes(100, DAY);
			expect(await decide()).toEqual({ ...GOES_OUT, count: 0 });
		});
	});

	it('a decision names what it counted, so that it is counted again when the message begins', async () => {
		await sendTimes(3, MINUTE);
		expect((await engine.decide(INTENT)).caps).toEqual([
			{ counter: 'messagesSinceReply', within: DAY, since: NOW - HOUR, below: 5 },
			{ counter: 'messagesSent', within: DAY, below: 100 },
		]);
	});

	it('begun by two workers at once, no more go out than the rule allows', async () => {
		await sendTimes(4, MINUTE);
		const { caps } = await engine.decide(INTENT);
		const send = { channel: CHANNEL, contact: CUSTOMER, action: 'freeform', state: 'sending' } as const;
		const begin = (key: string) => store.sends.begin({ key, ...send, at: NOW }, ANY_SLOT, caps);
		const begun = await Promise.all([begin('a'), begin('b')]);
		expect(begun.filter((one) => 'slot' in one)).toHaveLength(1);
		expect(begun.filter((one) => 'capReached' in one)).toHaveLength(1);
	});

	it('messages from before the customer wrote aren’t counted when it begins', async () => {
		await sendTimes(9, HOUR + MINUTE);
		await sendTimes(4, MINUTE);
		const { caps } = await engine.decide(INTENT);
		expect(caps).toContainEqual(expect.objectContaining({ counter: 'messagesSinceReply', below: 5 }));
		const send = { channel: CHANNEL, contact: CUSTOMER, action: 'freeform', state: 'sending' } as const;
		expect(await store.sends.begin({ key: 'a', ...send, at: NOW }, ANY_SLOT, caps)).toHaveProperty('slot');
	});
});
