import { setImmediate as turn } from 'node:timers/promises';
import type { Decision, StoredRecipient } from '../../../engine';
import type { FrozenMessage, PolicyVersion } from '../plan/frozen-message';
import { afterHold } from './after-decision';
import type { LaneState } from './lane-state';
import { isClosing } from './lane-state';
import { leave, note } from './leave';

/** One customer's messages go out one after the other. ms */
const AFTER_ONE_ANOTHER = 2_000;

async function policyOf({ engine, policies }: LaneState, campaign: string): Promise<PolicyVersion> {
	const known = policies.get(campaign) ?? (await engine.store.campaigns.find(campaign))!.policy;
	policies.set(campaign, known);
	return known;
}

/** Whether a recipient has still time; else it is skipped. */
function isInTime(lane: LaneState, recipient: StoredRecipient, time: number): boolean {
	const { until = Infinity } = recipient.content as FrozenMessage;
	if (until > time) return true;
	const reason = `It could not go out until ${new Date(until).toISOString()}, and was not to be sent later.`;
	leave(lane, recipient, { step: 'skip', rule: 'too-late', reason });
	return false;
}

function settle(lane: LaneState, recipient: StoredRecipient, decision: Decision, time: number): void {
	const { customers, ready, changed, random } = lane;
	const { key, contact } = recipient;
	const message = recipient.content as FrozenMessage;
	const { action, rule, reason, facts } = decision;
	if (action === 'skip') return leave(lane, recipient, { step: 'skip', rule, reason });
	if (action === 'hold') {
		const { account, template } = message;
		return leave(
			lane,
			recipient,
			afterHold(key, decision, template && { account, ...template }, time, random),
		);
	}
	if (customers.has(contact)) {
		const due = time + AFTER_ONE_ANOTHER;
		const why = 'Another message to this customer is just going out: this one goes after it.';
		return note(lane, recipient, { step: 'hold', due, rule: 'one-after-the-other', reason: why });
	}
	customers.add(contact);
	ready.push({ recipient, message, action, rule, reason, facts, claimedAt: time, at: 0 });
	changed.ring();
}

async function decideGroup(lane: LaneState, recipients: StoredRecipient[], time: number): Promise<void> {
	const { channel, decideAll } = lane;
	const inTime = recipients.filter((recipient) => isInTime(lane, recipient, time));
	const messages = await Promise.all(
		inTime.map(async ({ content, campaign }) => ({
			...{ message: content as FrozenMessage, channel, campaign },
			policy: await policyOf(lane, campaign),
		})),
	);
	const decisions = await decideAll(messages);
	for (const [index, recipient] of inTime.entries()) settle(lane, recipient, decisions[index]!, time);
}

/** Policies that count customers decide one message after the other has been noted, so that none is miscounted. */
async function countsCustomers(lane: LaneState, { campaign, content }: StoredRecipient): Promise<boolean> {
	const own = (content as FrozenMessage).policy ?? (await policyOf(lane, campaign));
	return (await lane.engineOf(own)).countsCustomers;
}

/**
 * Asks the rules about claimed recipients: those that may go out are ready, the others leave.
 * @param time when they were claimed: epoch ms of the gateway's clock
 */
export async function decideClaimed(
	lane: LaneState,
	recipients: StoredRecipient[],
	time: number,
): Promise<void> {
	for (let from = 0; from < recipients.length;) {
		// Slots that are due meanwhile go first.
		await turn();
		if (isClosing(lane)) {
			for (const recipient of recipients.slice(from)) leave(lane, recipient, { step: 'release' });
			return;
		}
		const alone = await countsCustomers(lane, recipients[from]!);
		const group = recipients.slice(from, alone ? from + 1 : undefined);
		from += group.length;
		await decideGroup(lane, group, time);
		while (alone && lane.ready.length + lane.starting > 0 && !isClosing(lane)) await lane.changed.wait(50);
	}
}
