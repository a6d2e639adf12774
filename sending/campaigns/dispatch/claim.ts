import { MINUTE } from '../../../base';
import type { ClaimedRecipient, Decision, Engine, RecipientEnd } from '../../../engine';
import { learnPolicy, learnWorkflow, noteOf } from '../../../engine';
import type { AwaitedTemplate } from '../awaited-template';
import { holdsBack, isForTemplate, readAwaited, writeAwaited } from '../awaited-template';
import type { DecidedInCampaign } from '../decide-messages';
import type { FrozenMessage } from '../plan/frozen-message';
import type { Outbox } from './begin';
import type { Dispatch } from './dispatch';
import type { Records } from './record';

/** How long what is claimed is a worker's, the call included. ms */
const LEASE = MINUTE;
/** Claimed and decided in one go at most, so that slots that are due meanwhile don't wait long. */
const CLAIM = 100;
/** How much is decided and waits for slots: of the rate (s), and at least. */
const AHEAD = 0.5;
const LEAST_AHEAD = 32;
/** What is due that soon is waited for. ms */
const PATIENCE = 5_000;
/** How often the templates that somebody waits for are looked at. ms */
const LOOK_AT_TEMPLATES = 1_000;
/** One customer's messages go out one after the other. ms */
const AFTER_ONE_ANOTHER = 2_000;
/** When what is held without a time is looked at again. ms */
const LOOK_AGAIN = 15 * MINUTE;
/** Those held until the same time are spread over this much. ms */
const SPREAD = 1_000;

interface ClaimParts {
	/** How fast the number may send. Messages a second */
	perSecond: number;
	records: Records;
	outbox: Outbox;
}

/** Finds the awaited templates that no longer hold anyone back. */
function watchTemplates({ engine, channel, learn }: Dispatch): () => Promise<string[]> {
	const { runtime } = engine;
	let lookedAt = -Infinity;
	let free: string[] = [];
	return async () => {
		if (runtime.monotonic() - lookedAt < LOOK_AT_TEMPLATES) return free;
		lookedAt = runtime.monotonic();
		const awaited = await engine.store.campaigns.awaitedTemplates(channel);
		const states = await Promise.all(
			awaited.map(async (text) => {
				const { account, ...template } = readAwaited(text);
				await learn({ channel, account, template });
				return engine.template({ channel, account, template });
			}),
		);
		free = awaited.filter((_, index) => !holdsBack(states[index]!.state));
		return free;
	};
}

/**
 * What becomes of a recipient that the rules hold. It is looked at again when the rules say so, or else after a while;
 * if it waits for its template, as soon as that can be sent.
 */
function afterHold(
	decision: Decision,
	template: AwaitedTemplate | undefined,
	now: number,
	{ runtime }: Pick<Engine, 'runtime'>,
): Omit<RecipientEnd, 'key' | 'token'> {
	const { rule, reason, retryAt, facts } = decision;
	const due = Math.ceil(Math.max(retryAt ?? now + LOOK_AGAIN, now + SPREAD) + runtime.random() * SPREAD);
	const ofTemplate = { state: facts.templateState, pauseEndsAt: facts.templatePauseEndsAt };
	const waitsFor = template && isForTemplate(retryAt, ofTemplate) ? writeAwaited(template) : undefined;
	return { step: 'hold', rule, reason, due, ...(waitsFor !== undefined && { waitsFor }) };
}

/**
 * Asks the rules about claimed recipients: those that may go out are ready, the others are settled.
 * @param time when they were claimed: epoch ms of the gateway's clock
 */
async function decide(
	{ engine, channel, origin, customers, decideAll, policyOf, hasBudget, isOpen }: Dispatch,
	{ records, outbox }: ClaimParts,
	recipients: ClaimedRecipient[],
	time: number,
): Promise<void> {
	const messageOf = ({ key, contact }: ClaimedRecipient) => ({ key, channel, contact, origin });
	/** How many wait for another message to their customer: they keep their order. */
	let behind = 0;

	/** Whether a recipient still has time; otherwise it is skipped. */
	function isInTime(recipient: ClaimedRecipient): boolean {
		const { until = Infinity } = recipient.content as FrozenMessage;
		if (until > time) return true;
		const reason = `The message couldn't be sent before ${new Date(until).toISOString()}, and it must not be sent later.`;
		const said = { rule: 'too-late', reason };
		const decision = noteOf({ action: 'skip', ...said, at: time }, messageOf(recipient));
		records.settle(recipient, { step: 'skip', ...said, decision });
		return false;
	}

	/** Does what the rules say of a recipient. */
	function follow(recipient: ClaimedRecipient, decided: DecidedInCampaign, isBudgeted: boolean): void {
		const { key, contact } = recipient;
		const planned = recipient.content as FrozenMessage;
		const { action, rule, reason, facts, sendTo, caps, reserve } = decided;
		const decision = noteOf({ ...decided, at: facts.now }, messageOf(recipient));
		const message = sendTo === undefined ? planned : { ...planned, to: sendTo };
		if (action === 'skip') return records.settle(recipient, { step: 'skip', rule, reason, decision });
		if (action === 'hold') {
			const { account, template } = message;
			const awaited = template && { account, ...template };
			return records.settle(recipient, { ...afterHold(decided, awaited, time, engine), decision });
		}
		if (customers.has(contact)) {
			const due = time + AFTER_ONE_ANOTHER + behind;
			behind += 1;
			const why = 'Another message to this customer is being sent. This one is sent after it.';
			return records.note(recipient, { step: 'hold', due, rule: 'one-after-the-other', reason: why });
		}
		customers.add(contact);
		outbox.add({
			key,
			recipient,
			message,
			action,
			rule,
			reason,
			facts,
			caps,
			reserve,
			hasBudget: isBudgeted,
			decision,
			claimedAt: time,
			at: 0,
		});
	}

	// Slots that are due meanwhile go first.
	await engine.runtime.turn();
	if (!isOpen()) return records.release(recipients.map((recipient) => ({ recipient })));
	const inTime = recipients.filter(isInTime);
	const messages = await Promise.all(
		inTime.map(async ({ content, campaign }) => {
			const policy = await policyOf(campaign);
			return { message: content as FrozenMessage, channel, campaign, policy };
		}),
	);
	const decisions = await decideAll(messages);
	const policies = new Map(decisions.map(({ policy }) => [policy.id, policy]));
	await Promise.all([...policies.values()].map((policy) => learnPolicy(engine.store, policy)));
	await learnWorkflow(engine.store, origin);
	const budgeted = await Promise.all(inTime.map(({ campaign }) => hasBudget(campaign)));
	for (const [index, recipient] of inTime.entries()) follow(recipient, decisions[index]!, budgeted[index]!);
}

/** Claims what is due and has it decided, until nothing is due. */
export async function claimDue(dispatch: Dispatch, parts: ClaimParts): Promise<void> {
	const { engine, clock, channel, campaign, summary, changed, isOpen } = dispatch;
	const { records, outbox, perSecond } = parts;
	const most = Math.max(LEAST_AHEAD, Math.ceil(perSecond * AHEAD));
	const freeTemplates = watchTemplates(dispatch);
	const room = () => most - outbox.waiting();
	const isWorthIt = () => room() >= Math.min(most, CLAIM) / 2;
	const isBusy = () => outbox.waiting() + outbox.onTheirWay() + records.pending() > 0;
	while (isOpen()) {
		if (!isWorthIt()) {
			await changed.wait(50, () => !isOpen() || isWorthIt());
			continue;
		}
		// Asked before the claim: what is given back while it runs is due again, and the claim may not have seen it.
		const wasBusy = isBusy();
		await clock.freshen(channel);
		const time = await engine.now(channel);
		const { recipients, abandoned, nextDueAt } = await engine.store.campaigns.claim({
			channel,
			campaign,
			now: time,
			leaseMs: LEASE,
			token: engine.runtime.uuid(),
			limit: Math.min(room(), CLAIM),
			free: await freeTemplates(),
		});
		summary.claimed(recipients.length);
		if (abandoned.length > 0) await records.abandoned(abandoned);
		if (recipients.length > 0) await decide(dispatch, parts, recipients, time);
		else if (abandoned.length > 0) continue;
		else if (isBusy()) await changed.wait(100, () => !isOpen() || !isBusy());
		else if (!wasBusy) {
			summary.nextDueAt(channel, nextDueAt);
			if (nextDueAt === undefined || nextDueAt - time > PATIENCE) return;
			await changed.wait(Math.min(250, Math.max(10, nextDueAt - time)));
		}
	}
}
