import type { RetentionPart, Store } from '../../engine';
import { createEngine, DEFAULT_RETENTION, forgetOld, parseWebhook, RETENTION_PARTS } from '../../engine';
import { NOW } from '../support/engine-scene';
import { ANY_SLOT } from '../support/slots';
import { standingClock } from '../support/standing-clock';
import type { StorePlace } from '../support/stores';
import { DATABASES } from '../support/stores';
import { CHANNEL, CUSTOMER, customerMessage, DAY, HOUR, preference } from '../support/wire';

const USER = 'DE.13491208655302741918';

describe.each(DATABASES)('%s', (_, placeOf) => {
	let place: StorePlace;
	let store: Store;
	const clock = standingClock();
	beforeEach(async () => {
		place = placeOf();
		clock.now = NOW;
		store = await place.open(clock);
	});
	afterEach(() => place.remove());

	const count = async (table: string) => (await place.rows(table)).length;
	const message = (at: number) => parseWebhook(customerMessage({ at, from: CUSTOMER }), at)[0]!;

	/** Puts something into each part of the store, as old as this. */
	const PUT: Readonly<Record<RetentionPart, (at: number) => Promise<void>>> = {
		async events(at) {
			await store.commitEvents([{ event: message(at), changes: {} }], at);
		},
		async starts(at) {
			clock.now = at;
			const start = { trigger: 't', eventIds: new Set([message(at).id]), leaseMs: 1 };
			await store.commitEvents([{ event: message(at), changes: {} }], at, start);
			await store.settleStarts('t', [message(at).id], 'confirmed');
		},
		async deadLetters(at) {
			await store.inbox.subscribe({ id: 's', partitions: 1, from: 'now' }, at);
			await PUT.events(at);
			const batch = await store.inbox.claim('s', { limit: 1, leaseMs: 1, token: String(at) });
			await store.inbox.settle(batch!, { kind: 'failed' }, at);
		},
		async sends(at) {
			const send = { channel: CHANNEL, contact: CUSTOMER, action: 'freeform', state: 'sending' } as const;
			await store.sends.begin({ ...send, key: String(at), at }, ANY_SLOT);
			await store.sends.end(String(at), { state: 'accepted', messageId: `wamid.${at}` });
		},
		async recipients(at) {
			const policy = { name: 'strict', version: 2 };
			const id = String(at);
			await store.campaigns.open({ id, channel: CHANNEL, kept: false, policy, plannedAt: at });
			const recipient = { contact: CUSTOMER, content: {}, state: 'planned', due: 0 } as const;
			await store.campaigns.plan({ channel: CHANNEL, id }, [recipient]);
			await store.campaigns.skipWaiting(
				{ channel: CHANNEL, id },
				{ rule: 'end', reason: 'It ended.', at: 1 },
				10,
			);
		},
		async sentTexts(at) {
			const sent = {
				channel: CHANNEL,
				contact: CUSTOMER,
				messageId: `wamid.${at}`,
				type: 'text',
				text: 'Hi',
			};
			const register = { scope: CHANNEL, subject: CUSTOMER, rank: 1, id: 'e', at };
			const holder = { ...register, name: 'holder', value: 'business' };
			await store.apply({ registers: [holder], sentTexts: [{ ...sent, at }] });
		},
		async decisions(at) {
			const decided = { key: String(at), channel: CHANNEL, contact: CUSTOMER, at } as const;
			store.decisions.note({ ...decided, action: 'skip', rule: 'no-template' });
			await store.decisions.ofSends([]);
		},
		async conversations(at) {
			const register = { scope: CHANNEL, subject: `customer ${at}`, rank: 1, id: 'e', at };
			await store.apply({ registers: [{ ...register, name: 'window', value: 'open' }] });
		},
	};

	const TABLE: Readonly<Record<RetentionPart, string>> = {
		events: 'inbox',
		starts: 'start',
		deadLetters: 'dead_letter',
		sends: 'send',
		recipients: 'campaign',
		sentTexts: 'sent_text',
		decisions: 'decision',
		conversations: 'register',
	};

	/** What tells that somebody has the turn: an hour has passed. */
	const later = NOW + HOUR;

	describe.each(RETENTION_PARTS)('%s', (part) => {
		const keptFor = DEFAULT_RETENTION[part];
		it('are kept for as long as the store is set to, and not longer', async () => {
			await PUT[part](NOW - keptFor - 1);
			await PUT[part](NOW - keptFor);
			expect(await count(TABLE[part])).toBe(2);
			await forgetOld(store, NOW);
			expect(await count(TABLE[part])).toBe(1);
		});

		it('are kept for another time if the store is set so', async () => {
			await store.retention.set({ [part]: keptFor + DAY });
			await PUT[part](NOW - keptFor - 1);
			await forgetOld(store, NOW);
			expect(await count(TABLE[part])).toBe(1);
			await forgetOld(store, NOW + DAY);
			expect(await count(TABLE[part])).toBe(0);
		});
	});

	describe('the setting', () => {
		it('is one for everyone who uses the store, and the newest value applies', async () => {
			const other = await place.open();
			await other.retention.set({ events: 20 * DAY });
			await store.retention.set({ events: 30 * DAY, sends: DAY });
			const times = { ...DEFAULT_RETENTION, events: 30 * DAY, sends: DAY };
			expect(await other.retention.read()).toEqual({ times });
		});

		it('says when old things were last forgotten', async () => {
			await forgetOld(store, NOW);
			expect(await store.retention.read()).toMatchObject({ forgottenAt: NOW });
		});
	});

	describe('whoever runs forgets', () => {
		const put = () => PUT.conversations(0);
		const left = () => count('register');

		it('once an hour, whoever was first', async () => {
			const other = await place.open();
			await forgetOld(store, NOW);
			await put();
			await forgetOld(other, later - 1);
			expect(await left()).toBe(1);
			await forgetOld(other, later);
			expect(await left()).toBe(0);
		});

		it('a turn that a clock took that was ahead holds nobody back', async () => {
			await forgetOld(store, NOW + 300 * DAY);
			await put();
			await forgetOld(store, NOW);
			expect(await left()).toBe(0);
		});

		it('also by the clock of a gateway that is behind, so that nothing goes too early', async () => {
			await createEngine({ store, now: () => NOW }).observeClock(CHANNEL, NOW - 10 * DAY);
			await PUT.events(NOW - 9 * DAY);
			await forgetOld(store, NOW + 2 * HOUR);
			expect(await count('inbox')).toBe(1);
		});
	});

	describe('a conversation that ended long ago', () => {
		const OLD = NOW - DEFAULT_RETENTION.conversations - DAY;
		const identified = (at: number) => {
			const body = customerMessage({ at, from: CUSTOMER }) as never as {
				entry: Array<{ changes: Array<{ value: { contacts: object[] } }> }>;
			};
			Object.assign(body.entry[0]!.changes[0]!.value.contacts[0]!, { user_id: USER });
			return body;
		};
		async function take(at: number, ...bodies: unknown[]): Promise<void> {
			const engine = createEngine({ store, now: () => at });
			for (const body of bodies) await engine.ingest(parseWebhook(body, at));
		}
		const subjects = async () =>
			((await place.rows('register')) as Array<{ subject: string; name: string }>)
				.filter(({ subject }) => subject !== '')
				.map(({ name }) => name);

		const GRACE = DEFAULT_RETENTION.events;
		/** Twice, with so much time between that a name alone would go. */
		async function forgetAgainAndAgain(): Promise<void> {
			await store.retention.set({ sends: 1_000 * DAY });
			await forgetOld(store, store.runtime.now());
			await forgetOld(store, store.runtime.now() + GRACE + HOUR);
		}

		it('leaves no names of the customer, once late events can no longer need them', async () => {
			await take(OLD, identified(OLD));
			const now = store.runtime.now();
			await forgetOld(store, now);
			expect([await count('alias'), await subjects()]).toEqual([1, ['owner']]);
			await forgetOld(store, now + GRACE - HOUR);
			expect(await count('alias')).toBe(1);
			await forgetOld(store, now + GRACE + HOUR);
			expect([await count('alias'), await subjects()]).toEqual([0, []]);
		});

		it('leaves a name that was learned alone until then', async () => {
			await store.apply({ aliases: [{ scope: CHANNEL, alias: 'US.77', contact: 'US.78' }] });
			const now = store.runtime.now();
			await forgetOld(store, now);
			expect(await count('alias')).toBe(1);
			await forgetOld(store, now + GRACE + HOUR);
			expect(await count('alias')).toBe(0);
		});

		it('leaves the names of one who was heard of since', async () => {
			await take(OLD, identified(OLD));
			await take(NOW, identified(NOW));
			await forgetOld(store, later + DAY);
			expect([await count('alias'), (await subjects()).sort()]).toEqual([
				1,
				['holder', 'owner', 'profile-name', 'window'],
			]);
		});

		it('leaves the names of one to whom something was sent', async () => {
			await take(OLD, identified(OLD));
			await PUT.sends(NOW);
			await forgetAgainAndAgain();
			expect([await count('alias'), await subjects()]).toEqual([1, ['owner']]);
		});

		it('leaves what the customer opted out of, under all names', async () => {
			await take(OLD, identified(OLD), preference({ at: OLD, value: 'stop' }));
			await forgetAgainAndAgain();
			expect(await count('alias')).toBe(1);
			const { optedOut } = await createEngine({ store }).conversation({ channel: CHANNEL, to: USER });
			expect([...optedOut]).toEqual(['MARKETING']);
		});
	});

	it('hashes of what was erased go with what they stand for', async () => {
		await PUT.events(NOW);
		await PUT.sends(NOW);
		await store.customers.erase({ channel: CHANNEL, name: CUSTOMER });
		expect(await count('erased')).toBe(2);
		await forgetOld(store, NOW + DEFAULT_RETENTION.events + 1);
		expect(await count('erased')).toBe(1);
		await forgetOld(store, NOW + DEFAULT_RETENTION.sends + 1);
		expect([await count('erased'), await count('send')]).toEqual([0, 0]);
	});

	it('a kept message that never went out goes once it is known for that long that it will not', async () => {
		const policy = { name: 'strict', version: 2 };
		const kept = { channel: CHANNEL, id: 'kept:1' };
		await store.campaigns.open({ ...kept, kept: true, policy, plannedAt: NOW });
		const recipient = { contact: CUSTOMER, content: {}, state: 'held', due: 0 } as const;
		await store.campaigns.plan(kept, [recipient]);
		await store.campaigns.skipWaiting(kept, { rule: 'until', reason: 'Too late.', at: 1 }, 10);
		const now = store.runtime.now();
		await forgetOld(store, now);
		expect(await count('send')).toBe(1);
		await forgetOld(store, now + DEFAULT_RETENTION.sends + DAY);
		expect(await count('send')).toBe(0);
	});

	it('tables of several pieces are looked through to their end, unless the work is told to end between two pieces', async () => {
		const registers = Array.from({ length: 2_500 }, (__, index) => ({
			scope: CHANNEL,
			subject: `customer ${index}`,
			name: 'holder',
			at: 0,
			rank: 1,
			id: 'e',
			value: 'business',
		}));
		await store.apply({ registers });
		const events = Array.from({ length: 1_500 }, (__, index) => ({ ...message(0), id: `event ${index}` }));
		await store.commitEvents(
			events.map((event) => ({ event, changes: {} })),
			0,
		);
		const old = { events: NOW, sends: NOW, conversations: NOW };
		await expect(store.prune(old, AbortSignal.abort(new Error('closing')))).rejects.toThrow('closing');
		expect(await count('inbox')).toBe(1_500);
		expect(await store.prune(old)).toBe(1_500);
		expect([await count('register'), await count('inbox')]).toEqual([0, 0]);
	});
});
