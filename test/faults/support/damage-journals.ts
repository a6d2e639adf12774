import {
	copyFileSync,
	cpSync,
	existsSync,
	readdirSync,
	renameSync,
	rmSync,
	statSync,
	truncateSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Random } from '../../support/seeded-random';

const DAMAGES = ['none', 'lost', 'truncated', 'swapped', 'older'] as const;

const callsIn = (folder: string) => join(folder, 'store.db-calls');
const copiesIn = (folder: string) => join(folder, 'copies');

/** Copies the journals beside a store as they are. */
export function copyJournals(folder: string): void {
	if (existsSync(callsIn(folder))) cpSync(callsIn(folder), copiesIn(folder), { recursive: true });
}

/**
 * Damages the journals beside a store in one way.
 * @returns what was done
 */
export function damageJournals(folder: string, random: Random): (typeof DAMAGES)[number] {
	const inCalls = (name: string) => join(callsIn(folder), name);
	const names = existsSync(callsIn(folder)) ? readdirSync(callsIn(folder)).sort() : [];
	const damage = random.pick(DAMAGES);
	for (const [index, name] of names.entries()) {
		const copy = join(copiesIn(folder), name);
		if (damage === 'lost') rmSync(inCalls(name));
		if (damage === 'truncated')
			truncateSync(inCalls(name), Math.floor(random.upTo(statSync(inCalls(name)).size)));
		if (damage === 'swapped' && index > 0) {
			const other = inCalls(names[index - 1]!);
			renameSync(inCalls(name), inCalls('between'));
			renameSync(other, inCalls(name));
			renameSync(inCalls('between'), other);
		}
		if (damage === 'older' && existsSync(copy)) {
			copyFileSync(copy, inCalls('older'));
			renameSync(inCalls('older'), inCalls(name));
		}
	}
	return damage;
}
