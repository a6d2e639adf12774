import type { Store } from '../../engine';
import { forgetOld } from '../../engine';
import type { OpenConversationQuery } from '../../engine/store/store';
import { NOW } from '../support/engine-scene';
import { standingClock } from '../support/standing-clock';
import type { StorePlace } from '../support/stores';
import { DATABASES } from '../support/stores';
import { CHANNEL, DAY, HOUR, SECOND } from '../support/wire';
import { tamper } from './maintenance/support/used-store';
import { makeOlderStore } from './support/older-store';

/** The schema version before the log of opened windows. */
const BEFORE = 17;

const writeAsOlder = (place: StorePlace, subject: string, at: number, value = 'open') =>
	tamper(
		place,
		`INSERT INTO register (scope, subject, name, at, rank, id, value)
		 VALUES ('${CHANNEL}', '${subject}', 'window', ${at}, 3, 'e', '"${value}"')`,
	);

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

	const write = (subject: string, at: number, value = 'open', scope = CHANNEL) =>
		store.apply({ registers: [{ scope, subject, name: 'window', at, rank: 3, id: `${at}`, value }] });
	const join = (alias: string, contact: string) =>
		store.apply({ aliases: [{ scope: CHANNEL, alias, contact }] });
	const listed = async (query: Partial<OpenConversationQuery> = {}, from = store) => {
		const asked = { channel: CHANNEL, openedAfter: NOW - DAY, ...query };
		return (await from.conversations.list(asked)).map(({ contact }) => contact);
	};
	const logged = async () =>
		((await place.rows('opened')) as Array<{ subject: string }>).map(({ subject }) => subject);

	describe('the open conversations of a number', () => {
		it('are those whose window was opened after a time, not at it, and up to another', async () => {
			await write('before', NOW - DAY - 1);
			await write('at', NOW - DAY);
			await write('after', NOW - DAY + 1);
			await write('now', NOW);
			await write('elsewhere', NOW, 'open', 'another number');
			expect(await listed()).toEqual(['after', 'now']);
			expect(await listed({ openedUpTo: NOW })).toEqual(['after', 'now']);
			expect(await listed({ openedUpTo: NOW - 1 })).toEqual(['after']);
		});

		it('come in the order of their names, from one on, up to a limit', async () => {
			for (const [index, subject] of ['d', 'a', 'c', 'b'].entries()) await write(subject, NOW - index);
			expect(await listed()).toEqual(['a', 'b', 'c', 'd']);
			expect(await listed({ limit: 2 })).toEqual(['a', 'b']);
			expect(await listed({ after: 'b', limit: 1 })).toEqual(['c']);
		});

		it('have one that was closed only after it is opened again', async () => {
			await write('ada', NOW - HOUR);
			await write('ada', NOW - HOUR + SECOND, 'closed');
			expect(await listed()).toEqual([]);
			await write('ada', NOW - SECOND);
			expect(await listed()).toEqual(['ada']);
		});

		it('have a customer of several messages once, by the newest, whichever came first', async () => {
			for (const ago of [HOUR, SECOND, 2 * HOUR]) await write('ada', NOW - ago);
			expect(await listed()).toEqual(['ada']);
			expect(await listed({ openedUpTo: NOW - HOUR })).toEqual([]);
			expect(await listed({ openedAfter: NOW - HOUR, openedUpTo: NOW - SECOND })).toEqual(['ada']);
		});

		it('have two names that turn out to be one customer once, by the first name', async () => {
			await write('b', NOW - HOUR);
			await write('c', NOW - 2 * HOUR);
			await join('c', 'b');
			expect(await listed()).toEqual(['b']);
			await join('a', 'b');
			expect(await listed()).toEqual(['a']);
			await write('c', NOW);
			expect(await listed({ openedAfter: NOW - 1 })).toEqual(['a']);
		});

		it("don't have a customer who was erased, under any name, until the customer writes again", async () => {
			await write('ada', NOW - HOUR);
			await write('bea', NOW - HOUR);
			await write('US.1', NOW - 2 * HOUR);
			await join('US.1', 'ada');
			expect(await logged()).toEqual(expect.arrayContaining(['ada', 'US.1']));
			await store.customers.erase({ channel: CHANNEL, name: 'ada' });
			expect([await listed(), await logged()]).toEqual([['bea'], ['bea']]);
			await write('ada', NOW);
			expect(await listed()).toEqual(['ada', 'bea']);
		});
	});

	describe('when windows were opened', () => {
		const KEPT = 2 * DAY;

		it('is forgotten a day after they closed, and lists the same before and after', async () => {
			await write('old', NOW - KEPT - 1);
			await write('older', NOW - KEPT);
			await write('open', NOW - HOUR);
			expect(await logged()).toHaveLength(3);
			await forgetOld(store, NOW);
			expect([await logged(), await listed()]).toEqual([['older', 'open'], ['open']]);
		});

		it('is forgotten in pieces, up to the end', async () => {
			const register = { scope: CHANNEL, name: 'window', rank: 3, id: 'e', value: 'open' };
			const old = Array.from({ length: 2_500 }, (__, index) => `customer ${index}`);
			await store.apply({
				registers: old.map((subject, index) => ({ ...register, subject, at: NOW - 9 * DAY - index })),
			});
			await forgetOld(store, NOW);
			expect(await logged()).toEqual([]);
		});

		it('is kept by the clock of a gateway that is behind', async () => {
			const offset = { subject: '', name: 'clock', at: NOW, rank: 1, id: 'e', value: -10 * DAY };
			await store.apply({ registers: [{ ...offset, scope: CHANNEL }] });
			await write('ada', NOW - 10 * DAY - HOUR);
			await forgetOld(store, NOW);
			expect(await listed({ openedAfter: NOW - 11 * DAY })).toEqual(['ada']);
		});

		it('is forgotten with the conversations, if the store keeps those for less', async () => {
			await store.retention.set({ conversations: HOUR });
			await write('ada', NOW - HOUR - 1);
			await forgetOld(store, NOW);
			expect(await logged()).toEqual([]);
		});
	});

	describe('an older version of the package', () => {
		it('left a store that lists the same after its update', async () => {
			const older = placeOf();
			await makeOlderStore(older, BEFORE);
			await writeAsOlder(older, 'at', NOW - DAY);
			await writeAsOlder(older, 'b', NOW - DAY + 1);
			await writeAsOlder(older, 'a', NOW);
			await writeAsOlder(older, 'closed', NOW, 'closed');
			expect(await listed({}, await older.open())).toEqual(['a', 'b']);
			await older.remove();
		});

		it('that still writes to the store has its open conversations listed when the next turn to forget has passed', async () => {
			await writeAsOlder(place, 'ada', NOW - HOUR);
			await writeAsOlder(place, 'bea', NOW - HOUR, 'closed');
			await writeAsOlder(place, 'old', NOW - 3 * DAY);
			await forgetOld(store, NOW);
			expect([await listed(), await logged()]).toEqual([['ada'], ['ada']]);
		});
	});
});
