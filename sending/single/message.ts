import type { Decision, Facts, Intent } from '../../engine';
import { normalizeAddress } from '../../engine';
import type { Content } from '../content';
import { countedAs } from '../counted-as';
import type { Outcome } from '../outcome';
import type { OneMessage } from './submit-one';

/** What one message needs to be sent. */
export interface OneSend {
	intent: Intent;
	content: Content;
	key: string;
	/** The campaign in which the customer gets it once. */
	onceIn?: string;
	trace: boolean;
}

/** An outcome that says in which form a message goes out. */
export type Sendable = Outcome & { action: 'freeform' | 'template' };

export const isSendable = (outcome: Outcome): outcome is Sendable =>
	outcome.action === 'freeform' || outcome.action === 'template';

/** The form that was chosen for a message. */
export interface Chosen {
	outcome: Sendable;
	/** What a template counts as. */
	facts?: Facts;
	/** The number that a template has to go to, instead of a user id. */
	sendTo?: string;
	/** What the rules counted. */
	caps?: Decision['caps'];
	/** When that was so. Epoch ms of the gateway's clock */
	now: number;
}

/** A message in the form that was chosen. */
export interface ChosenMessage extends OneMessage {
	outcome: Sendable;
}

/** The content of the form that was chosen; only freeform may have yet to be made. */
async function contentFor(
	action: 'freeform' | 'template',
	{ freeform, template, replyTo, checkFirst }: Content,
) {
	const common = { replyTo, checkFirst };
	if (action === 'template') return { ...common, components: template?.components };
	return { ...common, freeform: typeof freeform === 'function' ? await freeform() : freeform };
}

/** @param gatewayTime epoch ms */
export async function toMessage(
	{ outcome, facts, sendTo, caps }: Omit<Chosen, 'now'>,
	{ intent, content, key, onceIn }: OneSend,
	gatewayTime: () => number,
): Promise<ChosenMessage> {
	const { channel, to, recipientType } = intent;
	const { action } = outcome;
	const template = action === 'template' ? intent.template : undefined;
	const address = template && sendTo !== undefined ? sendTo : to;
	const message = { to: address, recipientType, template, ...(await contentFor(action, content)) };
	const counted = template && facts && countedAs(facts);
	const send = { channel, contact: normalizeAddress(to), template, ...counted, onceIn };
	return { key, action, message, at: Math.floor(gatewayTime()), send, outcome, ...(caps && { caps }) };
}
