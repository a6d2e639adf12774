import {
	copyFileSync,
	existsSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	truncateSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemRuntime } from '../../base';
import type { CallJournals } from '../../engine/store/calls';
import { openStore } from '../../store';
import { openCallJournals } from '../../store/calls/call-journals';
import type { JournalDisk, JournalFile } from '../../store/calls/journal-disk';
import { openJournalFolder } from '../../store/calls/journal-disk';
import { PLACE } from '../../store/calls/journal-format';

const ADA = { key: 'ada', token: 'first claim' };
const BOB = { key: 'bob', token: 'first claim' };
const HOUR = 3_600_000;
const accepted = (messageId: string) => ({ kind: 'accepted', messageId });

let folder: string;
let calls: string;
let warnings: string[];
let worker: CallJournals;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'journals-'));
	calls = join(folder, 'calls');
	warnings = [];
	worker = journalsOn();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const disk = () => openJournalFolder(calls, false)!;
const journalsOn = (on: JournalDisk = disk(), runtime = systemRuntime) =>
	openCallJournals({ disk: on, runtime, warn: (message) => void warnings.push(message) });
/** What the next process says of messages. */
const takeOver = (...sends: Array<typeof ADA>) => journalsOn().takeOver(sends);
const names = () => readdirSync(calls);
const fileOf = (index = 0) => join(calls, names()[index]!);

/** A disk on which something happens before or after some accesses to files. */
function diskWhere(
	happens: (access: 'write' | 'read', at: number, act: () => unknown) => unknown,
): JournalDisk {
	const real = disk();
	const watched = (file: JournalFile): JournalFile => ({
		...file,
		write: (bytes, at) => void happens('write', at, () => file.write(bytes, at)),
		read: (at, length) => happens('read', at, () => file.read(at, length)) as Buffer,
	});
	return {
		...real,
		create: (name) => watched(real.create(name)),
		open(name) {
			const file = real.open(name);
			return file && watched(file);
		},
	};
}

describe('what a journal proves once its process is gone', () => {
	it('a message that was noted and not called wasn’t called', () => {
		worker.open().note([ADA]);
		expect(takeOver(ADA)).toEqual([{ called: false }]);
	});

	it('a message that was called may have been sent', () => {
		const journal = worker.open();
		journal.note([ADA, BOB]);
		expect(journal.call(ADA)).toBe(true);
		expect(takeOver(ADA, BOB)).toEqual([undefined, { called: false }]);
	});

	it('an answer that came is known', () => {
		const journal = worker.open();
		journal.note([ADA]);
		journal.call(ADA);
		journal.answer(ADA, accepted('wamid.ü'));
		expect(takeOver(ADA)).toEqual([{ called: true, answer: accepted('wamid.ü') }]);
	});

	it.each([
		['that just fits is known', 946, true],
		['that is a byte too long isn’t', 947, false],
	])('an answer %s', (_, length, isKnown) => {
		const journal = worker.open();
		journal.note([ADA, BOB]);
		journal.call(ADA);
		const answer = accepted('x'.repeat(length - JSON.stringify(accepted('')).length));
		journal.answer(ADA, answer);
		expect(takeOver(ADA, BOB)).toEqual([isKnown ? { called: true, answer } : undefined, { called: false }]);
	});

	it('nothing of another claim of the same recipient', () => {
		worker.open().note([ADA]);
		expect(takeOver({ ...ADA, token: 'second claim' })).toEqual([undefined]);
	});

	it('a place that is used again says only what its last message did', () => {
		const journal = worker.open();
		journal.note([ADA]);
		journal.call(ADA);
		journal.answer(ADA, accepted('wamid.1'));
		journal.forget([ADA]);
		journal.note([BOB]);
		expect(takeOver(ADA, BOB)).toEqual([undefined, { called: false }]);
		expect(readFileSync(fileOf())).toHaveLength(2 * PLACE);
	});

	it('several processes and each of their runs have journals of their own', () => {
		worker.open().note([ADA]);
		journalsOn().open().note([BOB]);
		expect(names()).toHaveLength(2);
		expect(takeOver(ADA, BOB)).toEqual([{ called: false }, { called: false }]);
	});
});

describe('a worker that still lives', () => {
	it('doesn’t call what was taken over, however often, and calls the rest', () => {
		const journal = worker.open();
		journal.note([ADA, BOB]);
		expect(takeOver(ADA)).toEqual([{ called: false }]);
		expect(takeOver(ADA)).toEqual([{ called: false }]);
		expect([journal.call(ADA), journal.call(BOB)]).toEqual([false, true]);
	});

	it('doesn’t call what the store knows already', () => {
		const journal = worker.open();
		journal.note([ADA]);
		journal.forget([ADA]);
		expect(journal.call(ADA)).toBe(false);
	});

	it('calls a message that comes after one that was taken over', () => {
		const journal = worker.open();
		journal.note([ADA]);
		takeOver(ADA);
		journal.forget([ADA]);
		journal.note([BOB]);
		expect(journal.call(BOB)).toBe(true);
	});

	it('doesn’t call if another takes over between its note and its look, and the other sends nothing', () => {
		let taken: unknown;
		const on = diskWhere((access, at, act) => {
			if (access === 'read' && at === 2 * PLACE - 2) taken = takeOver(ADA);
			return act();
		});
		const journal = journalsOn(on).open();
		journal.note([ADA]);
		expect(journal.call(ADA)).toBe(false);
		expect(taken).toEqual([undefined]);
	});

	it.each([
		['after the other’s mark, it doesn’t call', 'read', false, undefined],
		['before the other’s mark, it calls, and the other knows', 'write', true, undefined],
	] as const)('if it calls while another takes over, %s', (_, when, calls_, trace) => {
		const journal = worker.open();
		journal.note([ADA]);
		let called: boolean | undefined;
		const on = diskWhere((access, at, act) => {
			if (access === when && at >= PLACE) called ??= journal.call(ADA);
			return act();
		});
		expect(journalsOn(on).takeOver([ADA])).toEqual([trace]);
		expect(called).toBe(calls_);
	});

	it('removes its journal when the store knows everything, and leaves it otherwise', () => {
		const [done, open] = [worker.open(), worker.open()];
		done.note([ADA]);
		open.note([BOB]);
		done.forget([ADA]);
		for (const journal of [done, open]) journal.close();
		expect(names()).toHaveLength(1);
		expect(takeOver(BOB)).toEqual([{ called: false }]);
	});
});

describe('a journal that isn’t as it was left proves nothing', () => {
	beforeEach(() => {
		const journal = worker.open();
		journal.note([ADA, BOB]);
		journal.call(BOB);
	});

	const change = (edit: (bytes: Buffer) => void) => () => {
		const bytes = readFileSync(fileOf());
		edit(bytes);
		writeFileSync(fileOf(), bytes);
	};

	it.each<[string, () => void]>([
		['lost', () => rmSync(fileOf())],
		['with its folder', () => rmSync(calls, { recursive: true })],
		['empty', () => truncateSync(fileOf(), 0)],
		['cut off in its header', () => truncateSync(fileOf(), 20)],
		['cut off after its header', () => truncateSync(fileOf(), PLACE)],
		['cut off in the message’s place', () => truncateSync(fileOf(), 2 * PLACE - 1)],
		['with zeros in the message’s place', change((bytes) => bytes.fill(0, PLACE, 2 * PLACE))],
		['with another letter in the message’s name', change((bytes) => bytes.write('#', PLACE + 5))],
		['with another checksum', change((bytes) => bytes.write('#', PLACE + 50))],
		['with another header', change((bytes) => bytes.write('#', 3))],
		[
			'with the places of two messages exchanged',
			change((bytes) => {
				const [ada, bob] = [1, 2].map((place) =>
					Buffer.from(bytes.subarray(place * PLACE, (place + 1) * PLACE)),
				);
				bob!.copy(bytes, PLACE);
				ada!.copy(bytes, 2 * PLACE);
			}),
		],
		[
			'of before the machine started',
			change((bytes) => {
				const boot = disk().boot;
				bytes.write(
					boot.replace(/[0-9a-f]/g, (digit) => (digit === '0' ? '1' : '0')),
					bytes.indexOf(boot),
				);
			}),
		],
		[
			'replaced by a copy',
			() => {
				copyFileSync(fileOf(), join(folder, 'copy'));
				renameSync(join(folder, 'copy'), fileOf());
			},
		],
		[
			'replaced by the journal of another worker',
			() => {
				worker.open().note([{ ...ADA, key: 'eve' }]);
				copyFileSync(fileOf(1), join(folder, 'other'));
				copyFileSync(fileOf(0), fileOf(1));
				copyFileSync(join(folder, 'other'), fileOf(0));
			},
		],
	])('%s', (_, damage) => {
		damage();
		expect(takeOver(ADA, BOB)).toEqual([undefined, undefined]);
	});

	it('but one that is cut off behind the message’s place, renamed, or has a copy beside it is as it was', () => {
		truncateSync(fileOf(), 2 * PLACE);
		copyFileSync(fileOf(), join(calls, 'copy.calls'));
		renameSync(
			join(
				calls,
				names().find((name) => name !== 'copy.calls')!,
			),
			join(calls, 'renamed.calls'),
		);
		expect(takeOver(ADA, BOB)).toEqual([{ called: false }, undefined]);
	});

	it('an answer that was written in part isn’t known', () => {
		const journal = worker.open();
		const eve = { ...ADA, key: 'eve' };
		journal.note([eve]);
		journal.call(eve);
		journal.answer(eve, accepted('wamid.1'));
		for (const index of [0, 1]) {
			const bytes = readFileSync(fileOf(index));
			const at = bytes.indexOf('wamid.1');
			if (at > 0)
				writeFileSync(
					fileOf(index),
					Buffer.concat([bytes.subarray(0, at), Buffer.from(' '.repeat(7)), bytes.subarray(at + 7)]),
				);
		}
		expect(takeOver(eve)).toEqual([undefined]);
	});
});

describe('what can’t be written', () => {
	it('a folder that can’t be made: everything is called, nothing is proven, and that is reported once', () => {
		writeFileSync(calls, '');
		const journal = worker.open();
		journal.note([ADA]);
		journal.note([BOB]);
		expect([journal.call(ADA), journal.call(BOB)]).toEqual([true, true]);
		journal.answer(ADA, accepted('wamid.1'));
		journal.forget([ADA]);
		journal.close();
		worker.open().note([ADA]);
		expect(takeOver(ADA)).toEqual([undefined]);
		expect(warnings).toEqual([
			expect.stringMatching(/^The journal of calls can't be written: .*ENOTDIR|EEXIST/),
		]);
	});

	it('the mark of a call: it isn’t called, because its journal still says so; what is noted later is called', () => {
		let isFull = false;
		const on = diskWhere((access, _, act) => {
			if (isFull && access === 'write') throw new Error('ENOSPC: no space left on device');
			return act();
		});
		const journal = journalsOn(on).open();
		journal.note([ADA]);
		isFull = true;
		expect(journal.call(ADA)).toBe(false);
		journal.note([BOB]);
		expect(journal.call(BOB)).toBe(true);
		expect(takeOver(ADA, BOB)).toEqual([{ called: false }, undefined]);
		expect(warnings).toHaveLength(1);
	});

	it('a system that doesn’t name the start of the machine has no journals', () => {
		expect(openJournalFolder(calls, false, join(folder, 'none'))).toBeUndefined();
		writeFileSync(join(folder, 'empty'), '\n');
		expect(openJournalFolder(calls, false, join(folder, 'empty'))).toBeUndefined();
	});
});

it.each([
	['a day is removed by the next worker', 24 * HOUR + 1_000, 1],
	['less than that stays', 23 * HOUR, 2],
])('the journal of a worker that has been gone for %s', (_, age, left) => {
	worker.open().note([ADA]);
	const writtenAt = (Date.now() - age) / 1_000;
	utimesSync(fileOf(), writtenAt, writtenAt);
	journalsOn().open().note([BOB]);
	expect(names()).toHaveLength(left);
});

describe('a store', () => {
	it.each([
		[
			'in a file has its journals beside it, which nobody else can read',
			() => `sqlite:${join(folder, 'store.db')}`,
			1,
		],
		['in memory has none', () => 'sqlite::memory:', 0],
	])('%s', async (_, url, files) => {
		const store = await openStore(url());
		store.journals.open().note([ADA]);
		const beside = `${join(folder, 'store.db')}-calls`;
		expect(existsSync(beside) ? readdirSync(beside) : []).toHaveLength(files);
		expect(store.journals.takeOver([ADA])).toEqual([files === 1 ? { called: false } : undefined]);
		await store.close();
	});
});
