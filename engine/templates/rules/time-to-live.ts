import { LONGEST_MESSAGE_TTL, MESSAGE_TTL } from '../../../platform';
import type { Definition } from '../definition';
import type { Rule } from '../rule';
import { at } from '../rule';

const FIELD = 'message_send_ttl_seconds';

function outOfRange({ fields, category }: Definition): string | undefined {
	const seconds = fields[FIELD];
	const range = MESSAGE_TTL[category];
	if (seconds === undefined || seconds === null || range === undefined) return undefined;
	const takesLongest = category !== 'MARKETING';
	if (takesLongest && seconds === LONGEST_MESSAGE_TTL) return undefined;
	if (Number.isInteger(seconds) && Number(seconds) >= range.least && Number(seconds) <= range.most) {
		return undefined;
	}
	const longest = takesLongest ? `, or ${LONGEST_MESSAGE_TTL} for 30 days` : '';
	return `In a template of the category ${category}, the time to live must be a whole number of seconds from ${range.least} to ${range.most}${longest}.`;
}

/** How long messages of the template may wait for their delivery (docs/interface.md, Pacing and time to live). */
export const timeToLiveRules: ReadonlyArray<Rule<Definition>> = [
	{ name: 'message-ttl', check: (definition) => at([FIELD], outOfRange(definition)) },
	{
		name: 'message-ttl-marketing',
		severity: 'warning',
		check: ({ fields, category }) =>
			category === 'MARKETING' &&
			Number.isInteger(fields[FIELD]) &&
			at(
				[FIELD],
				`The time to live of a MARKETING template counts only for the platform's separate marketing endpoint, which this package doesn't use.`,
			),
	},
];
