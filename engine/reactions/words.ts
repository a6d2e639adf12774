import { customersOfLimit } from '../../platform';
import { factCatalogue } from '../policies/facts';
import type { EventFacts } from './event-fact-catalogue';

/** `marketing_messages`, `in-review`, `LOW_QUALITY`, but not `Paused by Ana` or `it_works in part`. */
const MACHINE_WORD = /^(?:[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*|[a-z0-9]+(?:[_-][a-z0-9]+)+)$/;

const plain = (value: string) =>
	MACHINE_WORD.test(value) ? value.toLowerCase().replace(/[_-]/g, ' ') : value;

const NOT_KNOWN = 'not known';
const orNotKnown = (value: string) => (value === 'none' ? NOT_KNOWN : plain(value));

/** `2,000 customers in 24 hours` */
function limitInWords(limit: string): string {
	const customers = customersOfLimit(limit);
	if (customers === undefined) return NOT_KNOWN;
	return customers === Infinity ? 'unlimited' : `${customers.toLocaleString('en-US')} customers in 24 hours`;
}

const ACCOUNT: Readonly<Record<string, string>> = {
	DISABLE: 'it is disabled',
	SCHEDULE_FOR_DISABLE: 'it is going to be disabled',
	ACCOUNT_RESTRICTION: 'it is restricted',
	ACCOUNT_VIOLATION: 'it broke a rule of the platform',
};

const STATES: Readonly<Record<string, string>> = factCatalogue.templateState.inSentences;

/** How facts that the platform names in words of its own are written into sentences. The others are written as they are. */
const WORDS: Partial<Record<keyof EventFacts, (value: string) => string>> = {
	kind: plain,
	messageType: plain,
	status: plain,
	errorEffect: plain,
	previousOwner: orNotKnown,
	templateStatus: plain,
	templateState: (value) => STATES[value] ?? plain(value),
	templatePause: plain,
	templateQuality: orNotKnown,
	previousQuality: orNotKnown,
	templateCategory: plain,
	reason: plain,
	preferenceCategory: plain,
	groupChange: plain,
	accountEvent: plain,
	accountProblem: (value) => ACCOUNT[value] ?? plain(value),
	limit: limitInWords,
	previousLimit: limitInWords,
	field: plain,
};

/** The facts of an event, as a sentence for people says them: `marketing messages`, `low quality`. */
export function inWords(facts: EventFacts): Record<keyof EventFacts, unknown> {
	const said = Object.entries(facts).map(([name, value]) => {
		const words = WORDS[name as keyof EventFacts];
		return [name, words && typeof value === 'string' ? words(value) : value];
	});
	return Object.fromEntries(said) as Record<keyof EventFacts, unknown>;
}
