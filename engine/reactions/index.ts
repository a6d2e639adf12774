import type { MessagingEvent } from '../events/messaging-event';
import type { RefusedOutcome } from '../outcome';
import { prepared } from '../../rules/conditions';
import type { PolicyDocument, ReactionRule } from '../policies/policy';
import { compileRules } from '../../rules/rule-engine';
import { writeSentence } from '../../rules/sentence';
import type { EventFacts } from './event-facts';
import { eventFactCatalogue, factsOfEvent, factsOfRefusal } from './event-facts';
import { canHold } from './pins';
import type { Reaction } from './reaction';
import shipped from './shipped.json';

/** The reactions of every policy, unless one of its own has the same name. */
export const shippedReactions = shipped.reactions as readonly ReactionRule[];

/** The reactions that count under a policy: the shipped ones, then its own; those switched off left out. */
function reactionRulesOf({ reactions = [] }: Pick<PolicyDocument, 'reactions'>): ReactionRule[] {
	const own = new Set(reactions.map(({ name }) => name));
	return [...shippedReactions.filter(({ name }) => !own.has(name)), ...reactions].filter(
		({ enabled }) => enabled !== false,
	);
}

/** What the reactions of a policy make of what happens. */
export interface Reactions {
	/** The reactions to events, in their order. Of one event all that fit fire. */
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

/** The reactions of a policy, ready to be asked. Most events fit none: a quick look by kind says so. */
export function compileReactions(policy: Pick<PolicyDocument, 'reactions'>): Reactions {
	const rules = reactionRulesOf(policy);
	const { run } = compileRules(rules, eventFactCatalogue, false);
	const texts = new Map(rules.map(({ name, event }) => [name, event.params.text]));
	const looks = rules.map(({ conditions }) => canHold(prepared(conditions, eventFactCatalogue)));

	async function reactionsTo(facts: EventFacts, origin: Origin): Promise<Reaction[]> {
		const { fired } = await run(facts, (index) => looks[index]!(facts));
		return fired.map(({ name }) => ({
			name,
			text: writeSentence(texts.get(name)!, eventFactCatalogue, facts),
			...origin,
		}));
	}

	return {
		async toEvents(events) {
			const reactions: Reaction[] = [];
			for (const event of events) {
				for (const facts of factsOfEvent(event)) {
					if (!looks.some((look) => look(facts))) continue;
					reactions.push(...(await reactionsTo(facts, originOfEvent(event))));
				}
			}
			return reactions;
		},
		toRefusal: (outcome) => reactionsTo(factsOfRefusal(outcome), originOfRefusal(outcome)),
	};
}
