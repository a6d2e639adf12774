import type { ErrorBody, ErrorEffect } from '../platform';
import {
	effectOfError,
	isStructureUnavailable,
	OPTED_OUT,
	OUTSIDE_WINDOW,
	refusesActiveConversation,
	refusesForOwner,
} from '../platform';
import { optOutRegister } from './state/conversation';
import { holderAfter } from './state/holder-transitions';
import { RANK, wholeSecond } from './state/register';
import type { RegisterWrite } from './state/register';
import { NO_STRUCTURE, templateSubject } from './state/template';

/** A send that the platform refused, at once or by a late failed status. */
export interface Refusal {
	channel: string;
	/** The customer's address, or the group's id. */
	contact: string;
	account?: string;
	template?: { name: string; language: string };
	/** When the message was sent. Epoch ms */
	sentAt: number;
	/** When the refusal came. Epoch ms */
	answeredAt: number;
	/** When the customer last wrote, if the conversation was known to be active. Epoch ms */
	activeSince?: number;
	/** Decides between writes of the same time. */
	id: string;
	error: ErrorBody;
}

/** The status that a refusal with this effect shows a template to have. */
const TEMPLATE_STATUS_OF_EFFECT: Readonly<Partial<Record<ErrorEffect, string>>> = {
	'template-hold': 'PAUSED',
	'template-stop': 'DISABLED',
	resync: 'ABSENT',
};

const reasonOf = ({ details, title }: ErrorBody) => details ?? title;

/**
 * What a refusal changes: what the gateway answers wins over what we believed. A refusal for the window closes it,
 * and one for an active conversation opens it, as of the message's send time, unless it was known to be open; one for
 * its owner shows that another responder holds it; a refusal for a template sets its status as of the answer, and one for
 * its structure counts beside its status, as lists say nothing of it.
 */
export function changesOfRefusal(refusal: Refusal): RegisterWrite[] {
	const { channel, contact, account, template, error, id } = refusal;
	const inConversation = { scope: channel, subject: contact, rank: RANK.answer, id };
	const ofMessage = { ...inConversation, at: wholeSecond(refusal.sentAt) };
	if (error.code === OUTSIDE_WINDOW) return [{ ...ofMessage, name: 'window', value: 'closed' }];
	if (refusesActiveConversation(error)) {
		const at = refusal.activeSince ?? ofMessage.at;
		return [{ ...ofMessage, at, name: 'window', value: 'open' }];
	}
	if (template === undefined && refusesForOwner(error)) {
		const { to: value, rank } = holderAfter('refused-for-owner');
		return [{ ...ofMessage, rank, name: 'holder', value }];
	}
	const answeredAt = wholeSecond(refusal.answeredAt);
	if (error.code === OPTED_OUT) {
		return [{ ...inConversation, at: answeredAt, name: optOutRegister('MARKETING'), value: 'stop' }];
	}
	const ofTemplate = template && { scope: account ?? channel, subject: templateSubject(template), id };
	if (ofTemplate && isStructureUnavailable(error)) {
		return [
			{ ...ofTemplate, name: NO_STRUCTURE, at: answeredAt, rank: RANK.answer, value: reasonOf(error) ?? '' },
		];
	}
	const effect = effectOfError(error);
	const status = effect && TEMPLATE_STATUS_OF_EFFECT[effect];
	if (status === undefined || ofTemplate === undefined) return [];
	const reason = reasonOf(error);
	return [
		{
			...ofTemplate,
			name: 'status',
			at: answeredAt,
			// It may be there but not approved, which a list of the same second tells.
			rank: status === 'ABSENT' ? RANK.ownAct : RANK.answer,
			value: { status, ...(reason && { reason }) },
		},
	];
}
