import type { INodeProperties } from 'n8n-workflow';
import { DAY } from '../../base';
import type { RetentionPart } from '../../engine';
import { DAYS_KEPT, DEFAULT_RETENTION, leastDays } from '../../engine';
import { PART_NAMES } from './part-names';

/** What forms say about the parts of the store, in the order of their names. */
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

function daysField([name, description]: (typeof PARTS)[number]): INodeProperties {
	const displayName = PART_NAMES[name];
	const days = DEFAULT_RETENTION[name] / DAY;
	const typeOptions = { minValue: leastDays(name), maxValue: DAYS_KEPT.most };
	return { displayName, name, type: 'number', typeOptions, default: days, description };
}

/** How many days to keep parts of the store. */
export const retentionDays = (
	{ displayName, description }: Pick<INodeProperties, 'displayName' | 'description'>,
	parts: readonly RetentionPart[],
): INodeProperties => ({
	displayName,
	name: 'retentionDays',
	type: 'collection',
	placeholder: 'Add Part',
	default: {},
	description,
	options: PARTS.filter(([part]) => parts.includes(part)).map(daysField),
});
