import { createHash } from 'node:crypto';
import { localDateIn, localDayIn, localTimeIn, rulesInOrder, zonesIn } from '../../rules';
import type { FactName, Facts } from '../policies/facts';
import { catalogueOf } from '../policies/own-facts';
import type { PolicyDocument } from '../policies/policy';
import { factsAskedBy } from '../policies/reads-of-policy';
import type { KeptDecision, LoggedPolicy } from '../store/decisions';

/** A decision, and the facts that were kept with it. */
export interface Known {
	decision: KeptDecision;
	facts: Partial<Facts>;
}

/** Facts that follow from others, and from the time of the decision, which each decision has. */
const FROM: Readonly<Partial<Record<FactName, readonly FactName[]>>> = {
	now: [],
	windowClosesIn: ['windowClosesAt'],
	localTime: ['timeZones'],
	localDay: ['timeZones'],
	localDate: ['timeZones'],
};

/** How much of the hash tells documents apart. */
const LENGTH_OF_ID = 12;

/** A policy, with the facts that its decisions depend on or name in their reasons, and those that it declares. */
export function loggedPolicy(document: PolicyDocument): LoggedPolicy {
	const catalogue = catalogueOf(document);
	const asked = rulesInOrder(document.rules)
		.flatMap(factsAskedBy)
		.filter((name) => Object.hasOwn(catalogue, name));
	const kept = asked.flatMap((name): readonly string[] => FROM[name as FactName] ?? [name]);
	const facts = [...new Set([...kept, ...Object.keys(document.facts ?? {})])].sort();
	const hash = createHash('sha256').update(JSON.stringify(document)).digest('hex');
	return { id: hash.slice(0, LENGTH_OF_ID), facts, document };
}

/** The values of a policy's facts, in its order. */
export const valuesOf = ({ facts: names }: Pick<LoggedPolicy, 'facts'>, facts: Facts): unknown[] =>
	names.map((name) => facts[name as FactName]);

/** The facts that follow from a message's time zones. @param at epoch ms */
export const localFacts = (zones: readonly string[], at: number) => ({
	localTime: localTimeIn(zones, at),
	localDay: localDayIn(zones, at),
	localDate: localDateIn(zones, at),
});

/** The facts that a decision was kept with, and those that follow from them. What isn't there wasn't kept. */
export function factsFrom(
	{ facts: names }: Pick<LoggedPolicy, 'facts'>,
	{ at, facts: values }: { at: number; facts?: readonly unknown[] },
): Partial<Facts> {
	if (values === undefined) return { now: at };
	const kept: Partial<Facts> = Object.fromEntries(names.map((name, index) => [name, values[index]]));
	const { windowClosesAt, timeZones } = kept;
	const zones = timeZones === undefined ? undefined : zonesIn({ timeZones });
	return {
		...kept,
		now: at,
		...(windowClosesAt !== undefined && { windowClosesIn: windowClosesAt === 0 ? 0 : windowClosesAt - at }),
		...(zones && localFacts(zones, at)),
	};
}
