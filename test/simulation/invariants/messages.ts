import type { MessageStatus } from '../gateway/truth';
import type { Invariant } from '../history';

/** No message is accepted twice: each is once to a customer in a campaign, or once for a key. */
export const noMessageTwice: Invariant = ({ truth }) => {
	const count = new Map<string, number>();
	for (const { label } of truth.accepted) count.set(label, (count.get(label) ?? 0) + 1);
	return [...count]
		.filter(([, times]) => times > 1)
		.map(([label, times]) => `The message "${label}" went out ${times} times.`);
};

const STATE_OF_STATUS: Readonly<Record<MessageStatus, string>> = {
	sent: 'accepted',
	delivered: 'delivered',
	read: 'read',
	failed: 'failed',
};

/** States of sends that the gateway didn't accept. A single send whose process has ended stays as it was noted. */
const NOT_ACCEPTED: readonly string[] = ['failed', 'skipped', 'unconfirmed'];

/** Each send is in the state that the gateway knows it in. */
export const sendsAgree: Invariant = ({ truth, tables }) => {
	const sends = new Map(tables.sends.map((send) => [send.key, send]));
	const problems: string[] = [];
	const accepted = new Set<string>();
	for (const { key, label, status } of truth.accepted) {
		accepted.add(key);
		const state = sends.get(key)?.state;
		if (state === STATE_OF_STATUS[status]) continue;
		problems.push(`The message "${label}" (${key}) is ${status}, but the store has it as ${state}.`);
	}
	for (const { key, state, campaign } of tables.sends) {
		if (accepted.has(key) || NOT_ACCEPTED.includes(state)) continue;
		if (campaign === null && state === 'sending') continue;
		problems.push(`The send ${key} is ${state}, but the gateway never accepted it.`);
	}
	return problems;
};

/** All processes are on one machine: a message that none of them was about to call isn't unconfirmed. */
export const neverCalledIsNotUnconfirmed: Invariant = ({ called, journalsAreWhole, tables }) =>
	tables.sends
		.filter(({ key, state, campaign }) => campaign !== null && state === 'unconfirmed' && !called.has(key))
		.filter(() => journalsAreWhole)
		.map(({ key }) => `The send ${key} is unconfirmed, but the gateway was never called for it.`);
