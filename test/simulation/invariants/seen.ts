import { isDeepStrictEqual } from 'node:util';
import { systemRuntime } from '../../../base';
import type { Engine, Facts, KeptDecision, LoggedPolicy, MessagingEvent } from '../../../engine';
import { createEngine } from '../../../engine';
import { changesOfEvent } from '../../../engine/changes-of-event';
import { factsFrom } from '../../../engine/decisions/kept-facts';
import type { StateChanges } from '../../../engine/state/register';
import { createStore } from '../../../store/create-store';
import type { Database } from '../../../store/database';
import { openSqliteDatabase } from '../../../store/sqlite/sqlite-database';
import { CAPS } from '../capped-policy';
import type { History, Invariant } from '../history';
import type { Read } from '../reads';
import { placeOf, timesOfReads } from '../reads';

/** Facts about what was sent, which aren't in the state. */
const OF_SENDS: ReadonlySet<string> = new Set([
	'messagesSent',
	'templatesSent',
	'marketingSent',
	'messagesSinceReply',
	'isNewCustomer',
	'newCustomers',
	'newCustomersFreeAt',
	'estimatedCost',
	'spentToday',
	'accountDayEndsAt',
]);

/** A state that is folded piece by piece, as far as something was committed. */
async function openFold(database: Database, { committed, events }: Pick<History, 'committed' | 'events'>) {
	const { sends } = createStore(database, systemRuntime);
	const runtime = { ...systemRuntime, turn: () => Promise.resolve() };
	const fresh = await openSqliteDatabase(':memory:', runtime, { isFolderShared: false, warn() {} });
	const store = createStore(fresh, runtime);
	let [acts, folded] = [0, 0];

	/** How far a clock is ahead is a reading, and no fold. */
	async function apply({ registers = [], history, aliases }: StateChanges): Promise<void> {
		await store.apply({ registers: registers.filter(({ name }) => name !== 'clock'), history, aliases });
	}

	return {
		store,
		async upTo(moment: Pick<Read, 'acts' | 'seq'>): Promise<void> {
			for (; acts < moment.acts; acts += 1) await apply(committed[acts]!);
			for (; events[folded] && events[folded]!.seq <= moment.seq; folded += 1) {
				const event = JSON.parse(events[folded]!.event) as MessagingEvent;
				await apply(await changesOfEvent(event, sends));
			}
		},
		close: () => fresh.close(),
	};
}

/** What the facts of a decision are by another state. */
async function factsBy(
	engine: Engine,
	{ channel, contact }: KeptDecision,
	kept: Partial<Facts>,
): Promise<Facts> {
	const [, name, language] = /^(.*) \((.*)\)$/.exec(kept.template ?? '') ?? [];
	const template = name !== undefined && language !== undefined ? { name, language } : undefined;
	const intent = { channel, to: contact, freeform: kept.hasFreeform ?? false, template };
	return engine.facts(intent);
}

/** The facts that were kept, and that the state says otherwise. */
const differing = (kept: Partial<Facts>, facts: Facts) =>
	(Object.keys(kept) as Array<keyof Facts>)
		.filter((name) => !OF_SENDS.has(name) && !isDeepStrictEqual(kept[name], facts[name]))
		.map((name) => `${name} ${JSON.stringify(kept[name])} instead of ${JSON.stringify(facts[name])}`);

/**
 * What a decision saw is the fold of the events and acts that were committed before it was read. "Before" is the order of
 * the store: what a process read is in the step in which it read it, whatever its clock says.
 */
export const decisionsSawTheFold =
	(database: Database): Invariant =>
	async ({ tables, events, committed, reads }) => {
		const { decisions, policies } = tables;
		const ofPolicies = decisions.flatMap((decision) => {
			const policy = decision.policy === undefined ? undefined : policies.get(decision.policy);
			return policy ? [{ decision, policy, kept: factsFrom(policy, decision) }] : [];
		});
		const wanted = new Map<string, typeof ofPolicies>();
		for (const one of ofPolicies)
			wanted.set(placeOf(one.decision), [...(wanted.get(placeOf(one.decision)) ?? []), one]);
		const fold = await openFold(database, { committed, events });
		let now = 0;
		const engineOf = (policy: LoggedPolicy) =>
			createEngine({ store: fold.store, policy: policy.document, now: () => now });
		const found = new Map<KeptDecision, string[]>();
		for (const read of reads) {
			for (const { decision, policy, kept } of wanted.get(placeOf(read)) ?? []) {
				await fold.upTo(read);
				now = decision.at;
				const differs = differing(kept, await factsBy(engineOf(policy), decision, kept));
				if (found.get(decision)?.length !== 0) found.set(decision, differs);
			}
		}
		await fold.close();
		return ofPolicies.flatMap(({ decision }) => {
			const differs = found.get(decision);
			const name = `The decision ${decision.rule} about ${decision.key} at ${decision.at}`;
			if (!differs) return [`${name} was made without reading anything.`];
			return differs.length > 0 ? [`${name} saw ${differs.join(', ')}.`] : [];
		});
	};

/** What the gateway had taken before a decision was in what it counted. */
export const decisionsCountWhatWasSent: Invariant = ({ truth, tables, reads, isCapped, clockJumped }) => {
	if (!isCapped || clockJumped) return [];
	const { decisions, policies, sends } = tables;
	const timesOf = timesOfReads(reads);
	const noted = new Map(sends.map((send) => [send.key, send]));
	return decisions.flatMap((decision) => {
		const policy = decision.policy === undefined ? undefined : policies.get(decision.policy);
		const { templatesSent } = policy ? factsFrom(policy, decision) : {};
		if (templatesSent === undefined) return [];
		const before = Math.min(...timesOf(decision));
		return truth.accepted
			.filter(({ to, isTemplate, key }) => to === decision.contact && isTemplate && key !== decision.key)
			.filter(({ at, status }) => at < before && status !== 'failed')
			.flatMap(({ key }) => noted.get(key) ?? [])
			.filter(({ failure_rule, at }) => !failure_rule && decision.at - at < CAPS.templates.within)
			.filter(({ at }) => !templatesSent.includes(decision.at - at))
			.map(({ key }) => `The decision about ${decision.key} at ${decision.at} didn't count the send ${key}.`);
	});
};
