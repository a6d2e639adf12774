import { effectOfError, OPTED_OUT } from '../../platform';
import type { ErrorBody } from '../../platform';
import type { MessagingEvent } from '../events/messaging-event';
import { replyOf } from '../events/reply-of';
import type { RefusedOutcome } from '../outcome';
import { inCurrency, inMillionths } from '../money/amounts';
import { percentOf } from '../money/budget';
import { isHumanReply } from '../state/human-replies';
import { changeOfLimit } from '../state/messaging-limit';
import type { EventFacts } from './event-fact-catalogue';
import { NOTHING } from './event-fact-catalogue';
import { pauseKindOf, qualityNamed, stateOfStatus } from '../state/template-transitions';

const MARKETING_MESSAGES = 'marketing_messages';

/** The facts of an error, at once or in a late status. */
function factsOfError(error: ErrorBody): Partial<EventFacts> {
	const { code, title, details } = error;
	if (code === undefined) return {};
	return {
		errorCode: code,
		errorTitle: title ?? 'none',
		errorEffect: effectOfError(error) ?? 'none',
		accountProblem: `${title ?? 'error'} (${code})`,
		...(details !== undefined && { reason: details }),
		...(code === OPTED_OUT && { preferenceCategory: MARKETING_MESSAGES }),
	};
}

const none = (value: string | undefined) => value ?? 'none';

function factsOfReply(event: MessagingEvent): Partial<EventFacts> {
	const reply = replyOf(event);
	return reply ? { replyKind: reply.kind, replyId: reply.id ?? 'none' } : {};
}

/** The facts of one kind of event, apart from its errors. */
function factsOfKind(event: MessagingEvent): Partial<EventFacts> {
	switch (event.kind) {
		case 'message':
			return { heldBy: event.heldBy, messageType: event.message.type, ...factsOfReply(event) };
		case 'agent_reply':
		case 'app_reply':
			return { messageType: event.message.type };
		case 'account':
			return {
				accountEvent: none(event.event),
				accountProblem: none(event.event),
				limit: none(event.limit),
				previousLimit: none(event.previousLimit),
				...(event.limit !== undefined && {
					limitChange: changeOfLimit(event.limit, event.previousLimit),
				}),
				field: event.field,
			};
		case 'status':
			return { status: event.status, byAgent: event.byAgent };
		case 'handover':
			return {
				handoverTo: none(event.to),
				previousOwner: none(event.previousOwner),
				tookOver: event.tookOver === true,
			};
		case 'template_status': {
			// A description is a sentence of the platform, and the reaction's sentence ends after it.
			const why = event.reason ?? event.description?.replace(/\.$/, '');
			return {
				templateStatus: event.status,
				templateState: stateOfStatus(event.status) ?? 'unknown',
				...(event.status === 'PAUSED' && {
					templatePause: event.title === undefined ? 'unknown' : pauseKindOf(event.title, 0),
				}),
				...(why !== undefined && { reason: why }),
			};
		}
		case 'template_quality':
			return {
				templateQuality: none(qualityNamed(event.quality)),
				previousQuality: none(qualityNamed(event.previousQuality)),
			};
		case 'template_category':
			return { templateCategory: none(event.category ?? event.announced?.category) };
		case 'template_components':
			return {};
		case 'preference':
			return { preference: event.value, preferenceCategory: event.category };
		case 'campaign': {
			const { campaign, share, spent, budget, currency } = event;
			const [gone, all] = inCurrency(currency, [inMillionths(spent), inMillionths(budget)] as const);
			const ofBudget = `${gone} of ${all}, ${percentOf(spent, budget)}%`;
			return { campaign, budgetShare: share, budgetSpent: ofBudget };
		}
		case 'group':
			return { groupChange: none(event.type), field: event.field };
		case 'unknown':
			return { field: none(event.field) };
	}
}

/** The facts of an event: once, or for each of its errors. */
export function factsOfEvent(event: MessagingEvent): EventFacts[] {
	const facts: EventFacts = {
		...NOTHING,
		kind: event.kind,
		account: event.account,
		byHuman: isHumanReply(event),
	};
	if (event.channel !== undefined) facts.channel = event.channel;
	if ('contact' in event && event.contact !== undefined) facts.contact = event.contact;
	if ('group' in event && event.group !== undefined) facts.group = event.group;
	if ('template' in event) {
		facts.templateName = event.template.name;
		facts.templateLanguage = event.template.language;
	}
	Object.assign(facts, factsOfKind(event));
	const errors = ('errors' in event && event.errors) || [];
	if (errors.length === 0) return [facts];
	return errors.map((error) => ({ ...facts, ...factsOfError(error) }));
}

/** The facts of a message that the gateway refused at once. */
export function factsOfRefusal({ channel, account, to, template, error }: RefusedOutcome): EventFacts {
	return {
		...NOTHING,
		kind: 'refusal',
		channel,
		contact: to,
		...(account !== undefined && { account }),
		...(template && { templateName: template.name, templateLanguage: template.language }),
		...factsOfError(error),
	};
}
