import type { CallJournal, ClaimedRecipient, Facts, RecipientEnd, RecipientState } from '../../../engine';
import { noteOf, reasonOfError, saidBy } from '../../../engine';
import type { GatewayError } from '../../../gateway';
import type { CallResult, KeptResult } from '../../submit';
import {
	activeSince,
	CONSEQUENCES,
	heldForConversation,
	isForConversation,
	mayBeForConversation,
	readKeptResult,
} from '../../submit';
import type { FrozenMessage } from '../plan/frozen-message';
import type { Dispatch, Ready } from './dispatch';
import type { OutcomeToRecord } from './recorder';
import { openRecorder } from './recorder';

/** The state of a recipient afterwards. One that is given back is reported by the worker that takes it next. */
const STATE_AFTER: Readonly<Record<RecipientEnd['step'], RecipientState | undefined>> = {
	accept: 'accepted',
	hold: 'held',
	skip: 'skipped',
	refuse: 'failed',
	lose: 'unconfirmed',
	release: undefined,
};

const WORKER_GONE =
	'The process that submitted this message ended before it recorded the response. The message may have been sent.';

/** What became of a recipient. */
type End = Omit<RecipientEnd, 'key' | 'token'>;

/** A message that the gateway was called for. What a worker that is gone left has no facts. */
type Called = Pick<Ready, 'recipient' | 'message' | 'action'> & { facts?: Facts };

/** What became of the recipients of a number. */
export interface Records {
	/** Notes what became of a recipient, and tells it. */
	note(recipient: ClaimedRecipient, end: End): void;
	/** Notes what became of a recipient, and frees its customer for the next message. */
	settle(recipient: ClaimedRecipient, end: End): void;
	/** Releases messages that weren't sent, for the next worker that claims. */
	release(items: ReadonlyArray<Pick<Ready, 'recipient'>>): void;
	/**
	 * Records the result of a call, and does what it asks for.
	 * @param ago how long ago the call was made. ms
	 */
	answered(item: Called, result: CallResult, ago: () => number): Promise<void>;
	/**
	 * Settles messages of workers that are gone, by what their journals prove: those that were never called are given
	 * back, results that had come are recorded. Nobody knows what became of the others.
	 */
	abandoned(recipients: ClaimedRecipient[]): Promise<void>;
	/** How much isn't written yet. */
	pending(): number;
	/** Writes everything. @throws Error if the store didn't take it for a minute */
	flush(): Promise<void>;
}

interface Listeners {
	/** Hears each result, which says how the number is doing. */
	heard(result: CallResult): Promise<void>;
	/** Hears that the account needs a person's attention. */
	stopAccount(campaign: string, error: GatewayError): Promise<void>;
}

export function openRecords(dispatch: Dispatch, journal: CallJournal, listeners: Listeners): Records {
	const { engine, channel, origin, clock, summary, tell, customers, changed, learn, decideAll, policyOf } =
		dispatch;
	const { random } = engine.runtime;
	const recorder = openRecorder(engine, channel, clock, (ends) => {
		journal.forget(ends);
		changed.raise();
	});

	function note(recipient: ClaimedRecipient, end: End, outcome?: OutcomeToRecord): void {
		const { campaign, key, token } = recipient;
		summary.count({ channel, id: campaign }, key, end.step, end.refused === true);
		recorder.add({ ...end, key, token }, outcome);
		const state = STATE_AFTER[end.step];
		if (state === undefined) return;
		const { rule, reason, due, messageId, refused } = end;
		const refusals = recipient.refusals + (refused ? 1 : 0);
		const isOut = state === 'accepted' || state === 'unconfirmed';
		tell?.({
			...recipient,
			...(!isOut && { at: 0 }),
			state,
			due,
			messageId,
			refusals,
			...(rule !== undefined && { rule, reason }),
		});
	}

	function settle(recipient: ClaimedRecipient, end: End, outcome?: OutcomeToRecord): void {
		customers.delete(recipient.contact);
		note(recipient, end, outcome);
		changed.raise();
	}

	/** @param now epoch ms of the gateway's clock */
	function afterRefusal(
		{ key, contact, refusals }: ClaimedRecipient,
		error: Pick<GatewayError, 'effect' | 'title' | 'details' | 'code' | 'status'>,
		now: number,
	): End {
		const end = { rule: error.effect, reason: reasonOfError(error) };
		// A gateway that can't be reached says nothing about the recipient.
		const refused = error.status !== undefined;
		const { recipient } = CONSEQUENCES[error.effect];
		if (typeof recipient === 'string' || (refused && refusals + 1 >= recipient.most)) {
			// The log has what was let out: it has to know that it wasn't sent.
			const decision = noteOf({ ...end, action: 'skip', at: now }, { key, channel, contact, origin });
			return { ...end, step: 'refuse', refused, decision };
		}
		// Spread from one to one and a half times the wait.
		const due = Math.ceil(now + recipient.wait(refusals) * (1 + random() / 2));
		return { ...end, step: 'hold', due, refused };
	}

	/**
	 * What becomes of a template that the gateway may have refused because the conversation is active: it waits until the
	 * window closes if the rules let it out again, and is decided again at once if they don't.
	 */
	async function afterActiveConversation(
		{ recipient, message, action }: Called,
		error: GatewayError,
	): Promise<End | undefined> {
		if (!mayBeForConversation(action, error)) return undefined;
		const { campaign, key, contact } = recipient;
		const policy = await policyOf(campaign);
		const [again] = await decideAll([{ message, channel, campaign, policy }]);
		if (!again || !isForConversation(error, again.facts)) return undefined;
		if (again.action === 'template') {
			const held = heldForConversation(error, again);
			const { retryAt, rule, reason } = held;
			const decision = noteOf(
				{ ...held, at: again.facts.now, estimate: again.estimate },
				{ key, channel, contact, origin },
			);
			return { step: 'hold', rule, reason, due: retryAt, refused: true, decision };
		}
		const { title, details, code, status } = error;
		return afterRefusal(recipient, { title, details, code, status, effect: 'redecide' }, again.facts.now);
	}

	async function refused(
		item: Called,
		error: GatewayError,
		ago: () => number,
		answeredAt?: number,
	): Promise<void> {
		const { recipient, message, action, facts } = item;
		const { to, account } = message;
		const template = action === 'template' ? message.template : undefined;
		const consequences = CONSEQUENCES[error.effect];
		const now = await engine.now(channel);
		if (consequences.campaign === 'pause') await listeners.stopAccount(recipient.campaign, error);
		// The next decision has to see it.
		const at = (await clock.note(channel)) - ago();
		const refusal = { channel, account, to, template, at, answeredAt, error, ...activeSince(facts) };
		await engine.record({ kind: 'refused', ...refusal });
		if (consequences.template === 'look up') await learn({ channel, account, template }, { anew: true });
		const end = (await afterActiveConversation(item, error)) ?? afterRefusal(recipient, error, now);
		settle(recipient, end);
	}

	function accepted(
		{ recipient, message, action }: Called,
		{ messageId, contacts, heldForQuality }: Extract<CallResult, { kind: 'accepted' }>,
		ago: () => number,
	): void {
		const { to, account, template } = message;
		settle(recipient, { step: 'accept', messageId }, (now) => ({
			kind: 'sent',
			channel,
			account,
			to,
			messageId,
			contacts,
			heldForQuality,
			at: now - ago(),
			...(action === 'template' && { template }),
			said: saidBy({ action, message }),
		}));
	}

	async function answered(
		item: Called,
		result: CallResult,
		ago: () => number,
		answeredAt?: number,
	): Promise<void> {
		const { recipient } = item;
		// A refusal takes a while to record, so the number is looked at first.
		if (result.kind === 'refused') {
			await listeners.heard(result);
			return refused(item, result.error, ago, answeredAt);
		}
		if (result.kind === 'accepted') accepted(item, result, ago);
		else if (result.kind === 'lost') {
			settle(recipient, { step: 'lose', rule: 'unknown-outcome', reason: result.reason });
		} else {
			const reason = result.error.message;
			settle(recipient, { step: 'refuse', rule: 'invalid-request', reason });
		}
		return listeners.heard(result);
	}

	/** Records a result that came to a worker that is gone. */
	async function answeredLate(recipient: ClaimedRecipient, result: KeptResult): Promise<void> {
		const { action, at, content } = recipient;
		const now = await engine.now(channel);
		summary.claimed(1);
		const called = { recipient, action, message: content as FrozenMessage };
		// What was learned since, such as a new choice of the customer, is newer than the answer.
		const answeredAt = at + (result.kind === 'refused' ? (result.took ?? 0) : 0);
		await answered(called, readKeptResult(result), () => now - at, answeredAt);
	}

	return {
		note,
		settle,
		release(items) {
			for (const { recipient } of items) settle(recipient, { step: 'release', due: recipient.due });
		},
		answered,
		async abandoned(recipients) {
			const traces = engine.store.journals.takeOver(recipients);
			for (const [index, recipient] of recipients.entries()) {
				const { key, token, content } = recipient;
				const trace = traces[index];
				if (trace?.called === false) recorder.add({ key, token, step: 'release' });
				else if (trace && content !== null) await answeredLate(recipient, trace.answer as KeptResult);
				else recorder.add({ key, token, step: 'lose', rule: 'worker-gone', reason: WORKER_GONE });
			}
			await recorder.flush();
		},
		pending: recorder.pending,
		flush: recorder.flush,
	};
}
