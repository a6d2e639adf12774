import { reasonOfError, writeCallbackData } from '../../../engine';
import { GatewayError, InvalidRequest } from '../../../gateway';
import { messageOf } from '../../message-of';
import { afterRefusal } from './after-refusal';
import { noteLost, stopAccount } from './halt';
import type { LaneState, Ready } from './lane-state';
import { leave } from './leave';

type Contacts = Array<{ input?: string; wa_id?: string; user_id?: string }> | undefined;

async function refused(lane: LaneState, item: Ready, error: GatewayError, begunAt: number): Promise<void> {
	const { engine, channel, clock, learn, random } = lane;
	const { recipient, message, action } = item;
	const { to, account } = message;
	const template = action === 'template' ? message.template : undefined;
	const { key, refusals, campaign } = recipient;
	const time = await engine.now(channel);
	if (error.effect === 'slow-number') await engine.store.campaigns.slow(channel, Date.now());
	if (error.effect === 'account-stop') await stopAccount(lane, campaign, error);
	// Whoever decides next has to see it.
	await clock.note(channel);
	const at = (await engine.now(channel)) - (Date.now() - begunAt);
	await engine.record({ kind: 'refused', channel, account, to, template, at, error });
	if (error.effect === 'resync') await learn({ channel, account, template }, { anew: true });
	leave(lane, recipient, afterRefusal({ key, refusals }, error, time, random));
}

function accepted(
	lane: LaneState,
	item: Ready,
	messageId: string,
	contacts: Contacts,
	begunAt: number,
): void {
	const { channel } = lane;
	const { recipient, message, action } = item;
	const { to, account, template } = message;
	leave(lane, recipient, { step: 'accept', messageId }, (time) => ({
		...{ kind: 'sent', channel, account, to, messageId, contacts, at: time - (Date.now() - begunAt) },
		...(action === 'template' && { template }),
	}));
}

async function failed(lane: LaneState, item: Ready, error: unknown, begunAt: number): Promise<void> {
	const { recipient } = item;
	if (error instanceof InvalidRequest) {
		return leave(lane, recipient, { step: 'refuse', rule: 'invalid-request', reason: error.message });
	}
	const known = error instanceof GatewayError;
	if (known && error.effect !== 'unknown-outcome') {
		await noteLost(lane, error);
		return refused(lane, item, error, begunAt);
	}
	const reason = known ? reasonOfError(error) : `An unexpected error: ${String(error)}`;
	leave(lane, recipient, { step: 'lose', rule: 'unknown-outcome', reason });
	await noteLost(lane, known ? error : undefined);
}

/** Hands one message to the gateway, and does what its answer asks for. */
export async function handOver(lane: LaneState, item: Ready): Promise<void> {
	const { recipient, message, action, at } = item;
	const begunAt = Date.now();
	const callback = writeCallbackData({ sentAt: at, key: recipient.key });
	const send = async () =>
		lane.gateway.messages.send({ ...messageOf(action, message), biz_opaque_callback_data: callback });
	lane.onTheirWay += 1;
	try {
		const result = await send().then(
			(answer) => ({ answer }),
			(error: unknown) => ({ error }),
		);
		if ('error' in result) return await failed(lane, item, result.error, begunAt);
		const { messages, contacts } = result.answer;
		accepted(lane, item, messages[0]!.id, contacts, begunAt);
		await noteLost(lane, undefined);
	} finally {
		lane.onTheirWay -= 1;
		lane.changed.ring();
	}
}
