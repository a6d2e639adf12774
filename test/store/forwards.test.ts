import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Forwarding, QueuedForward, Store } from '../../engine';
import { createEngine, FORWARDED_FOR, forgetOld, parseWebhook } from '../../engine';
import { backUpStore, checkStore, restoreStore, storeAddress } from '../../store/maintenance';
import { NOW } from '../support/engine-scene';
import { standingClock } from '../support/standing-clock';
import type { StorePlace } from '../support/stores';
import { DATABASES } from '../support/stores';
import { tamper } from './maintenance/support/used-store';
import { CHANNEL, CUSTOMER, customerMessage, DAY, delivery, HOUR } from '../support/wire';

const TARGET = 'https://one.example/hook';
const OTHER = 'https://two.example/hook';
const LEASE = 60_000;
const [CLAIM, AGAIN] = [
	{ limit: 10, leaseMs: LEASE, token: 'a' },
	{ limit: 10, leaseMs: LEASE, token: 'b' },
];

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

	const bodyOf = (...ids: string[]) => {
		const [first, ...rest] = ids.map((id) => customerMessage({ at: NOW, id }));
		return { ...first!, entry: [...first!.entry, ...rest.flatMap(({ entry }) => entry)] };
	};
	const forwardingOf = (body: unknown, targets = [TARGET]): Forwarding => ({
		targets,
		headers: { 'content-type': 'application/json', 'x-signature': 'sha256=1' },
		body: Buffer.from(JSON.stringify(body)),
	});
	const sizeOf = (body: unknown) => Buffer.byteLength(JSON.stringify(body));
	/** Takes in a delivery that is to be forwarded. */
	async function arrive(body: unknown, targets?: string[]) {
		const forward = forwardingOf(body, targets);
		return await createEngine({ store }).ingest(parseWebhook(body, clock.now), { forward });
	}
	const textOf = ({ body }: QueuedForward) => Buffer.from(body).toString();
	const claim = async (target = TARGET, options = CLAIM) =>
		(await store.forwards.claim(target, options)).deliveries;
	const waiting = async (target = TARGET) =>
		(await store.forwards.stats()).find((each) => each.target === target)?.waiting ?? 0;

	describe('what is queued', () => {
		it('is each delivery for each target, byte by byte, with its headers', async () => {
			const body = bodyOf('1');
			const bytes = Buffer.from([0, 255, 128, ...Buffer.from(JSON.stringify(body))]);
			const forward = { ...forwardingOf(body, [TARGET, OTHER]), body: bytes };
			await createEngine({ store }).ingest(parseWebhook(body, NOW), { forward });
			for (const target of [TARGET, OTHER]) {
				const [queued] = await claim(target);
				expect(Buffer.from(queued!.body).equals(bytes)).toBe(true);
				expect(queued!.headers).toEqual(forward.headers);
			}
		});

		it('is not a delivery that brings nothing new, but one that brings something new beside what is known', async () => {
			await arrive(bodyOf('1'));
			await arrive(bodyOf('1'));
			expect(await waiting()).toBe(1);
			await arrive(bodyOf('1', '2'));
			expect(await waiting()).toBe(2);
		});

		it('is a delivery without an event', async () => {
			await arrive({ object: 'whatsapp_business_account', entry: [] });
			expect(await waiting()).toBe(1);
		});

		it('is nothing if the delivery is not committed', async () => {
			const body = bodyOf('1');
			const broken = { ...forwardingOf(body), headers: null as never, body: undefined as never };
			const ingesting = createEngine({ store }).ingest(parseWebhook(body, NOW), { forward: broken });
			await expect(ingesting).rejects.toThrow();
			expect(await place.rows('inbox')).toEqual([]);
			expect(await waiting()).toBe(0);
		});

		it('is a large delivery once, although it takes several commits', async () => {
			const body = bodyOf(...Array.from({ length: 501 }, (_, index) => String(index)));
			expect((await arrive(body)).fresh).toHaveLength(501);
			expect(await waiting()).toBe(1);
		});

		it('is a large delivery of which only the last commit brings something new', async () => {
			const ids = Array.from({ length: 501 }, (_, index) => String(index));
			await createEngine({ store }).ingest(parseWebhook(bodyOf(...ids.slice(0, 500)), NOW));
			expect((await arrive(bodyOf(...ids))).fresh).toHaveLength(1);
			expect(await waiting()).toBe(1);
		});

		it('is a large delivery whose last commit never came, as its redelivery may bring nothing new', async () => {
			const ids = Array.from({ length: 501 }, (_, index) => String(index));
			await createEngine({ store }).ingest(parseWebhook(bodyOf('500'), NOW));
			let commits = 0;
			const dying: Store = {
				...store,
				async commitEvents(...given) {
					commits += 1;
					if (commits > 1) throw new Error('The process was killed.');
					return await store.commitEvents(...given);
				},
			};
			const forward = forwardingOf(bodyOf(...ids));
			const ingesting = createEngine({ store: dying }).ingest(parseWebhook(bodyOf(...ids), NOW), { forward });
			await expect(ingesting).rejects.toThrow('The process was killed.');
			expect((await arrive(bodyOf(...ids))).fresh).toHaveLength(0);
			expect(await waiting()).toBe(1);
		});

		it('takes no number of the queue if nobody else gets deliveries', async () => {
			await createEngine({ store }).ingest(parseWebhook(bodyOf('1'), NOW));
			const counters = (await place.rows('counter')) as Array<{ name: string; value: number | string }>;
			expect(Number(counters.find(({ name }) => name === 'forward')!.value)).toBe(0);
		});
	});

	describe('claiming', () => {
		it('returns the oldest first, at most as many as asked for, of one target only', async () => {
			for (const id of ['1', '2', '3']) await arrive(bodyOf(id));
			await arrive(bodyOf('4'), [OTHER]);
			const first = await claim(TARGET, { ...CLAIM, limit: 2 });
			expect(first.map(textOf)).toEqual(['1', '2'].map((id) => JSON.stringify(bodyOf(id))));
			expect((await claim()).map(textOf)).toEqual([JSON.stringify(bodyOf('3'))]);
		});

		it.each([
			[LEASE - 1, 0],
			[LEASE, 1],
		])('%p ms after a claim whose end nobody heard, another one gets %p', async (later, count) => {
			await arrive(bodyOf('1'));
			expect(await claim()).toHaveLength(1);
			clock.now += later;
			expect(await claim(TARGET, AGAIN)).toHaveLength(count);
		});

		it('gives no delivery to two processes that claim at once', async () => {
			for (let id = 0; id < 20; id += 1) await arrive(bodyOf(String(id)));
			const another = await place.open(clock);
			const claimed = await Promise.all(
				[store, another, store, another].map(async ({ forwards }, index) =>
					(await forwards.claim(TARGET, { ...CLAIM, token: String(index) })).deliveries.map(({ seq }) => seq),
				),
			);
			expect(claimed.flat().sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
		});

		it.each([
			['is due again after its wait', 5_000, 1],
			['is not due before', 4_999, 0],
		])('what failed %s', async (_what, later, count) => {
			await arrive(bodyOf('1'));
			const [{ seq, token }] = (await claim()) as [QueuedForward];
			await store.forwards.settle(TARGET, [{ seq, token, wait: 5_000, error: 'It answered 500.' }]);
			clock.now += later;
			expect((await claim(TARGET, AGAIN)).map(({ tries }) => tries)).toEqual(Array(count).fill(2));
		});

		it('what another process has by now is its, unless it was forwarded', async () => {
			await arrive(bodyOf('1'));
			const [{ seq, token }] = (await claim()) as [QueuedForward];
			clock.now += LEASE;
			expect(await claim(TARGET, AGAIN)).toHaveLength(1);
			await store.forwards.settle(TARGET, [{ seq, token, wait: 0, error: 'It answered 500.' }]);
			expect(await claim(TARGET, { ...CLAIM, token: 'c' })).toHaveLength(0);
			await store.forwards.settle(TARGET, [{ seq, token }]);
			expect(await waiting()).toBe(0);
		});

		it('does not wait for years because a clock was wrong', async () => {
			clock.now += 1_000 * DAY;
			await arrive(bodyOf('1'));
			clock.now = NOW;
			expect(await claim()).toHaveLength(1);
		});

		it.each([
			[FORWARDED_FOR - 1, { claimed: 1, dropped: 0 }],
			[FORWARDED_FOR, { claimed: 0, dropped: 1 }],
		])('%p ms after it came: %p', async (later, expected) => {
			await arrive(bodyOf('1'));
			clock.now += later;
			const { deliveries, dropped } = await store.forwards.claim(TARGET, CLAIM);
			expect({ claimed: deliveries.length, dropped }).toEqual(expected);
			expect(await waiting()).toBe(expected.claimed);
		});
	});

	it('counts what waits, what was forwarded, what failed, and what was dropped, for each target', async () => {
		await arrive(bodyOf('1'), [TARGET, OTHER]);
		clock.now += HOUR;
		await arrive(bodyOf('2'));
		const [first, second] = (await claim()) as [QueuedForward, QueuedForward];
		await store.forwards.settle(TARGET, [
			{ seq: first.seq, token: first.token },
			{ seq: second.seq, token: second.token, wait: 1, error: 'It answered 500.' },
		]);
		const nothing = { forwarded: 0, failures: 0, dropped: 0 };
		const tried = { forwarded: 1, failures: 1, dropped: 0, forwardedAt: clock.now, failedAt: clock.now };
		const one = { waiting: 1, waitingBytes: sizeOf(bodyOf('1')) };
		expect(await store.forwards.stats()).toEqual([
			{ target: TARGET, ...one, oldestAt: NOW + HOUR, ...tried, error: 'It answered 500.' },
			{ target: OTHER, ...one, oldestAt: NOW, ...nothing },
		]);
		clock.now = NOW + HOUR + FORWARDED_FOR;
		await store.forwards.claim(TARGET, CLAIM);
		expect((await store.forwards.stats())[0]).toEqual({
			target: TARGET,
			waiting: 0,
			waitingBytes: 0,
			...tried,
			dropped: 1,
			error: 'It answered 500.',
		});
	});

	describe('the bytes that wait for a target', () => {
		const size = sizeOf(bodyOf('1'));
		const bounded = { ...CLAIM, limit: 1, mostBytes: 3 * size };

		it('can be as many as they may', async () => {
			for (const id of ['1', '2', '3']) await arrive(bodyOf(id), [TARGET, OTHER]);
			expect(await store.forwards.claim(TARGET, bounded)).toMatchObject({ displaced: 0 });
			expect(await waiting()).toBe(3);
		});

		it('are no more: the oldest deliveries are dropped and counted, and other targets keep theirs', async () => {
			for (const id of ['1', '2', '3', '4', '5']) await arrive(bodyOf(id), [TARGET, OTHER]);
			const { deliveries, displaced } = await store.forwards.claim(TARGET, bounded);
			expect({ displaced, claimed: deliveries.map(textOf) }).toEqual({
				displaced: 2,
				claimed: [JSON.stringify(bodyOf('3'))],
			});
			expect(await store.forwards.stats()).toMatchObject([
				{ target: TARGET, waiting: 3, waitingBytes: 3 * size, dropped: 2 },
				{ target: OTHER, waiting: 5, waitingBytes: 5 * size, dropped: 0 },
			]);
		});

		it('are no more even if nothing is due', async () => {
			for (const id of ['1', '2', '3', '4']) await arrive(bodyOf(id));
			await store.forwards.claim(TARGET, { ...CLAIM, limit: 10 });
			expect(await store.forwards.claim(TARGET, bounded)).toMatchObject({ deliveries: [], displaced: 1 });
		});

		it('leave no room for a delivery that alone is too much', async () => {
			await arrive(bodyOf('1'));
			const tight = { ...CLAIM, mostBytes: size - 1 };
			expect(await store.forwards.claim(TARGET, tight)).toMatchObject({ deliveries: [], displaced: 1 });
		});

		it('are not those that were passed on, erased, or deleted by a version that does not count', async () => {
			for (const id of ['1', '2', '3', '4']) await arrive(bodyOf(id));
			const [{ seq, token }] = (await claim(TARGET, { ...CLAIM, limit: 1 })) as [QueuedForward];
			await store.forwards.settle(TARGET, [{ seq, token }]);
			expect((await store.forwards.stats())[0]).toMatchObject({ waitingBytes: 3 * size });
			await tamper(place, `UPDATE forward_target SET bytes = ${10 * size}`);
			expect(await store.forwards.claim(TARGET, bounded)).toMatchObject({ displaced: 0 });
			expect((await store.forwards.stats())[0]).toMatchObject({ waitingBytes: 3 * size });
			await store.customers.erase({ channel: CHANNEL, name: CUSTOMER });
			await arrive(customerMessage({ at: NOW, id: '9', from: '4915100000000' }));
			expect((await store.forwards.stats())[0]).toMatchObject({ waiting: 1 });
		});
	});

	describe('a customer', () => {
		const other = () => customerMessage({ at: NOW, id: '2', from: '4915100000000' });
		const group = () => delivery('unheard_of', { who: { number: `+${CUSTOMER}` } });

		it('is erased from what waits, and others are not', async () => {
			await arrive(bodyOf('1'), [TARGET, OTHER]);
			await arrive(other());
			await arrive(group());
			const erased = await store.customers.erase({ channel: CHANNEL, name: CUSTOMER });
			expect(erased.forwards).toBe(3);
			expect((await claim()).map(textOf)).toEqual([JSON.stringify(other())]);
			expect(await waiting(OTHER)).toBe(0);
		});

		it('of another number is left there', async () => {
			await arrive(customerMessage({ at: NOW, id: '1', channel: '200' }));
			const erased = await store.customers.erase({ channel: CHANNEL, name: CUSTOMER });
			expect(erased.forwards).toBe(0);
			expect(await waiting()).toBe(1);
		});

		it('who was erased is not forwarded by a redelivery', async () => {
			await arrive(bodyOf('1'));
			await store.customers.erase({ channel: CHANNEL, name: CUSTOMER });
			await arrive(bodyOf('1'));
			expect(await waiting()).toBe(0);
		});

		it('is told what waits', async () => {
			await arrive(bodyOf('1'));
			await arrive(other());
			const { forwards } = await store.customers.export({ channel: CHANNEL, name: CUSTOMER });
			expect(forwards).toEqual([{ target: TARGET, receivedAt: NOW }]);
		});
	});

	it('what waits is in a backup, byte by byte, and forwarded from a store that is restored', async () => {
		await arrive(bodyOf('1'));
		const folder = mkdtempSync(join(tmpdir(), 'forwards-'));
		const restored = placeOf();
		try {
			const file = join(folder, 'backup.db');
			await backUpStore(storeAddress(place.url), file, clock.runtime);
			await restoreStore(restored.url, file, { runtime: clock.runtime });
			const again = await restored.open(clock);
			const { deliveries } = await again.forwards.claim(TARGET, CLAIM);
			expect(deliveries.map(textOf)).toEqual([JSON.stringify(bodyOf('1'))]);
			await createEngine({ store: again }).ingest(parseWebhook(bodyOf('2'), NOW), {
				forward: forwardingOf(bodyOf('2')),
			});
			expect((await again.forwards.stats())[0]).toMatchObject({ waiting: 2 });
		} finally {
			await restored.remove();
			rmSync(folder, { recursive: true, force: true });
		}
	});

	describe('what nobody forwards any more', () => {
		it.each([
			['stays for 8 days', 8 * DAY, 1],
			['and is forgotten then, with what became of its target', 8 * DAY + 1, 0],
		])('%s', async (_what, later, count) => {
			await arrive(bodyOf('1'));
			const [{ seq, token }] = (await claim()) as [QueuedForward];
			await store.forwards.settle(TARGET, [{ seq, token, wait: 0, error: 'It answered 500.' }]);
			clock.now = NOW + later;
			await forgetOld(store, clock.now);
			expect(await place.rows('forward')).toHaveLength(count);
			expect(await place.rows('forward_target')).toHaveLength(count);
		});

		it.each([
			[HOUR, []],
			[HOUR + 1, [TARGET]],
		])('%p ms after it was due, a check of the store warns of %p', async (later, targets) => {
			await arrive(bodyOf('1'));
			clock.now = NOW + later;
			const { checks, sound } = await checkStore(storeAddress(place.url), clock.runtime);
			const findings = checks.flatMap(({ findings: found }) => found);
			expect(sound).toBe(true);
			const warned = findings.filter(({ text }) => text.includes('waiting to be forwarded'));
			expect(warned.flatMap(({ examples }) => examples)).toEqual(targets);
		});
	});
});
