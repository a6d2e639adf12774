import { identityChanges } from '../../engine/state/identity';
import { DATABASES } from '../support/stores';

const HOUR = 3_600_000;

describe.each(DATABASES)('%s', (_, placeOf) => {
	const PAIRS = [
		['a', 'b'],
		['a', 'c'],
		['d', 'c'],
	] as const;

	/** All that the store keeps of a customer of four names, learned pair by pair. */
	async function kept(order: number[], reverse: boolean) {
		const place = placeOf();
		const store = await place.open();
		const heard = { scope: 'channel', name: 'window', rank: 3, value: 'open' };
		await store.apply({
			registers: ['a', 'd'].map((subject, at) => ({ ...heard, subject, at, id: subject })),
		});
		for (const each of order) {
			const [alias, contact] = reverse ? [...PAIRS[each]!].reverse() : PAIRS[each]!;
			await store.apply({ aliases: [{ scope: 'channel', alias: alias!, contact: contact! }] });
		}
		const rows = [await place.rows('alias'), await place.rows('register')];
		await place.remove();
		return JSON.stringify(rows);
	}

	it.each([[[0, 1, 2]], [[0, 2, 1]], [[1, 0, 2]], [[1, 2, 0]], [[2, 0, 1]], [[2, 1, 0]]])(
		'the names of a customer are kept the same, learned in the order %j and either way round',
		async (order) => {
			const expected = await kept([0, 1, 2], false);
			expect(await kept(order, false)).toBe(expected);
			expect(await kept(order, true)).toBe(expected);
		},
	);

	it('the number of a customer who is asked for by a user id is the one that became theirs last', async () => {
		const place = placeOf();
		const store = await place.open();
		const phoneOf = async (contact: string) =>
			(await store.readDecisionState({ channel: 'channel', contact, withPhone: true })).phone;
		const learn = (phone: string, user: string, ownedAt: number) =>
			store.apply(identityChanges('channel', [{ alias: phone, contact: user, ownedAt }]));
		await learn('4912', 'US.1', 9 * HOUR);
		await learn('4911', 'US.1', 5 * HOUR);
		await learn('4913', 'US.2', 7 * HOUR);
		expect([await phoneOf('US.1'), await phoneOf('US.2')]).toEqual(['4912', '4913']);
		expect(await phoneOf('US.3')).toBeUndefined();
		await store.apply(identityChanges('channel', [{ alias: 'US.1', contact: 'US.2' }]));
		await learn('4911', 'US.2', 9 * HOUR);
		expect(await phoneOf('US.2')).toBe('4911');
		await place.remove();
	});
});
