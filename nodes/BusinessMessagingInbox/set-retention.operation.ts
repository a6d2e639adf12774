import type { IDataObject } from 'n8n-workflow';
import { DAY } from '../../base';
import type { RetentionTimes, Store } from '../../engine';
import { DAYS_KEPT, leastDays, RETENTION_PARTS } from '../../engine';
import type { Operation } from '../shared/operation';
import { perItem } from '../shared/operation';
import { PART_NAMES } from '../shared/part-names';
import { retentionDays } from '../shared/retention-days';
import { isoTime } from '../shared/times';
import { ofInbox } from './inbox';

const daysOfParts = retentionDays(
	{
		displayName: 'Days',
		description: 'How many days to keep each part of the store. Parts that you leave out stay as they are.',
	},
	RETENTION_PARTS,
);

/** @throws Error that names everything that is wrong with the form */
function readDays(days: Record<string, unknown>): Partial<RetentionTimes> {
	const given = RETENTION_PARTS.filter((part) => days[part] !== undefined);
	const problems = given
		.filter((part) => {
			const count = Number(days[part]);
			return !(Number.isInteger(count) && count >= leastDays(part) && count <= DAYS_KEPT.most);
		})
		.map(
			(part) => `${PART_NAMES[part]} must be a whole number from ${leastDays(part)} to ${DAYS_KEPT.most}.`,
		);
	if (given.length === 0) problems.push('Days is empty. Add at least one part of the store.');
	if (problems.length > 0) throw new Error(problems.join(' '));
	return Object.fromEntries(given.map((part) => [part, Number(days[part]) * DAY]));
}

type Kept = Awaited<ReturnType<Store['retention']['read']>>;

/** For how many days each part of the store is kept, and when old things were last forgotten. */
export const retentionJson = ({ times, forgottenAt }: Kept): IDataObject => ({
	retentionDays: Object.fromEntries(RETENTION_PARTS.map((part) => [part, times[part] / DAY])),
	forgottenAt: isoTime(forgottenAt),
});

/** Sets how long the store keeps its parts, for everyone who uses it. */
export const setRetention: Operation = {
	value: 'setRetention',
	name: 'Set Retention',
	description:
		'Set how long the store keeps its parts, for all nodes and receivers that use it. Number: Set Settings sets other times for a number.',
	action: 'Set how long the store keeps its parts',
	fields: [daysOfParts],
	numbers: 'any',
	forEachItem: perItem(ofInbox, async ({ store: { retention }, get }) => {
		await retention.set(readDays(get<Record<string, unknown> | ''>('retentionDays', '') || {}));
		return { json: retentionJson(await retention.read()) };
	}),
};
