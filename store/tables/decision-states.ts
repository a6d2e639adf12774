import type { DecisionState, DecisionStateQuery } from '../../engine/store/store';
import { reads } from '../methods';
import type { Work } from '../work';
import { resolveNames } from './names';
import { readPhones } from './phones';
import { readStates } from './registers';
import { readSentBefore } from './sent-before';

/** What decisions need to know. */
function* readDecisionStates(given: DecisionStateQuery[]): Work<DecisionState[]> {
	const resolve = yield* resolveNames(given.map(({ channel, contact }) => [channel, contact]));
	const queries = given.map((query) => ({ ...query, contact: resolve(query.channel, query.contact) }));
	const states = yield* readStates(queries);
	const sentBefore = yield* readSentBefore(queries);
	const byUserId = given.flatMap(({ channel: scope, contact: userId, withPhone }, index) =>
		withPhone ? [{ index, scope, userId, contact: queries[index]!.contact }] : [],
	);
	const phones = yield* readPhones(byUserId);
	const phoneOf = new Map(byUserId.map(({ index }, place) => [index, phones[place]]));
	return states.map((state, index) => ({
		...state,
		contact: queries[index]!.contact,
		...(phoneOf.get(index) !== undefined && { phone: phoneOf.get(index) }),
		...sentBefore[index]!,
	}));
}

function* readDecisionState(query: DecisionStateQuery): Work<DecisionState> {
	return (yield* readDecisionStates([query]))[0]!;
}

export const decisionStateWorks = {
	readDecisionState: reads(readDecisionState),
	readDecisionStates: reads(readDecisionStates),
};
