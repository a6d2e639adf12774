import { effectOfCode, OPTED_OUT, OUTSIDE_WINDOW } from '../platform';
import type { MessagingEvent } from './events/messaging-event';
import type { RefusedOutcome } from './outcome';

/** Something that happened to a conversation, a template or the account, by a name that workflows can go by. */
export interface Reaction {
	name: ReactionName;
	/** A sentence for people. */
	text: string;
	/** The event it comes from; absent for an act of ours. */
	eventId?: string;
	channel?: string;
	account?: string;
	contact?: string;
	template?: { name: string; language: string };
}

export type ReactionName =
	| 'agent-took-over'
	| 'passed-to-business'
	| 'template-approved'
	| 'template-rejected'
	| 'template-paused'
	| 'template-disabled'
	| 'template-in-review'
	| 'opted-out'
	| 'opted-in'
	| 'window-closed'
	| 'account-restricted';

const OF_TEMPLATE_STATUS: Readonly<Record<string, ReactionName>> = {
	APPROVED: 'template-approved',
	REINSTATED: 'template-approved',
	REACTIVATED: 'template-approved',
	REJECTED: 'template-rejected',
	PAUSED: 'template-paused',
	DISABLED: 'template-disabled',
	PENDING: 'template-in-review',
	IN_REVIEW: 'template-in-review',
};

function named(event: MessagingEvent): Array<[ReactionName, string]> {
	switch (event.kind) {
		case 'handover':
			return event.to === 'agent'
				? [['agent-took-over', `The business agent took over the conversation with ${event.contact}.`]]
				: [
						[
							'passed-to-business',
							`The business agent passed the conversation with ${event.contact} to the business.`,
						],
					];
		case 'template_status': {
			const name = OF_TEMPLATE_STATUS[event.status];
			const because = event.reason ? ` (${event.reason})` : '';
			return name
				? [[name, `The template ${event.template.name} is ${event.status.toLowerCase()}${because}.`]]
				: [];
		}
		case 'preference':
			return event.value === 'stop'
				? [['opted-out', `${event.contact} opted out of ${event.category}.`]]
				: [['opted-in', `${event.contact} opted in to ${event.category} again.`]];
		case 'status':
			return event.byAgent
				? []
				: event.errors.flatMap(({ code, title }) => ofFailure(code, title ?? '', event.contact ?? ''));
		default:
			return [];
	}
}

function ofFailure(code: number, title: string, contact: string): Array<[ReactionName, string]> {
	if (code === OUTSIDE_WINDOW)
		return [['window-closed', `A message to ${contact} failed: the conversation window was closed.`]];
	if (code === OPTED_OUT)
		return [['opted-out', `A message to ${contact} failed: the customer opted out of marketing.`]];
	if (effectOfCode(code) === 'account-stop')
		return [['account-restricted', `The account needs a person: ${title} (${code}).`]];
	return [];
}

/** The named reactions to an event. */
export function reactionsTo(event: MessagingEvent): Reaction[] {
	return named(event).map(([name, text]) => ({
		name,
		text,
		eventId: event.id,
		account: event.account,
		...(event.channel !== undefined && { channel: event.channel }),
		...('contact' in event && event.contact !== undefined && { contact: event.contact }),
		...('template' in event && {
			template: { name: event.template.name, language: event.template.language },
		}),
	}));
}

/** The named reactions to a refusal. */
export function reactionsToRefusal({ channel, account, to, template, error }: RefusedOutcome): Reaction[] {
	if (error.code === undefined) return [];
	return ofFailure(error.code, error.title ?? '', to).map(([name, text]) => ({
		name,
		text,
		channel,
		contact: to,
		...(account !== undefined && { account }),
		...(template && { template }),
	}));
}
