import { effectOfError } from '../platform';
import { reasonOfError } from './outcome';
import type { HandoverEvent, MessagingEvent, StatusEvent } from './events/messaging-event';
import { readCallbackData } from './events/callback-data';
import {
	changesOfAgentReply,
	changesOfFreeEntry,
	changesOfHandover,
	changesOfHumanReply,
	changesOfMessage,
	changesOfPreference,
	conversationOf,
	signOfAgent,
	signOfThird,
} from './state/conversation';
import { chargesOfAppReply, chargesOfStatus } from './money/charges';
import { pricingOfSend } from './pricing';
import { isHumanReply } from './state/human-replies';
import { identityOfEvent } from './state/identity';
import { limitOfAccount } from './state/messaging-limit';
import { profileNameOf } from './state/profile-name';
import { qualityOfNumber } from './state/number-quality';
import { RANK } from './state/register';
import type { RegisterWrite, SendSettlement, StateChanges, Wake } from './state/register';
import { changesOfTemplateTrait, historyOfTemplateStatus } from './state/template';
import { changesOfRefusal } from './changes-of-refusal';
import type { Store } from './store/store';

/**
 * A delivery names the account and the phone number side by side: that is how a channel's account is learned. If it
 * doesn't name the number, this is older than anything that does.
 */
function accountOfChannel({ channel, placed, account, at, id }: MessagingEvent): RegisterWrite[] {
	if (channel === undefined || account === '') return [];
	const since = placed ? 0 : at;
	return [
		{ scope: channel, subject: '', name: 'account', at: since, rank: RANK.message, id, value: account },
	];
}

const BECAME: Readonly<Record<string, SendSettlement['became']>> = {
	sent: 'accepted',
	delivered: 'delivered',
	read: 'read',
	played: 'read',
	failed: 'failed',
};

/** What a status says of the send it belongs to, which its callback data or the message's id tells. */
function settlementsOf(event: StatusEvent): SendSettlement[] {
	const { status, messageId, channel, errors, callbackData } = event;
	const became = BECAME[status];
	if (became === undefined) return [];
	const [error] = errors;
	const pricing = pricingOfSend(event.pricing);
	return [
		{
			messageId,
			became,
			...(channel !== undefined && { channel }),
			...readCallbackData(callbackData),
			...(error && { rule: effectOfError(error) ?? 'failed', reason: reasonOfError(error) }),
			...(pricing && { pricing }),
		},
	];
}

/**
 * A status settles the send it belongs to, and a failure that comes late says the same as a refusal at once. When
 * the message was sent is in the callback data, so the state doesn't depend on which of the two comes first.
 */
async function changesOfStatus(event: StatusEvent, sends: Store['sends']): Promise<StateChanges> {
	if (event.byAgent) return {};
	const { channel } = event;
	const own = readCallbackData(event.callbackData);
	const settlements = settlementsOf(event);
	const contact = conversationOf(event);
	if (isHumanReply(event)) return { settlements, registers: changesOfHumanReply(event) };
	if (event.status !== 'failed' || channel === undefined || contact === undefined) return { settlements };
	const named = own && (await sends.find(own.key));
	const send = named?.channel === channel ? named : undefined;
	const refusals = event.errors.map((error) =>
		changesOfRefusal({
			channel,
			contact,
			...(event.account !== '' && { account: event.account }),
			template: send?.template,
			sentAt: own?.sentAt ?? event.at,
			answeredAt: event.at,
			id: event.id,
			error,
		}),
	);
	return { settlements, registers: refusals.flat() };
}

/** What the agent's hold on a conversation held back may go out once it passes control. */
function wakesOf(event: HandoverEvent): Wake[] {
	const { channel, to } = event;
	return to === 'business' && channel !== undefined ? [{ channel, contact: conversationOf(event) }] : [];
}

/** What a status says of money, with what else it changes. */
const withMoney = (event: StatusEvent, { registers = [], ...changes }: StateChanges): StateChanges => ({
	...changes,
	registers: [...registers, ...changesOfFreeEntry(event)],
	charges: chargesOfStatus(event),
});

/** What an event changes in the state of its conversation, its template, or our sends. */
async function changesOfKind(event: MessagingEvent, sends: Store['sends']): Promise<StateChanges> {
	switch (event.kind) {
		case 'message':
			return {
				registers: [...changesOfMessage(event), ...signOfAgent(event), ...profileNameOf(event)],
			};
		case 'agent_reply':
			return { registers: [...changesOfAgentReply(event), ...signOfAgent(event)] };
		case 'handover':
			return {
				registers: [...changesOfHandover(event), ...signOfAgent(event), ...signOfThird(event)],
				wakes: wakesOf(event),
			};
		case 'preference':
			return { registers: changesOfPreference(event) };
		case 'template_status':
			return { history: historyOfTemplateStatus(event) };
		case 'template_quality':
		case 'template_category':
			return { registers: changesOfTemplateTrait(event) };
		case 'status':
			return withMoney(event, await changesOfStatus(event, sends));
		case 'account':
			return { registers: [...limitOfAccount(event), ...qualityOfNumber(event)] };
		case 'app_reply':
			return { registers: changesOfHumanReply(event), charges: chargesOfAppReply(event) };
		case 'template_components':
		case 'campaign':
		case 'group':
		case 'unknown':
			return {};
	}
}

/** What is dated later than the event was received, as of its receipt: its own time decides the order only. */
function asReceived<Write extends { at: number }>(writes: Write[] | undefined, at: number): Write[] {
	return (writes ?? []).map((write) => (write.at > at ? { ...write, at, datedAt: write.at } : write));
}

/** What an event changes in the state. Of the event alone, and of what was sent before it. */
export async function changesOfEvent(event: MessagingEvent, sends: Store['sends']): Promise<StateChanges> {
	const { at, datedAt } = event;
	if (datedAt === undefined) return changesAt(event, sends);
	const changes = await changesAt({ ...event, at: datedAt }, sends);
	return {
		...changes,
		registers: asReceived(changes.registers, at),
		history: asReceived(changes.history, at),
		charges: changes.charges?.map((charge) => ({ ...charge, at: Math.min(charge.at, at) })),
	};
}

/** The same as of the event's `at`. */
async function changesAt(event: MessagingEvent, sends: Store['sends']): Promise<StateChanges> {
	const { registers = [], ...changes } = await changesOfKind(event, sends);
	const identity = identityOfEvent(event);
	return {
		...changes,
		aliases: identity.aliases,
		registers: [...accountOfChannel(event), ...identity.registers, ...registers],
	};
}
