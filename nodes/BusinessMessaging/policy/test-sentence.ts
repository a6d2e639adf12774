import type { IDataObject } from 'n8n-workflow';
import { factCatalogue } from '../../../engine';
import { localTime } from '../../shared/times';

const OUTCOMES: Readonly<Record<string, string>> = {
	freeform: 'Freeform would be sent',
	template: 'The template would be sent',
	hold: 'Held',
	skip: 'Skipped',
};

/** Which facts are missing, and how to give them. `notGiven`: their labels */
export const notGivenSentences = (notGiven: readonly string[]): string[] => [
	...(notGiven.length > 0 ? [`You didn't give facts that matter here: ${notGiven.join(', ')}.`] : []),
	...(notGiven.includes(factCatalogue.timeZones.label)
		? ['Add the fact Time zones, such as Europe/Berlin, to see when local times, days, and dates end.']
		: []),
];

/** What the item of a test says, as a sentence: what would happen, until when, and which facts are missing. `ofWorkflow`: the workflow's time zone */
export function testSentence(tested: IDataObject, ofWorkflow: string): string {
	const { action, rule, reason, retryAt } = tested;
	const timeZone = typeof tested.timeZone === 'string' ? tested.timeZone : ofWorkflow;
	const at = typeof retryAt === 'string' ? localTime(Date.parse(retryAt), timeZone) : undefined;
	const isSaid = at === undefined || String(reason).includes(at);
	const sentences = [
		`${OUTCOMES[String(action)]} by the rule ${String(rule)}: ${String(reason)}`,
		!isSaid && `It's checked again at ${at} (${timeZone}).`,
		...notGivenSentences(tested.notGiven as string[]),
	];
	return sentences.filter(Boolean).join(' ');
}
