import type { GatewayError } from '../../../gateway';
import { saidBy } from '../../said';
import type { Answer } from '../../submit';
import { CONSEQUENCES } from '../../submit';
import { afterRefusal } from './after-refusal';
import type { Parts, Ready } from './dispatcher-state';
import type { StopParts } from './stop-number';
import { stopAccount, watchNumber } from './stop-number';
import { settle } from './settle-recipient';

/** A message that the gateway was called for. */
export type Called = Pick<Ready, 'recipient' | 'message' | 'action'>;

export type RecordParts = StopParts & Parts<'clock' | 'learn'>;

async function recordRefusal(
	state: RecordParts,
	item: Called,
	error: GatewayError,
	ago: () => number,
): Promise<void> {
	const { engine, channel, clock, learn } = state;
	const { recipient, message, action } = item;
	const { to, account } = message;
	const template = action === 'template' ? message.template : undefined;
	const { key, refusals, campaign } = recipient;
	const consequences = CONSEQUENCES[error.effect];
	const answeredAt = await engine.now(channel);
	if (consequences.campaign === 'pause') await stopAccount(state, campaign, error);
	// The next decision has to see it.
	const at = (await clock.note(channel)) - ago();
	await engine.record({ kind: 'refused', channel, account, to, template, at, error });
	if (consequences.template === 'look up') await learn({ channel, account, template }, { anew: true });
	settle(state, recipient, afterRefusal({ key, refusals }, error, answeredAt, engine.runtime.random));
}

function recordAccepted(
	state: RecordParts,
	{ recipient, message, action }: Called,
	{ messageId, contacts, heldForQuality }: Extract<Answer, { kind: 'accepted' }>,
	ago: () => number,
): void {
	const { channel } = state;
	const { to, account, template } = message;
	settle(state, recipient, { step: 'accept', messageId }, (now) => ({
		...{ kind: 'sent', channel, account, to, messageId, contacts, heldForQuality, at: now - ago() },
		...(action === 'template' && { template }),
		said: saidBy(action, message),
	}));
}

/** Records what the gateway answered, and does what the answer asks for. */
export async function recordAnswer(
	state: RecordParts,
	item: Called,
	answer: Answer,
	ago: () => number,
): Promise<void> {
	const { recipient } = item;
	// A refusal takes a while to record, so the number is looked at first.
	if (answer.kind === 'refused') {
		await watchNumber(state, answer);
		return recordRefusal(state, item, answer.error, ago);
	}
	if (answer.kind === 'accepted') recordAccepted(state, item, answer, ago);
	else if (answer.kind === 'lost') {
		settle(state, recipient, { step: 'lose', rule: 'unknown-outcome', reason: answer.reason });
	} else {
		const reason = answer.error.message;
		settle(state, recipient, { step: 'refuse', rule: 'invalid-request', reason });
	}
	return watchNumber(state, answer);
}
