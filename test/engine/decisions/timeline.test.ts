import type { Engine, Store } from '../../../engine';
import { createEngine, parseWebhook } from '../../../engine';
import { timelineOf } from '../../../engine/decisions/timeline';
import { NOW } from '../../support/engine-scene';
import fc from '../../support/properties';
import { standingClock } from '../../support/standing-clock';
import type { StorePlace } from '../../support/stores';
import { DATABASES } from '../../support/stores';
import { CHANNEL, CUSTOMER, customerMessage, handover, HOUR, MINUTE, SECOND } from '../../support/wire';

describe.each(DATABASES)('the order of a timeline in %s', (_, placeOf) => {
	let place: StorePlace;
	let store: Store;
	let engine: Engine;
	const clock = standingClock();
	beforeEach(async () => {
		place = placeOf();
		clock.now = NOW;
		store = await place.open(clock);
		engine = createEngine({ store });
	});
	afterEach(() => place.remove());

	/** At our time, something comes that the platform dated. */
	async function comes(now: number, body: object): Promise<void> {
		clock.now = now;
		await engine.ingest(parseWebhook(body, now));
	}

	const says = (now: number, text: string, at: number) =>
		comes(now, customerMessage({ at, text, id: `wamid.${text}` }));

	/** Something is decided by what is known then. */
	async function decides(now: number): Promise<void> {
		clock.now = now;
		const at = await engine.now(CHANNEL);
		const note = { channel: CHANNEL, contact: CUSTOMER, at, why: 'So it was.', rule: 'r' } as const;
		store.decisions.note({ ...note, key: `key ${at}`, action: 'skip' });
	}

	async function told(): Promise<string[]> {
		const now = await engine.now(CHANNEL);
		const happened = await store.conversations.happenings({
			channel: CHANNEL,
			contact: CUSTOMER,
			limit: 100,
		});
		return timelineOf(happened, new Map(), now).map(
			({ kind, sentence }) => /“(.*)”/.exec(sentence)?.[1] ?? kind,
		);
	}

	it('has what a workflow told of the customer, of each kind the newest', async () => {
		const about = { channel: CHANNEL, to: CUSTOMER };
		const sentences = async () => {
			const now = await engine.now(CHANNEL);
			const query = { channel: CHANNEL, contact: CUSTOMER, limit: 100 };
			return timelineOf(await store.conversations.happenings(query), new Map(), now).flatMap(
				({ kind, sentence }) => (kind === 'told' ? [sentence] : []),
			);
		};
		await engine.record({ kind: 'sent', ...about, messageId: 'wamid.1', at: NOW });
		expect(await sentences()).toEqual([]);
		await engine.record({ kind: 'human-set', ...about, active: true, called: true, at: NOW });
		await engine.record({ kind: 'holder-set', ...about, holder: 'agent', at: NOW + SECOND });
		await engine.record({
			kind: 'opt-out-set',
			...about,
			categories: ['MARKETING'],
			value: 'stop',
			at: NOW + 2 * SECOND,
		});
		expect(await sentences()).toEqual([
			'A workflow called someone on your team to answer.',
			'The business agent holds the conversation from now on, as a workflow said.',
			'The customer opted out of marketing messages, as a workflow said.',
		]);
		await engine.record({ kind: 'human-set', ...about, active: false, at: NOW + 3 * SECOND });
		expect((await sentences()).at(-1)).toBe(
			'A workflow said that nobody on your team is answering any longer.',
		);
		// The call stays: what came after it doesn't undo that somebody was called.
		expect((await sentences())[0]).toBe('A workflow called someone on your team to answer.');
		expect(await sentences()).toHaveLength(4);
	});

	it('has what came after a decision in the same second after it', async () => {
		await says(NOW + 100, 'before', NOW);
		await decides(NOW + 300);
		await says(NOW + 700, 'after', NOW);
		expect(await told()).toEqual(['before', 'decision', 'after']);
	});

	it('has what a decision saw before it, although the platform’s clock is ahead of ours', async () => {
		await says(NOW, 'before', NOW + 4 * SECOND);
		await decides(NOW + 300);
		await says(NOW + 700, 'after', NOW + 4 * SECOND);
		expect(await told()).toEqual(['before', 'decision', 'after']);
	});

	it('does so by a clock that is hours ahead', async () => {
		await engine.observeClock(CHANNEL, NOW + 25 * HOUR);
		await says(NOW + 100, 'before', NOW + 25 * HOUR);
		await decides(NOW + 300);
		await says(NOW + 700, 'after', NOW + 25 * HOUR);
		expect(await told()).toEqual(['before', 'decision', 'after']);
	});

	it('has what came late where it belongs by its date, in the order in which it came', async () => {
		await decides(NOW - 1);
		await decides(NOW + 300);
		await says(NOW + 10 * MINUTE, 'late', NOW);
		await says(NOW + 11 * MINUTE, 'later', NOW);
		expect(await told()).toEqual(['decision', 'late', 'later', 'decision']);
	});

	it('goes by the date if our clock was set since', async () => {
		await says(NOW + 100, 'before', NOW);
		await decides(NOW + 300);
		await engine.observeClock(CHANNEL, NOW + 25 * HOUR);
		expect(await told()).toEqual(['before', 'decision']);
	});

	it('of one second is that in which it came', async () => {
		for (const [index, text] of ['one', 'two', 'three'].entries()) await says(NOW + index, text, NOW);
		await comes(NOW + 5, handover({ at: NOW, contact: CUSTOMER, to: 'agent' }));
		await says(NOW + 6, 'four', NOW);
		expect(await told()).toEqual(['one', 'two', 'three', 'handover', 'four']);
	});
});

describe('a message in the second of a question, received later', () => {
	const [event] = parseWebhook(customerMessage({ at: NOW, id: 'wamid.reply' }));
	const received = [
		{ ...event, receivedAt: NOW + 5 * SECOND } as Parameters<typeof timelineOf>[0]['received'][number],
	];
	const ofQuestion = { channel: CHANNEL, contact: CUSTOMER, messageId: 'wamid.question' };
	const question = {
		...ofQuestion,
		key: 'question',
		action: 'freeform',
		state: 'delivered',
		at: NOW + 400,
	} as Parameters<typeof timelineOf>[0]['sends'][number];
	const kindsWith = (eventId: string | undefined) =>
		timelineOf(
			{
				received,
				told: [],
				decisions: [],
				sends: [question],
				statuses: [],
				waits: [
					{
						...ofQuestion,
						id: '1',
						question: { kind: 'text' },
						askedAt: NOW + 300,
						claimed: true,
						...(eventId !== undefined && { eventId }),
					} as Parameters<typeof timelineOf>[0]['waits'][number],
				],
				texts: [],
				campaigns: [],
			},
			new Map(),
			NOW + MINUTE,
		).map(({ kind }) => kind);

	it('comes after the question if it answers it', () =>
		expect(kindsWith(event!.id)).toEqual(['wait', 'sent', 'message']));

	it('goes by its date if it answers nothing', () =>
		expect(kindsWith(undefined)).toEqual(['message', 'wait', 'sent']));
});

it('what a decision saw stands before it, and what came in its second afterwards stands after it', () => {
	const step = fc.record({ takes: fc.integer({ min: 0, max: 600 }), decides: fc.boolean() });
	/** How far the platform's clock is ahead of ours, which isn't known. */
	const ahead = fc.integer({ min: -4_999, max: 4_999 });
	fc.assert(
		fc.property(fc.array(step, { maxLength: 20 }), ahead, (steps, off) => {
			let now = NOW;
			const happened = steps.map(({ takes, decides }, index) => {
				now += takes;
				return { index, decides, now };
			});
			const received = happened
				.filter(({ decides }) => !decides)
				.map(({ index, now: receivedAt }) => {
					const at = Math.floor((receivedAt + off) / SECOND) * SECOND;
					const [event] = parseWebhook(customerMessage({ at, id: String(index) }));
					return { ...event, receivedAt } as Parameters<typeof timelineOf>[0]['received'][number];
				});
			const decisions = happened
				.filter(({ decides }) => decides)
				.map(({ index, now: at }) => ({
					key: String(index),
					channel: CHANNEL,
					contact: CUSTOMER,
					at,
					action: 'skip' as const,
					rule: 'r',
					times: 1,
				}));
			const entries = timelineOf(
				{
					received: received.reverse(),
					told: [],
					decisions,
					sends: [],
					statuses: [],
					waits: [],
					texts: [],
					campaigns: [],
				},
				new Map(),
				now,
			);
			const order = entries.map(({ key, id }) => Number(key ?? id!.replace('message:', '')));
			const later = order.map((index, place) => [index, order.slice(place + 1)] as const);
			for (const [index, rest] of later) {
				for (const other of rest) {
					const [one, two] = [happened[index]!, happened[other]!];
					if (one.decides === two.decides || one.now === two.now) continue;
					// By a clock that is behind ours, the second of an event may be over when it comes.
					if (two.decides && off < 0) continue;
					expect(one.now).toBeLessThan(two.now);
				}
			}
		}),
	);
});
