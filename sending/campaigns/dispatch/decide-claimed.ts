import type { Decision, ClaimedRecipient } from '../../../engine';
import type { FrozenMessage, PolicyVersion } from '../plan/frozen-message';
import { afterHold } from './after-hold';
import type { Parts } from './dispatcher-state';
import { isClosing } from './dispatcher-state';
import type { SettleParts } from './settle-recipient';
import { note, settle } from './settle-recipient';

/** One customer's messages go out one after the other. ms */
const AFTER_ONE_ANOTHER = 2_000;

export type DecideParts = SettleParts &
	Parts<'engine' | 'channel' | 'decideAll' | 'policies' | 'ready' | 'halted' | 'broken' | 'isOver'>;

async function policyOf(
	{ engine, channel, policies }: Parts<'engine' | 'channel' | 'policies'>,
	campaign: string,
): Promise<PolicyVersion> {
	const known =
		policies.get(campaign) ?? (await engine.store.campaigns.find({ channel, id: campaign }))!.policy;
	policies.set(campaign, known);
	return known;
}

/** Whether a recipient still has time; otherwise it is skipped. */
function isInTime(parts: SettleParts, recipient: ClaimedRecipient, time: number): boolean {
	const { until = Infinity } = recipient.content as FrozenMessage;
	if (until > time) return true;
	const reason = `The message couldn't be sent before ${new Date(until).toISOString()}, and it must not be sent later.`;
	settle(parts, recipient, { step: 'skip', rule: 'too-late', reason });
	return false;
}

/** Does what the rules say of a recipient. */
function follow(
	parts: SettleParts & Parts<'engine' | 'ready'>,
	recipient: ClaimedRecipient,
	decision: Decision,
	time: number,
): void {
	const { engine, customers, ready, changed } = parts;
	const { key, contact } = recipient;
	const planned = recipient.content as FrozenMessage;
	const { action, rule, reason, facts, sendTo, caps } = decision;
	const message = sendTo === undefined ? planned : { ...planned, to: sendTo };
	if (action === 'skip') return settle(parts, recipient, { step: 'skip', rule, reason });
	if (action === 'hold') {
		const { account, template } = message;
		const awaited = template && { account, ...template };
		return settle(parts, recipient, afterHold(key, decision, awaited, time, engine.runtime.random));
	}
	if (customers.has(contact)) {
		const due = time + AFTER_ONE_ANOTHER;
		const why = 'Another message to this customer is being sent. This one is sent after it.';
		return note(parts, recipient, { step: 'hold', due, rule: 'one-after-the-other', reason: why });
	}
	customers.add(contact);
	ready.push({ key, recipient, message, action, rule, reason, facts, caps, claimedAt: time, at: 0 });
	changed.raise();
}

async function decideGroup(
	parts: SettleParts & Parts<'engine' | 'channel' | 'decideAll' | 'policies' | 'ready'>,
	recipients: ClaimedRecipient[],
	time: number,
): Promise<void> {
	const { channel, decideAll } = parts;
	const inTime = recipients.filter((recipient) => isInTime(parts, recipient, time));
	const messages = await Promise.all(
		inTime.map(async ({ content, campaign }) => ({
			...{ message: content as FrozenMessage, channel, campaign },
			policy: await policyOf(parts, campaign),
		})),
	);
	const decisions = await decideAll(messages);
	for (const [index, recipient] of inTime.entries()) follow(parts, recipient, decisions[index]!, time);
}

/**
 * Asks the rules about claimed recipients: those that may go out are ready, the others are settled.
 * @param time when they were claimed: epoch ms of the gateway's clock
 */
export async function decideClaimed(
	parts: DecideParts,
	recipients: ClaimedRecipient[],
	time: number,
): Promise<void> {
	// Slots that are due meanwhile go first.
	await parts.engine.runtime.turn();
	if (!isClosing(parts)) return decideGroup(parts, recipients, time);
	for (const recipient of recipients) settle(parts, recipient, { step: 'release' });
}
