import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openStore } from '../../engine';

let folder: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'names-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const PAIRS = [
	['a', 'b'],
	['a', 'c'],
	['d', 'c'],
] as const;

/** All that the store keeps of a customer of four names, learned pair by pair. */
async function kept(order: number[], reverse: boolean) {
	const file = join(folder, `${order.join('')}${reverse}.db`);
	const store = await openStore(`sqlite:${file}`);
	const heard = { scope: 'channel', name: 'window', rank: 3, value: 'open' };
	await store.apply({ registers: ['a', 'd'].map((subject, at) => ({ ...heard, subject, at, id: subject })) });
	for (const each of order) {
		const [alias, contact] = reverse ? [...PAIRS[each]!].reverse() : PAIRS[each]!;
		await store.apply({ aliases: [{ scope: 'channel', alias: alias!, contact: contact! }] });
	}
	await store.close();
	const database = new DatabaseSync(file);
	const rows = ['alias', 'register'].map((table) =>
		database.prepare(`SELECT * FROM ${table} ORDER BY 1, 2`).all(),
	);
	database.close();
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
