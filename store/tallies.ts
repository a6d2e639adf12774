import type { Runtime } from '../base';
import { SECOND } from '../base';
import type { AddTally, Tallies } from '../engine/store/figures';
import { keyOfTally, REFUSED, REFUSED_AT } from './tables/tallies';

/** Anybody can send what is counted, so that it is written only so often. ms */
const EVERY = 10 * SECOND;

/** Counts of this process that aren't written yet, by the names of their rows. */
export interface Gathered {
	added: Map<string, number>;
	/** Values that replace earlier ones. */
	set: Map<string, number>;
}

/** What this process counts for the store. */
export interface GatheredTallies {
	add: AddTally;
	/** Counts a delivery whose signature was refused. */
	addRefused(): void;
	/** Writes what was counted. What the database doesn't take is written with the next. */
	flush(): Promise<void>;
}

const isEmpty = ({ added, set }: Gathered) => added.size === 0 && set.size === 0;

/** The rows of labels that were counted lately, so that their names aren't written anew for each message. */
const MOST_ROWS = 10_000;

function rememberRows() {
	const rows = new Map<string, string>();
	return <Name extends keyof Tallies>(name: Name, labels: Tallies[Name]): string => {
		let place: string = name;
		for (const value of Object.values(labels) as string[]) place += `\0${value}`;
		const known = rows.get(place);
		if (known !== undefined) return known;
		const row = keyOfTally(name, labels);
		if (rows.size >= MOST_ROWS) rows.clear();
		rows.set(place, row);
		return row;
	};
}

/** Counts what happens, and writes the counts now and then. */
export function gatherTallies(
	{ after, now }: Runtime,
	write: (gathered: Gathered) => Promise<void>,
): GatheredTallies {
	const begin = (): Gathered => ({ added: new Map(), set: new Map() });
	const rowOf = rememberRows();
	let gathered = begin();
	let cancel: (() => void) | undefined;
	let writing: Promise<void> = Promise.resolve();

	function addTo(row: string, count: number): void {
		gathered.added.set(row, (gathered.added.get(row) ?? 0) + count);
		cancel ??= after(EVERY, () => void flush(), 'background');
	}

	/** Puts back what wasn't written; what was set meanwhile is newer. */
	function putBack({ added, set }: Gathered): void {
		for (const [row, count] of added) addTo(row, count);
		gathered.set = new Map([...set, ...gathered.set]);
	}

	async function writeAll(): Promise<void> {
		if (isEmpty(gathered)) return;
		const some = gathered;
		gathered = begin();
		await write(some).catch(() => putBack(some));
	}

	function flush(): Promise<void> {
		cancel?.();
		cancel = undefined;
		writing = writing.then(writeAll);
		return writing;
	}

	return {
		add(name, labels, count = 1) {
			if (count > 0) addTo(rowOf(name, labels), count);
		},
		addRefused() {
			addTo(REFUSED, 1);
			gathered.set.set(REFUSED_AT, now());
		},
		flush,
	};
}
