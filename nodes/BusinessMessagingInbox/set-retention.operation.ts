import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { DAY } from '../../base';
import type { RetentionPart, RetentionTimes, Store } from '../../engine';
import { DEFAULT_RETENTION, RETENTION_PARTS } from '../../engine';
import type { Operation } from '../shared/operation';
import { perItem } from '../shared/operation';
import { isoTime } from '../shared/times';
import { ofInbox } from './inbox';
import { PART_NAMES } from './part-names';

const MOST_DAYS = 10_000;

/** What the form says about the parts of the store, in the order of their names. */
const PARTS: ReadonlyArray<[part: RetentionPart, description: string]> = [
	['recipients', 'Campaigns that are over, with their recipients'],
	[
		'conversations',
		'Windows and holders, and the names of customers about whom nothing else is stored. Opt-outs are always kept.',
	],
	[
		'decisions',
		"Why messages went out, were held, or were skipped. 0 turns it off, and then nobody can find out why a customer didn't get a message.",
	],
	['deadLetters', 'Events whose execution failed'],
	['events', 'Everything that was received. Marks that tell redeliveries stay for 8 days at least.'],
	[
		'starts',
		"Which executions were started for events, so that a redelivery doesn't start another. At least 8 days, and as long as events.",
	],
	[
		'sentTexts',
		"What sent messages said, if the credential's Keep Sent Texts is on. What customers wrote is kept with the events.",
	],
	['sends', "Sent messages, so that a repeated execution doesn't send them again"],
];

/** The fewest days that a part can be kept: a log that nothing depends on can be turned off. */
const leastDays = (part: RetentionPart): number => (part === 'decisions' ? 0 : 1);

function daysField([name, description]: (typeof PARTS)[number]): INodeProperties {
	const displayName = PART_NAMES[name];
	const days = DEFAULT_RETENTION[name] / DAY;
	const typeOptions = { minValue: leastDays(name), maxValue: MOST_DAYS };
	return { displayName, name, type: 'number', typeOptions, default: days, description };
}

const retentionDays: INodeProperties = {
	displayName: 'Days',
	name: 'retentionDays',
	type: 'collection',
	placeholder: 'Add Part',
	default: {},
	description: 'How many days to keep each part of the store. Parts that you leave out stay as they are.',
	options: PARTS.map(daysField),
};

/** @throws Error that names everything that is wrong with the form */
function readDays(days: Record<string, unknown>): Partial<RetentionTimes> {
	const given = PARTS.filter(([part]) => days[part] !== undefined);
	const problems = given
		.filter(([part]) => {
			const count = Number(days[part]);
			return !(Number.isInteger(count) && count >= leastDays(part) && count <= MOST_DAYS);
		})
		.map(([part]) => `${PART_NAMES[part]} must be a whole number from ${leastDays(part)} to ${MOST_DAYS}.`);
	if (given.length === 0) problems.push('Days is empty. Add at least one part of the store.');
	if (problems.length > 0) throw new Error(problems.join(' '));
	return Object.fromEntries(given.map(([part]) => [part, Number(days[part]) * DAY]));
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
	description: 'Set how long the store keeps its parts, for all nodes and receivers that use it',
	action: 'Set how long the store keeps its parts',
	fields: [retentionDays],
	numbers: 'any',
	forEachItem: perItem(ofInbox, async ({ store: { retention }, get }) => {
		await retention.set(readDays(get<Record<string, unknown> | ''>('retentionDays', '') || {}));
		return { json: retentionJson(await retention.read()) };
	}),
};
