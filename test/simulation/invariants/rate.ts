import type { Invariant } from '../history';

const SECOND = 1_000;
/** How late a slot may be used. ms */
const LATENESS = 20;

/** In no second more messages are handed to the gateway than the number's rate allows. */
export const rateIsKept: Invariant = ({ calls, perSecond, clockJumped }) => {
	// Slots are times of the machine's clock, so that setting it moves them.
	if (clockJumped) return [];
	// Those of the second before it that are late come on top.
	const most = Math.floor((perSecond * (SECOND + LATENESS)) / SECOND) + 1;
	let from = 0;
	for (const [index, at] of calls.entries()) {
		while (at - calls[from]! >= SECOND) from += 1;
		const count = index - from + 1;
		if (count > most) return [`In the second up to ${at} ms, ${count} messages went out instead of ${most}.`];
	}
	return [];
};
