import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemRuntime } from '../../../base';
import type { CopyNeeds } from '../../../store/maintenance';
import { checkStore, needsSentence, storeAddress } from '../../../store/maintenance';
import { needsOfCopy } from '../../../store/maintenance/copy-needs';
import { DATABASES } from '../../support/stores';

const MEGABYTE = 1_024 * 1_024;
/** More than any disk has. */
const TOO_MUCH = 2 ** 60;

let folder: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'copy-needs-'));
});
afterEach(() => {
	rmSync(folder, { recursive: true });
});

describe.each(DATABASES)('%s: before a store is copied to be checked', (_, placeOf) => {
	it('the room and the time that it takes are told', async () => {
		const place = placeOf();
		await place.open();
		const told: CopyNeeds[] = [];
		const { sound } = await checkStore(storeAddress(place.url), systemRuntime, undefined, (needs) =>
			told.push(needs),
		);
		expect([sound, told]).toEqual([
			true,
			[{ folder: tmpdir(), bytes: expect.any(Number), free: expect.any(Number), takes: expect.any(Number) }],
		]);
		expect(told[0]!.bytes).toBeGreaterThan(MEGABYTE / 4);
		await place.remove();
	});
});

it('the room and the time are a sentence', () => {
	const needs = { folder: '/tmp', bytes: 1_500 * MEGABYTE, free: 9_000 * MEGABYTE, takes: 300_000 };
	expect(needsSentence(needs)).toBe(
		'This makes a copy of up to 1,500 MB in /tmp, where 9,000 MB are free, and takes about 5 minutes.',
	);
	expect(needsSentence({ ...needs, takes: 1 })).toMatch(/takes about a minute or less\.$/);
});

it('a folder with enough room is fine, and a copy needs more than the store', async () => {
	const { bytes, free } = await needsOfCopy(folder, MEGABYTE);
	expect([bytes > MEGABYTE, free > bytes]).toEqual([true, true]);
});

it('everything that is missing is named at once: room and rights', async () => {
	const problem = await needsOfCopy(folder, TOO_MUCH, ['send', 'wait']).then(String, String);
	expect(problem).toMatch(
		/^Error: The store can't be checked\. The copy can take [\d,]+ MB, and \S+ has [\d,]+ MB free\./,
	);
	expect(problem).toMatch(/set TMPDIR to a folder on another disk/);
	expect(problem).toContain("can't read send, wait. Grant SELECT on all tables of the schema.");
});
