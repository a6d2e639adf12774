import type { Invariant } from '../history';

/** States of a recipient that somebody has to do something about. */
const OPEN: readonly string[] = ['planned', 'claimed', 'sending', 'held'];

/** Everything comes to rest, and nobody holds anything any more. */
export const nothingIsLeasedForEver: Invariant = ({ hasSettled, tables }) => [
	...(hasSettled ? [] : ["The run didn't settle."]),
	...tables.sends
		.filter(({ campaign, state }) => campaign !== null && OPEN.includes(state))
		.map(({ key, state, due }) => `The recipient ${key} is still ${state}, due at ${due}.`),
	...tables.cursors
		.filter(({ leased_until }) => leased_until > 0)
		.map(({ number }) => `The partition ${number} is still leased.`),
	...tables.deadLetters
		.filter(({ leased_until }) => leased_until > 0)
		.map(({ seq }) => `The dead letter ${seq} is still leased.`),
];
