// An old Node has no `hash`, and a named import would keep it from saying that it is too old.
import crypto from 'node:crypto';
import type { CallTrace, ClaimedSend } from '../../engine/store/calls';
import type { JournalFile } from './journal-disk';

/**
 * A journal is a file of places of the same length, so that none lies on two pages of the page cache: the end of a process
 * leaves each as it was before a write, or as it is after it.
 *
 * | bytes | first place | other places |
 * | --- | --- | --- |
 * | 0 | `{`, JSON begins | the state: `N` noted, `C` called |
 * | 1 to 43 | | a hash of the message's key and token |
 * | 44 to 59 | | a checksum of the journal, the place, and that hash |
 * | 60 to 1021 | | once answered: a checksum, and the answer as JSON |
 * | 1022 | | `T` once another worker has taken the message over |
 * | 1023 | a line feed | a line feed |
 *
 * Only a place that says `N` proves that its message wasn't called, and the call overwrites just that: what is lost or cut
 * off proves nothing. A worker writes `C` and then looks for `T`; who takes over writes `T` and then looks for `C`. At
 * least one of the two sees the other.
 */
export const PLACE = 1024;

const NAME = 1;
const MARK = 44;
const ANSWER = 60;
const TAKEN = PLACE - 2;
const CHECKSUM = 16;

const SPACE = 0x20;
const [NOTED, CALLED, TAKEN_OVER] = ['N', 'C', 'T'].map((letter) => Buffer.from(letter)) as [
	Buffer,
	Buffer,
	Buffer,
];

interface Header {
	format: 1;
	id: string;
	boot: string;
	/** Of the file: a copy has another one. */
	file: string;
}

const digest = (text: string) => crypto.hash('sha256', text, 'base64url');
const checksum = (...texts: Array<string | number>) => digest(texts.join('\n')).slice(0, CHECKSUM);

/** Tells a claimed message from all others. */
export const idOf = ({ key, token }: ClaimedSend): string => `${key}\n${token}`;

/** How a journal names a message. */
export const nameOf = (send: ClaimedSend): string => digest(idOf(send));

const EMPTY = Buffer.alloc(PLACE, SPACE);
EMPTY.write('\n', PLACE - 1);

const textOf = (bytes: Buffer, from: number, to: number) => bytes.toString('latin1', from, to);

/** A journal whose header is right. Its places are numbered from 1. */
export interface JournalPages {
	/** How many places there are. */
	count(): number;
	note(place: number, name: string): void;
	/** Notes the call; false if the message was taken over. */
	call(place: number): boolean;
	/** Keeps an answer that there is room for. */
	answer(place: number, name: string, answer: object): void;
	/** The places of noted and called messages, by name; a name that two places have isn't among them. */
	places(): Map<string, number>;
	/** Takes a message over, so that nobody calls it any more, and says what is known of it. */
	takeOver(place: number, name: string): CallTrace | undefined;
	close(): void;
}

function pagesOf(file: JournalFile, id: string): JournalPages {
	const at = (place: number, offset: number) => place * PLACE + offset;
	const page = Buffer.from(EMPTY);
	const markOf = (place: number, name: string) => checksum(id, place, name);

	/** The name in a place, if what it says is whole. */
	function nameIn(bytes: Buffer, place: number): string | undefined {
		const name = textOf(bytes, NAME, MARK);
		const isInUse = bytes[0] === NOTED[0] || bytes[0] === CALLED[0];
		return isInUse && textOf(bytes, MARK, ANSWER) === markOf(place, name) ? name : undefined;
	}

	return {
		count: () => Math.floor(file.size() / PLACE) - 1,
		note(place, name) {
			page.write(`N${name}${markOf(place, name)}`, 'latin1');
			file.write(page, at(place, 0));
		},
		call(place) {
			file.write(CALLED, at(place, 0));
			return file.read(at(place, TAKEN), 1)[0] === SPACE;
		},
		answer(place, name, answer) {
			const json = JSON.stringify(answer);
			const bytes = Buffer.from(`${checksum(id, name, json)}${json}`);
			if (bytes.length <= TAKEN - ANSWER) file.write(bytes, at(place, ANSWER));
		},
		places() {
			const found = new Map<string, number>();
			const twice = new Set<string>();
			const bytes = file.read(0, file.size());
			for (let place = 1; place < Math.floor(bytes.length / PLACE); place += 1) {
				const name = nameIn(bytes.subarray(at(place, 0), at(place, PLACE)), place);
				if (name === undefined) continue;
				if (found.has(name)) twice.add(name);
				found.set(name, place);
			}
			for (const name of twice) found.delete(name);
			return found;
		},
		takeOver(place, name) {
			file.write(TAKEN_OVER, at(place, TAKEN));
			const bytes = file.read(at(place, 0), PLACE);
			if (bytes.length < PLACE || nameIn(bytes, place) !== name) return undefined;
			if (bytes[0] === NOTED[0]) return { called: false };
			const kept = bytes.toString('utf8', ANSWER, TAKEN).trimEnd();
			const [sum, json] = [kept.slice(0, CHECKSUM), kept.slice(CHECKSUM)];
			if (json === '' || sum !== checksum(id, name, json)) return undefined;
			return { called: true, answer: JSON.parse(json) as unknown };
		},
		close: () => file.close(),
	};
}

/** Begins a journal in an empty file. */
export function beginJournal(file: JournalFile, id: string, boot: string): JournalPages {
	const header: Header = { format: 1, id, boot, file: file.identity };
	const bytes = Buffer.from(EMPTY);
	bytes.write(JSON.stringify(header));
	file.write(bytes, 0);
	return pagesOf(file, id);
}

/** Reads a journal; nothing if it isn't one of this start of the machine, or if it is a copy. */
export function readJournal(file: JournalFile, boot: string): JournalPages | undefined {
	try {
		const header = JSON.parse(file.read(0, PLACE).toString()) as Header;
		const isOurs = header.format === 1 && header.boot === boot && header.file === file.identity;
		return isOurs ? pagesOf(file, header.id) : undefined;
	} catch {
		return undefined;
	}
}
