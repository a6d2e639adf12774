export { countWithin } from './compare';
export { asWritten, conditionsInWords, prepared, singleConditions, withEach } from './conditions';
export {
	conditionHolds,
	conditionsHold,
	decidingConditions,
	evaluatorOf,
	evaluatorOfKnown,
} from './evaluate';
export { everyRule, firstRule } from './compile-rules';
export { factDefinition } from './fact-catalogue';
export type { FactCatalogue, FactDefinition, FactsOf, FactType, FactValues } from './fact-catalogue';
export { together } from './possible';
export type { Claim, Implication, Possible } from './possible';
export { factMeant, factsInWords, problemsOfFacts, readFact } from './lint-facts';
export { didYouMean } from './meant';
export { error, hintsOnce, problemsOfForm, listOf, toProblem, warning } from './problem';
export { problemsOfConditions } from './lint-conditions';
export { problemsOfReach } from './lint-reach';
export { situationsOf } from './situations';
export { problemsOfRules } from './lint-rules';
export { problemsOfSize } from './lint-size';
export { problemsOfRetryTime, problemsOfSentence, factsNamedIn, sentenceOf, writeSentence } from './sentence';
export { localDateIn, localDayIn, localMoment, localTimeIn } from './local-moment';
export { operatorCatalogue, operatorsOf } from './operator-catalogue';
export type { OperatorDefinition, OperatorName } from './operator-catalogue';
export type { FoundProblem, Problem } from './problem';
export { beginningOf, endingConditions, retryTimeOf } from './retry-time';
export { filledText, orderedRuleOf, ruleOf, rulesInOrder } from './rule';
export type { Condition, Conditions, Rule } from './rule';
export { isTimeZone, writeZones, zonesIn } from './time-zones';
export type { TraceStep } from './trace';
export { hoursOnTheClock, readCap, readDuration } from './values';
export { named, wording } from './wording';
export type { Wording } from './wording';
