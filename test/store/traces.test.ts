import type { ClaimedRecipient, EngineOutcome, Store } from '../../engine';
import { createEngine, parseWebhook, writeCallbackData } from '../../engine';
import { NOW, OFFER } from '../support/engine-scene';
import { standingClock } from '../support/standing-clock';
import type { StorePlace } from '../support/stores';
import { DATABASES } from '../support/stores';
import { CHANNEL, HOUR, messageStatus, MINUTE, SECOND } from '../support/wire';

/** A message of the scene: when it was sent, in seconds after the lost one, and when its status came, in minutes. */
interface Neighbor {
	sent: number;
	heard?: number;
	template?: typeof OFFER;
}

interface Scene {
	neighbors?: Neighbor[];
	/** When statuses of other messages came, in minutes after the answer was lost. */
	others?: number[];
	/** When somebody looks, in minutes after that. */
	look?: number;
	/** When the platform held a message of the template for quality, in minutes after the lost message. */
	paced?: number;
}

/** One before, one after. */
const BOTH: Neighbor[] = [
	{ sent: -1, heard: 1 },
	{ sent: 1, heard: 1 },
];
const EVERY_FIVE = [5, 10];
const SPRING = { channel: CHANNEL, id: 'spring' };

describe.each(DATABASES)('%s', (_, placeOf) => {
	let place: StorePlace;
	let store: Store;
	const clock = standingClock();
	beforeEach(async () => {
		place = placeOf();
		clock.now = NOW;
		store = await place.open(clock);
		const policy = { name: 'strict', version: 1 };
		await store.campaigns.open({ ...SPRING, kept: false, policy, plannedAt: NOW });
	});
	afterEach(() => place.remove());

	const engine = () => createEngine({ store, now: () => NOW });

	let messages = 0;
	async function hears(status: string, key: string, sentAt: number, channel = CHANNEL) {
		messages += 1;
		const callbackData = writeCallbackData({ sentAt, key });
		const body = messageStatus({ at: NOW, status, id: `wamid.${messages}`, callbackData });
		await engine().ingest(parseWebhook(body, NOW).map((event) => ({ ...event, channel })));
	}

	/** Plans, claims, and begins a message that is sent at a time (s after the lost one). */
	async function send(sent: number, template = OFFER): Promise<ClaimedRecipient> {
		messages += 1;
		const contact = `49170${messages}`;
		await store.campaigns.plan(SPRING, [
			{ contact, template, content: { to: contact }, state: 'planned', due: 0 },
		]);
		const claim = { channel: CHANNEL, now: NOW, leaseMs: MINUTE, token: contact, limit: 100, free: [] };
		const { recipients } = await store.campaigns.claim(claim);
		const recipient = recipients.find((one) => one.contact === contact)!;
		const start = { action: 'template', opens: true, rule: 'template', reason: 'Yes.' } as const;
		await store.campaigns.begin(
			[{ key: recipient.key, token: contact, ...start }],
			{ at: NOW + sent * SECOND, again: 0 },
			{ channel: CHANNEL, lead: 0 },
		);
		return recipient;
	}

	/** A message whose answer is lost, and what happens around it. Its key */
	async function lost({ neighbors = BOTH, others = EVERY_FIVE, look = 15, paced }: Scene): Promise<string> {
		const { key, token } = await send(0);
		const happenings: Array<[minute: number, act: () => Promise<unknown>]> = [];
		for (const { sent, heard, template } of neighbors) {
			const one = await send(sent, template);
			await store.campaigns.end([{ key: one.key, token: one.token, step: 'accept', messageId: one.key }]);
			if (heard !== undefined)
				happenings.push([heard, () => hears('delivered', one.key, NOW + sent * SECOND)]);
		}
		await store.campaigns.end([{ key, token, step: 'lose', rule: 'unknown-outcome', reason: 'Timeout.' }]);
		for (const minute of others) happenings.push([minute, () => hears('read', 'another', NOW)]);
		if (paced !== undefined) {
			const held: EngineOutcome = {
				kind: 'sent',
				channel: CHANNEL,
				to: '4917',
				template: OFFER,
				messageId: 'held',
				heldForQuality: true,
				at: NOW + paced * MINUTE,
			};
			await engine().record(held);
		}
		for (const [minute, act] of happenings.sort(([a], [b]) => a - b)) {
			clock.now = NOW + minute * MINUTE;
			await act();
		}
		clock.now = NOW + look * MINUTE;
		await store.campaigns.lookForTraces(SPRING, 100);
		return key;
	}

	const found = async (key: string) => {
		const states = ['unconfirmed', 'delivered', 'planned'] as const;
		const all = await store.campaigns.recipients({ campaign: SPRING, states, limit: 100 });
		return all.find((one) => one.key === key)!;
	};
	const isWithoutTrace = async (scene: Scene) => (await found(await lost(scene))).noTrace === true;

	const other = { name: 'another', language: 'en_US' };

	describe('an unconfirmed message is without trace if all around it was heard of', () => {
		it.each<[string, Scene, boolean]>([
			['one message before it and one after it', {}, true],
			['not before 15 minutes have passed', { look: 14.99 }, false],
			['however late somebody looks', { look: 300 }, true],
			['nothing before it', { neighbors: BOTH.slice(1) }, false],
			['nothing after it', { neighbors: BOTH.slice(0, 1) }, false],
			['none of the one after it', { neighbors: [BOTH[0]!, { sent: 1 }] }, false],
			['the one after it in the 15th minute', { neighbors: [BOTH[0]!, { sent: 1, heard: 15 }] }, true],
			['the one after it only later', { neighbors: [BOTH[0]!, { sent: 1, heard: 15.01 }], look: 60 }, false],
			[
				'messages begun at the same moment don’t say what came before or after',
				{ neighbors: [{ sent: 0, heard: 1 }] },
				false,
			],
			['a neighbor up to 5 minutes away', { neighbors: [BOTH[0]!, { sent: 299, heard: 6 }] }, true],
			['one that is further away', { neighbors: [BOTH[0]!, { sent: 300, heard: 6 }] }, false],
			['one with another template', { neighbors: [BOTH[0]!, { ...BOTH[1]!, template: other }] }, false],
		])('%s', async (_case, scene, noTrace) => {
			expect(await isWithoutTrace(scene)).toBe(noTrace);
		});

		it('a message of which a status came isn’t unconfirmed', async () => {
			const key = await lost({ look: 14 });
			await hears('delivered', key, NOW);
			clock.now = NOW + HOUR;
			expect(await store.campaigns.lookForTraces(SPRING, 100)).toBe(0);
			expect(await found(key)).toMatchObject({ state: 'delivered' });
		});
	});

	describe('times when the receiver may have been down don’t count', () => {
		it.each<[string, number[], boolean]>([
			['a status every 5 minutes', [5, 10], true],
			['no status for 6 minutes', [7, 12], false],
			['none at the end', [5, 9], false],
			['none at all after the neighbors', [], false],
		])('%s', async (_case, others, noTrace) => {
			expect(await isWithoutTrace({ others, look: 60 })).toBe(noTrace);
		});

		it('statuses of another number don’t tell', async () => {
			const key = await lost({ others: [], look: 10 });
			for (const minute of EVERY_FIVE) {
				clock.now = NOW + minute * MINUTE;
				await hears('read', 'another', NOW, 'another number');
			}
			clock.now = NOW + HOUR;
			await store.campaigns.lookForTraces(SPRING, 100);
			expect((await found(key)).noTrace).toBeUndefined();
		});
	});

	describe('all statuses come two hours late', () => {
		const late = { neighbors: BOTH.map((one) => ({ ...one, heard: 120 })), others: [] };

		it('nothing is said of the message before, nor after', async () => {
			expect(
				await isWithoutTrace({ ...late, neighbors: BOTH.map(({ sent }) => ({ sent })), look: 110 }),
			).toBe(false);
			const others = [121, 125, 130, 135, 140];
			expect(await isWithoutTrace({ ...late, others, look: 200 })).toBe(false);
		});

		it('its own status settles it', async () => {
			const key = await lost({ ...late, look: 121 });
			await hears('delivered', key, NOW);
			expect(await found(key)).toMatchObject({ state: 'delivered' });
		});
	});

	it('when statuses came is forgotten with what it’s looked at for', async () => {
		await lost({});
		const before = (await place.rows('heard')).length;
		expect(before).toBe(3);
		const keep = { events: 0, sends: 0 };
		await store.prune({ ...keep, recipients: NOW + 5 * MINUTE });
		expect(await place.rows('heard')).toHaveLength(2);
	});

	describe('a template whose messages the platform holds for quality', () => {
		it.each<[string, number, boolean]>([
			['at the same time', 0, false],
			['an hour before', -60, false],
			['longer before', -60.1, true],
			['afterwards', 10, false],
		])('%s', async (_case, paced, noTrace) => {
			expect(await isWithoutTrace({ paced })).toBe(noTrace);
		});
	});

	describe('a message without trace', () => {
		it('stays unconfirmed, is counted, and isn’t sent again by itself', async () => {
			const key = await lost({});
			expect(await found(key)).toMatchObject({
				state: 'unconfirmed',
				rule: 'unknown-outcome',
				noTrace: true,
			});
			expect(await store.campaigns.withoutTrace(SPRING)).toBe(1);
			clock.now = NOW + 24 * HOUR;
			const claim = { channel: CHANNEL, now: clock.now, leaseMs: MINUTE, token: 'late', limit: 9, free: [] };
			expect((await store.campaigns.claim(claim)).recipients).toEqual([]);
		});

		it('is settled by its status two hours late', async () => {
			const key = await lost({});
			clock.now = NOW + 2 * HOUR;
			await hears('delivered', key, NOW);
			expect(await found(key)).toMatchObject({ state: 'delivered', rule: 'template' });
			expect((await found(key)).noTrace).toBeUndefined();
			expect(await store.campaigns.withoutTrace(SPRING)).toBe(0);
			expect(await store.campaigns.retry(SPRING, 'unconfirmedWithoutTrace', clock.now, 10)).toBe(0);
		});

		it('is sent again when a person asks for that, and others aren’t', async () => {
			const key = await lost({});
			const another = await send(2);
			await store.campaigns.end([{ key: another.key, token: another.token, step: 'lose' }]);
			expect(await store.campaigns.retry(SPRING, 'unconfirmedWithoutTrace', clock.now, 10)).toBe(1);
			expect(await found(key)).toMatchObject({ state: 'planned' });
			expect(await found(another.key)).toMatchObject({ state: 'unconfirmed' });
		});

		it('is looked at once, and anew if it’s lost again', async () => {
			const key = await lost({});
			expect(await store.campaigns.lookForTraces(SPRING, 100)).toBe(0);
			await store.campaigns.retry(SPRING, 'unconfirmedWithoutTrace', clock.now, 10);
			const claim = { channel: CHANNEL, now: clock.now, leaseMs: MINUTE, token: 'b', limit: 9, free: [] };
			const { recipients } = await store.campaigns.claim(claim);
			const start = { action: 'template', opens: true, rule: 'template', reason: 'Yes.' } as const;
			await store.campaigns.begin(
				recipients.map((one) => ({ key: one.key, token: 'b', ...start })),
				{ at: clock.now, again: 0 },
				{ channel: CHANNEL, lead: 0 },
			);
			await store.campaigns.end([{ key, token: 'b', step: 'lose' }]);
			expect((await found(key)).noTrace).toBeUndefined();
			clock.now += 15 * MINUTE;
			expect(await store.campaigns.lookForTraces(SPRING, 100)).toBe(1);
			expect((await found(key)).noTrace).toBeUndefined();
		});
	});
});
