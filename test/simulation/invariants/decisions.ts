import { systemRuntime } from '../../../base';
import type { KeptDecision } from '../../../engine';
import { createEngine } from '../../../engine';
import { createStore } from '../../../store/create-store';
import type { Database } from '../../../store/database';
import type { History, Invariant } from '../history';
import { timesOfReads } from '../reads';

const letsOut = ({ action }: KeptDecision) => action === 'freeform' || action === 'template';

/** A decision, and when it was made. Epoch ms of the true time */
interface Dated {
	decision: KeptDecision;
	readAt: number;
}

/** The decisions about each message, in their true order. Those that nothing was read for are left out. */
function decisionsByKey({ tables, reads }: Pick<History, 'tables' | 'reads'>) {
	const timesOf = timesOfReads(reads);
	const byKey = new Map<string, Dated[]>();
	for (const decision of tables.decisions) {
		const dated = timesOf(decision).map((readAt) => ({ decision, readAt }));
		byKey.set(decision.key, [...(byKey.get(decision.key) ?? []), ...dated]);
	}
	for (const each of byKey.values()) each.sort((a, b) => a.readAt - b.readAt);
	return (key: string) => byKey.get(key) ?? [];
}

/** States of sends that were handed to the gateway, or may have been. */
const CALLED: readonly string[] = ['sending', 'accepted', 'delivered', 'read', 'failed', 'unconfirmed'];

/** Whatever goes out has a decision that lets it out in its form, and none after that lets it out in another one. */
export const whatGoesOutWasDecided: Invariant = (history) => {
	const { truth, tables } = history;
	const decisionsOf = decisionsByKey(history);
	const lastForm = (key: string, until = Infinity) =>
		decisionsOf(key)
			.filter(({ decision, readAt }) => letsOut(decision) && readAt <= until)
			.at(-1)?.decision.action;
	const ofMessages = truth.accepted.flatMap(({ key, label, at, isTemplate }) => {
		const form = isTemplate ? 'template' : 'freeform';
		const decided = lastForm(key, at);
		if (decided === form) return [];
		return [`The message "${label}" (${key}) went out as ${form}, but the log says ${decided}.`];
	});
	const ofSends = tables.sends
		.filter(({ state, at }) => CALLED.includes(state) && at > 0)
		.filter(({ key, action }) => lastForm(key) !== action)
		.map(({ key, action }) => `The send ${key} is noted as ${action}, but the log says ${lastForm(key)}.`);
	return [...ofMessages, ...ofSends];
};

/** Of a message that is out, nothing is held or skipped any more, unless two processes were asked for it at once. */
export const nothingOutIsHeld: Invariant = (history) => {
	const decisionsOf = decisionsByKey(history);
	return history.truth.accepted
		.filter(({ label }) => !history.askedTwice.has(label))
		.flatMap(({ key, label, at }) =>
			decisionsOf(key)
				.filter(({ decision, readAt }) => !letsOut(decision) && readAt > at)
				.map(({ decision: { action, rule } }) => `"${label}" was out when the log has ${action} by ${rule}.`),
		);
};

/** A recipient who is skipped is skipped by a decision. */
export const whoIsSkippedWasDecided: Invariant = ({ tables: { decisions, sends } }) => {
	const skipped = new Set(decisions.flatMap(({ key, action }) => (action === 'skip' ? key : [])));
	return sends
		.filter(({ campaign, state }) => campaign !== null && state === 'skipped')
		.filter(({ key }) => !skipped.has(key))
		.map(({ key }) => `The recipient ${key} is skipped, but no decision in the log says so.`);
};

/** The policy says of the facts that were kept what it said of the message. */
export const decisionsReplay =
	(database: Database): Invariant =>
	async ({ policy }) => {
		const store = createStore(database, systemRuntime);
		const { differ, notKnown, sentence } = await createEngine({ store, policy }).replay({ since: 0 });
		return differ + notKnown > 0 ? [`Replayed, the log says: ${sentence}`] : [];
	};
