import { TIME_IN_SENTENCE } from '../../base';

const TIME = `(${TIME_IN_SENTENCE})`;

/**
 * What sentences of the shipped policies and of the timeline say of a time that is ahead, and of one that is over. Each
 * has one time.
 */
const OVER = [
	[
		`Wait until (?:it gets control or until )?the ([^.]*) closes at ${TIME}\\.(?: To answer now, [^.]*\\.)?`,
		'The $1 closed at $2.',
	],
	[`Wait until the ([^.]*) ends at ${TIME}\\.`, 'The $1 ended at $2.'],
	[
		`apply now: the customer's local time is ([^.]*)\\. Wait until ${TIME}\\.(?: If the time zone is wrong, [^.]*\\.)?`,
		"applied then: the customer's local time was $1. The wait ended at $2.",
	],
	[`Wait until ${TIME}\\.`, 'The wait ended at $1.'],
	[
		`Automatic messages wait until ${TIME}, or longer if the person who was called hasn't answered by then\\.`,
		"Automatic messages waited until $1, and still wait if the person who was called hasn't answered.",
	],
	[
		`closes soon, at ${TIME}\\. The template is sent after that\\.`,
		'closed at $1. The template had to wait for that.',
	],
	[`can be sent until ${TIME}`, 'could be sent until $1'],
	[`waits for the answer until ${TIME}`, 'waited for the answer until $1'],
	[`closes at ${TIME}`, 'closed at $1'],
	[`ends at ${TIME}`, 'ended at $1'],
].map(([ahead, over]) => [new RegExp(ahead!, 'g'), over!] as const);

/**
 * A sentence of a decision as it is told later: what it says of a time that is over by now is in the past. What it can't
 * say so, such as the words of somebody's own policy, stays.
 * @param now epoch ms
 */
export const toldLater = (sentence: string, now: number): string =>
	OVER.reduce(
		(told, [ahead, over]) =>
			told.replace(ahead, (found, ...parts: unknown[]) => {
				const groups = parts.filter((part) => typeof part === 'string').slice(0, -1);
				const isOver = Date.parse(groups.at(-1)!) < now;
				return isOver ? over.replace(/\$(\d)/g, (_, group: string) => groups[Number(group) - 1]!) : found;
			}),
		sentence,
	);
