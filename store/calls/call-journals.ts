import type { Runtime } from '../../base';
import { DAY, errorText } from '../../base';
import type { CallJournal, CallJournals, CallTrace } from '../../engine/store/calls';
import type { JournalDisk } from './journal-disk';
import type { JournalPages } from './journal-format';
import { beginJournal, nameOf, readJournal } from './journal-format';

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
		const places = new Map<string, number>();
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

		function noteOne(name: string): void {
			if (places.has(name)) return;
			if (isBroken) return void unnoted.add(name);
			const place = free.pop() ?? (last += 1);
			places.set(name, place);
			attempt(() => {
				if (!pages) {
					removeOld();
					pages = beginJournal(disk.create(file), runtime.uuid(), disk.boot);
				}
				pages.note(place, name);
			});
			if (pages) return;
			places.delete(name);
			unnoted.add(name);
		}

		return {
			note: (sends) => sends.forEach((send) => noteOne(nameOf(send))),
			call(send) {
				const name = nameOf(send);
				const place = places.get(name);
				// What the store knows already was taken over, perhaps by this very process after it stood still.
				if (place === undefined) return unnoted.has(name);
				// What may still say that it wasn't called must not be called.
				return attempt(() => pages!.call(place)) === true;
			},
			answer(send, answer) {
				const name = nameOf(send);
				const place = places.get(name);
				if (place !== undefined) attempt(() => pages!.answer(place, name, answer));
			},
			forget(sends) {
				for (const send of sends) {
					const name = nameOf(send);
					const place = places.get(name);
					unnoted.delete(name);
					if (place === undefined) continue;
					places.delete(name);
					attempt(() => {
						pages!.free(place);
						free.push(place);
					});
				}
			},
			close() {
				pages?.close();
				if (!pages || places.size > 0) return;
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
