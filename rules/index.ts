export { conditionHolds, conditionsHold, plainConditions, prepared, singleConditions } from './conditions';
export { everyRule } from './every-rule';
export { factDefinition } from './fact-catalogue';
export type {
	FactCatalogue,
	FactDefinition,
	FactsOf,
	FactType,
	FactValues,
	MomentFacts,
} from './fact-catalogue';
export { firstRule } from './first-rule';
export type { FirstRule } from './first-rule';
export { together } from './implication';
export type { Claim, Implication } from './implication';
export { problemsOfFacts, readFact } from './lint-facts';
export { problemsOfForm } from './lint-form';
export { problemsOfReach } from './lint-reach';
export { problemsOfRules } from './lint-rules';
export { problemsOfRetryTime, problemsOfSentence } from './lint-texts';
export { localTimeIn } from './local-time';
export { operatorCatalogue, operatorsOf } from './operator-catalogue';
export type { OperatorDefinition, OperatorName } from './operator-catalogue';
export { listOf } from './problem';
export type { Problem } from './problem';
export { retryTimeOf } from './retry-time';
export type { RetryTime } from './retry-time';
export { filledText, orderedRuleOf, ruleOf, rulesInOrder, rulesTurnedOn } from './rule';
export type { Condition, Conditions, Rule } from './rule';
export { factsNamedIn, writeSentence } from './sentence';
export { isTimeZone, writeZones, zonesIn } from './time-zones';
export type { TraceStep } from './trace';
export { readCap } from './values';
