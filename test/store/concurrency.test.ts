import type { Store } from '../../engine';
import { parseWebhook } from '../../engine';
import { NOW } from '../support/engine-scene';
import type { StorePlace } from '../support/stores';
import { DATABASES } from '../support/stores';
import { CHANNEL, customerMessage } from '../support/wire';

describe.each(DATABASES)('%s', (_, placeOf) => {
	let place: StorePlace;
	let store: Store;
	beforeEach(async () => {
		place = placeOf();
		store = await place.open();
	});
	afterEach(() => place.remove());

	const commitOf = (id: string, changes = {}) => ({
		event: parseWebhook(customerMessage({ at: NOW, id }), NOW)[0]!,
		changes,
	});
	const commit = (id: string, changes = {}) => store.commitEvents([commitOf(id, changes)], NOW);
	const idsIn = async () => (await store.inbox.read({ limit: 1_000 })).map(({ event }) => event.id);
	const register = (subject: string, id: string, at = NOW) => ({
		scope: CHANNEL,
		subject,
		name: 'window',
		at,
		rank: 3,
		id,
		value: 'open',
	});
	/** A change that no store can take. */
	const impossible = { registers: [{ ...register('ada', 'x'), value: 1n }] };

	describe('deliveries that come together share a commit', () => {
		it('each is told what was fresh of it', async () => {
			const both = [commitOf('shared'), commitOf('b')];
			const committed = await Promise.all([
				commit('a'),
				commit('shared'),
				store.commitEvents(both, NOW),
				commit('a'),
			]);
			expect(committed).toEqual([
				[{ fresh: true }],
				[{ fresh: true }],
				[{ fresh: false }, { fresh: true }],
				[{ fresh: false }],
			]);
			expect(await idsIn()).toEqual(['message:a', 'message:shared', 'message:b']);
		});

		it('one that cannot be committed fails alone', async () => {
			const ends = await Promise.allSettled([
				commit('a'),
				commit('bad', impossible),
				...Array.from({ length: 20 }, (_each, index) => commit(`m${index}`)),
			]);
			expect(ends.map(({ status }) => status)).toEqual([
				'fulfilled',
				'rejected',
				...Array.from({ length: 20 }, () => 'fulfilled'),
			]);
			expect(await idsIn()).not.toContain('message:bad');
			expect(await idsIn()).toHaveLength(21);
		});

		it('the newest of their writes to one register stays, whatever their order', async () => {
			await Promise.all(
				[3, 1, 5, 2, 4].map((each) => commit(`m${each}`, { registers: [register('ada', `${each}`, each)] })),
			);
			expect(await store.readRegister(CHANNEL, 'ada', 'window')).toMatchObject({ at: 5, id: '5' });
		});

		it('more of them than one commit holds are all committed', async () => {
			await Promise.all(Array.from({ length: 1_200 }, (_each, index) => commit(`m${index}`)));
			expect(await store.inbox.stats()).toMatchObject({ newestSeq: 1_200 });
		});
	});

	it('acts that come together stand or fall on their own', async () => {
		const ends = await Promise.allSettled([
			store.apply({ registers: [register('ada', 'a')] }),
			store.apply(impossible),
			store.apply({ registers: [register('bob', 'b')] }),
		]);
		expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
		expect(await store.readRegister(CHANNEL, 'ada', 'window')).toBeDefined();
		expect(await store.readRegister(CHANNEL, 'bob', 'window')).toBeDefined();
	});

	it('texts with a zero character, or with half a character, are kept', async () => {
		await store.commitEvents([commitOf('zero\0'), commitOf('half\ud800')], NOW);
		expect(await store.inbox.read()).toHaveLength(2);
		expect(await store.commitEvents([commitOf('zero\0')], NOW)).toEqual([{ fresh: false }]);
	});

	it('two processes: what is written while two names become one customer is not lost', async () => {
		const other = await place.open();
		for (let round = 0; round < 30; round += 1) {
			const [former, contact] = [`z${round}`, `a${round}`];
			await Promise.all([
				store.apply({ aliases: [{ scope: CHANNEL, alias: former, contact }] }),
				other.apply({ registers: [register(former, 'by-the-other')] }),
				other.commitEvents([commitOf(`m${round}`, { registers: [register(former, 'newer', NOW + 1)] })], NOW),
			]);
			expect(await store.readRegister(CHANNEL, contact, 'window')).toMatchObject({ id: 'newer' });
		}
	});

	it('two processes that write the same registers in other orders both do', async () => {
		const other = await place.open();
		const subjects = Array.from({ length: 40 }, (_each, index) => `c${index}`);
		const writes = (by: string, list: string[]) => list.map((subject) => register(subject, by));
		for (let round = 0; round < 10; round += 1) {
			await Promise.all([
				store.apply({ registers: writes('1', subjects) }),
				other.apply({ registers: writes('2', [...subjects].reverse()) }),
				other.commitEvents([commitOf(`m${round}`, { registers: writes('3', subjects) })], NOW),
			]);
		}
		expect(await store.readRegister(CHANNEL, 'c7', 'window')).toMatchObject({ id: '3' });
	});

	it('two processes that save different policies of a name at once make two versions', async () => {
		const other = await place.open();
		const { policies } = await import('../../engine');
		const documentOf = (index: number) => ({ ...policies.strict, name: 'mine', description: `${index}` });
		const saved = await Promise.all(
			[store, other, store, other].map((each, index) => each.policies.save(documentOf(index), NOW)),
		);
		expect(saved.map((policy) => policy.document.version).sort()).toEqual([1, 2, 3, 4]);
	});
});
