import { everyRule, sentenceOf } from '../../rules';
import type { MessagingEvent } from '../events/messaging-event';
import type { RefusedOutcome } from '../outcome';
import type { PolicyDocument, ReactionRule } from '../policies/policy';
import type { EventFacts } from './event-fact-catalogue';
import { eventFactCatalogue } from './event-fact-catalogue';
import { factsOfEvent, factsOfRefusal } from './event-facts';
import type { Reaction } from './reaction';
import shipped from './shipped.json';
import { inWords } from './words';

/** The reactions of every policy, unless one of the policy's own reactions has the same name. */
export const shippedReactions = shipped.reactions as readonly ReactionRule[];

/** The reactions of a policy: the shipped ones, unless it has one of the same name, then its own. */
function reactionRulesOf({ reactions = [] }: Pick<PolicyDocument, 'reactions'>): ReactionRule[] {
	const own = new Set(reactions.map(({ name }) => name));
	return [...shippedReactions.filter(({ name }) => !own.has(name)), ...reactions];
}

/** What the reactions of a policy say about what happens. */
export interface Reactions {
	/** The reactions to events, in their order. All that fit an event fire. */
	toEvents(events: readonly MessagingEvent[]): Promise<Reaction[]>;
	toRefusal(outcome: RefusedOutcome): Promise<Reaction[]>;
}

type Origin = Omit<Reaction, 'name' | 'text'>;

const originOfEvent = (event: MessagingEvent): Origin => ({
	eventId: event.id,
	account: event.account,
	...(event.channel !== undefined && { channel: event.channel }),
	...('contact' in event && event.contact !== undefined && { contact: event.contact }),
	...('template' in event && {
		template: { name: event.template.name, language: event.template.language },
	}),
});

const originOfRefusal = ({ channel, account, to, template }: RefusedOutcome): Origin => ({
	channel,
	contact: to,
	...(account !== undefined && { account }),
	...(template && { template }),
});

/** The reactions of a policy, ready to be asked. */
export function compileReactions(policy: Pick<PolicyDocument, 'reactions'>): Reactions {
	const rulesThatFire = everyRule(reactionRulesOf(policy), eventFactCatalogue);

	async function reactionsTo(facts: EventFacts, origin: Origin): Promise<Reaction[]> {
		const fired = await rulesThatFire(facts);
		if (fired.length === 0) return [];
		const said = inWords(facts);
		return fired.map(({ name, conditions, event }) => ({
			name,
			text: sentenceOf(event.params.text, conditions, eventFactCatalogue)(said),
			...origin,
		}));
	}

	return {
		async toEvents(events) {
			const reactions: Reaction[] = [];
			for (const event of events) {
				const origin = originOfEvent(event);
				for (const facts of factsOfEvent(event)) reactions.push(...(await reactionsTo(facts, origin)));
			}
			return reactions;
		},
		toRefusal: (outcome) => reactionsTo(factsOfRefusal(outcome), originOfRefusal(outcome)),
	};
}
