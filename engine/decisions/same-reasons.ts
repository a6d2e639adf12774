import { MINUTE, TIME_IN_SENTENCE } from '../../base';

const TIMES = new RegExp(TIME_IN_SENTENCE, 'g');

/** Times that are this close are one to people: the last of them is told. ms */
const CLOSE = 5 * MINUTE;

/** A reason that differs in its times alone, with its earliest and latest ones. */
interface SpannedReason<Of> {
	of: Of;
	reason: string;
	count: number;
	first: string[];
	last: string[];
}

/** How many recipients have a reason: `until <first> for the first and <last> for the last`. */
export interface CountedReason<Of> {
	of: Of;
	reason: string;
	count: number;
}

/** The reason, with the span of each of its times. */
function spanned<Of>({ of, reason, count, first, last }: SpannedReason<Of>): CountedReason<Of> {
	let index = -1;
	const inWords = reason.replace(TIMES, () => {
		index += 1;
		const [from, to] = [first[index]!, last[index]!];
		const isOne = Date.parse(to) - Date.parse(from) <= CLOSE;
		return isOne ? to : `${from} for the first and ${to} for the last`;
	});
	return { of, reason: inWords, count };
}

/** Counts reasons of the same thing, such as a state. Those that differ in their times alone are one. */
export function gatherReasons<Of>() {
	const reasons = new Map<string, SpannedReason<Of>>();
	return {
		add(of: Of, reason: string, times: number): void {
			const at = reason.match(TIMES) ?? [];
			const key = JSON.stringify([of, reason.replace(TIMES, '')]);
			const { count, first, last } = reasons.get(key) ?? { count: 0, first: at, last: at };
			reasons.set(key, {
				of,
				reason,
				count: count + times,
				first: first.map((time, index) => (at[index]! < time ? at[index]! : time)),
				last: last.map((time, index) => (at[index]! > time ? at[index]! : time)),
			});
		},
		/** The commonest first. */
		all: (): Array<CountedReason<Of>> =>
			[...reasons.values()].map(spanned).sort((one, other) => other.count - one.count),
	};
}
