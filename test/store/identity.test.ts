import { hostname } from 'node:os';
import { backUpStore, restoreStore } from '../../store/maintenance';
import { openStore } from '../../store';
import { nameOf, storeAddress } from '../../store/store-address';
import type { StorePlace } from '../support/stores';
import { DATABASES, inSqlite } from '../support/stores';

describe.each(DATABASES)('%s: the ID of a store', (_, makePlace) => {
	const places: StorePlace[] = [];
	const newPlace = (make = makePlace) => {
		const place = make();
		places.push(place);
		return place;
	};
	afterEach(async () => {
		await Promise.all(places.splice(0).map((place) => place.remove()));
	});

	it('is the same for all processes that ask at once, and afterwards', async () => {
		const place = newPlace();
		const stores = await Promise.all([place.open(), place.open(), place.open()]);
		const ids = await Promise.all(stores.map(async (store) => (await store.identity()).id));
		const later = await (await place.open()).identity();
		expect(ids[0]).toMatch(/^[0-9a-f]{12}$/);
		expect(new Set([...ids, later.id]).size).toBe(1);
	});

	it("isn't the ID of another store", async () => {
		const [one, other] = await Promise.all([newPlace().open(), newPlace().open()]);
		expect((await one.identity()).id).not.toBe((await other.identity()).id);
	});

	it('is asked for again if the store could not be read', async () => {
		const place = newPlace();
		const store = await place.open();
		await place.rename('store_format', 'away');
		await expect(store.identity()).rejects.toThrow(/store_format/);
		await place.rename('away', 'store_format');
		expect((await store.identity()).id).toMatch(/^[0-9a-f]{12}$/);
	});

	it('stays the same when the store is restored from its backup at another place', async () => {
		const place = newPlace();
		const { id } = await (await place.open()).identity();
		const backup = `${newPlace(inSqlite).url.slice('sqlite:'.length)}-backup`;
		await backUpStore(storeAddress(place.url), backup);
		const restored = newPlace();
		await restoreStore(restored.url, backup);
		expect((await (await restored.open()).identity()).id).toBe(id);
	});
});

describe('the name of a store', () => {
	it.each([
		['postgres://bot:secret@db:5432/messaging', 'postgres://db:5432/messaging'],
		[
			'postgresql://bot:secret@db/messaging?schema=shop&sslmode=require',
			'postgres://db/messaging?schema=shop',
		],
		['sqlite:/data/store.db', `sqlite:/data/store.db on ${hostname()}`],
		['sqlite::memory:', `sqlite::memory: on ${hostname()}`],
	])('of %s is %s, without user and password', (url, name) => {
		expect(nameOf(storeAddress(url))).toBe(name);
	});

	it('comes with its ID', async () => {
		const store = await openStore('sqlite::memory:');
		expect(await store.identity()).toEqual({
			id: expect.stringMatching(/^[0-9a-f]{12}$/) as string,
			name: `sqlite::memory: on ${hostname()}`,
		});
		await store.close();
	});
});
