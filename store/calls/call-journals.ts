import type { Runtime } from '../../base';
import { DAY, errorText } from '../../base';
import type { CallJournal, CallJournals, CallTrace, ClaimedSend } from '../../engine/store/calls';
import type { JournalDisk } from './journal-disk';
import type { JournalPages } from './journal-format';
import { beginJournal, idOf, nameOf, readJournal } from './journal-format';

/** How long the journal of a worker that is gone is kept. ms */
const KEPT_FOR = DAY;
const ENDING = '.calls';

/** Notes nothing and proves nothing: each message whose worker is gone may have been sent. */
export const NO_JOURNALS: CallJournals = {
	open: () => ({ note() {}, call: () => true, answer() {}, forget() {}, close() {} }),
	takeOver: (sends) => sends.map(() => undefined),
};

export interface JournalsOptions {
	disk: JournalDisk;
	runtime: Pick<Runtime, 'now' | 'uuid'>;
	/** Hears once that no journal can be written, and why. */
	warn(message: string): void;
}

/** The journals on a disk. What can't be noted proves nothing later, and keeps nobody from sending. */
export function openCallJournals({ disk, runtime, warn }: JournalsOptions): CallJournals {
	let hasWarned = false;

	function report(error: unknown): void {
		if (hasWarned) return;
		hasWarned = true;
		warn(
			`The journal of calls can't be written: ${errorText(error)}. Messages are sent all the same. If this process is killed, some that it hadn't sent yet are unconfirmed.`,
		);
	}

	function removeOld(): void {
		for (const name of disk.list()) {
			try {
				const isOld = runtime.now() - disk.writtenAt(name) > KEPT_FOR;
				if (isOld && name.endsWith(ENDING)) disk.remove(name);
			} catch {
				// Another process has removed it.
			}
		}
	}

	function openJournal(): CallJournal {
		const file = `${runtime.uuid()}${ENDING}`;
		const noted = new Map<string, { place: number; name: string }>();
		/** What couldn't be noted, so that nobody can take it over. */
		const unnoted = new Set<string>();
		const free: number[] = [];
		let pages: JournalPages | undefined;
		let last = 0;
		let isBroken = false;

		/** Does something with the file. After a failure, nothing more is noted there. */
		function attempt<Result>(act: () => Result): Result | undefined {
			try {
				return act();
			} catch (error) {
				isBroken = true;
				report(error);
				return undefined;
			}
		}

		function noteOne(send: ClaimedSend): void {
			const id = idOf(send);
			if (noted.has(id)) return;
			if (isBroken) return void unnoted.add(id);
			const place = free.pop() ?? (last += 1);
			const name = nameOf(send);
			noted.set(id, { place, name });
			attempt(() => {
				if (!pages) {
					removeOld();
					pages = beginJournal(disk.create(file), runtime.uuid(), disk.boot);
				}
				pages.note(place, name);
			});
			if (pages) return;
			noted.delete(id);
			unnoted.add(id);
		}

		return {
			note: (sends) => sends.forEach(noteOne),
			call(send) {
				const id = idOf(send);
				const found = noted.get(id);
				// What the store knows already was taken over, perhaps by this very process after it stood still.
				if (!found) return unnoted.has(id);
				// What may still say that it wasn't called must not be called.
				return attempt(() => pages!.call(found.place)) === true;
			},
			answer(send, answer) {
				const found = noted.get(idOf(send));
				if (found) attempt(() => pages!.answer(found.place, found.name, answer));
			},
			forget(sends) {
				for (const send of sends) {
					const id = idOf(send);
					const found = noted.get(id);
					unnoted.delete(id);
					if (!found) continue;
					noted.delete(id);
					free.push(found.place);
				}
			},
			close() {
				pages?.close();
				if (!pages || noted.size > 0) return;
				try {
					disk.remove(file);
				} catch {
					// Somebody else has removed it.
				}
			},
		};
	}

	return {
		open: openJournal,
		takeOver(sends) {
			const names = sends.map(nameOf);
			const found = new Map<string, Array<CallTrace | undefined>>();
			for (const name of disk.list()) {
				const file = disk.open(name);
				if (!file) continue;
				try {
					const pages = readJournal(file, disk.boot);
					const places = pages?.places() ?? new Map<string, number>();
					for (const one of new Set(names)) {
						const place = places.get(one);
						if (place === undefined) continue;
						found.set(one, [...(found.get(one) ?? []), pages!.takeOver(place, one)]);
					}
				} catch (error) {
					report(error);
				} finally {
					file.close();
				}
			}
			return names.map((name) => {
				const [trace, ...more] = found.get(name) ?? [];
				return more.length > 0 ? undefined : trace;
			});
		},
	};
}
