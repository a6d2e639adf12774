import type { DecisionNote, SendCap, Store } from '../../engine';
import type { Database } from '../../store/database';
import type { Step, Work } from '../../store/work';
import { CLOCK_MS } from '../../store/work';
import type { Plant } from './run-simulation';

/** Runs a work with a part of a statement replaced by another, with as many values. */
function* withText<Result>(work: Work<Result>, part: string, by: string): Work<Result> {
	let next = work.next();
	while (!next.done) {
		const step: Step = next.value;
		const answer = yield 'text' in step ? { ...step, text: step.text.replace(part, by) } : step;
		next = work.next(answer);
	}
	return next.value;
}

const inStatements =
	(part: string, by: string) =>
	(database: Database): Database => ({
		...database,
		write: (work) => database.write(() => withText(work(), part, by)),
	});

/** The answer notes the message, instead of the step before its call. */
function noteAfterCall(store: Store): Store {
	const begun = new Map<string, Parameters<Store['sends']['begin']>>();
	const { sends, rates } = store;
	return {
		...store,
		sends: {
			...sends,
			async begin(send, request) {
				const known = await sends.find(send.key);
				if (known) return { known };
				begun.set(send.key, [send, request]);
				const taken = await rates.take(request, 1);
				return taken.none ? { none: taken.none } : { slot: taken.slots[0]!, now: taken.now };
			},
			async end(key, end, ...changes) {
				await sends.begin(...begun.get(key)!);
				await sends.end(key, end, ...changes);
			},
		},
	};
}

/** Events are marked in one transaction, and change the state in the next one. */
function marksApart(store: Store): Store {
	return {
		...store,
		async commitEvents(commits, receivedAt, start) {
			const events = commits.map(({ event }) => ({ event, changes: {} }));
			const committed = await store.commitEvents(events, receivedAt, start);
			const fresh = commits.filter((_, index) => committed[index]!.fresh);
			await store.apply(...fresh.map(({ changes }) => changes));
			return committed;
		},
	};
}

/** A batch is settled as soon as it's claimed. */
function settledAtOnce(store: Store): Store {
	const { inbox } = store;
	return {
		...store,
		inbox: {
			...inbox,
			async claim(id, options) {
				const batch = await inbox.claim(id, options);
				if (batch) await inbox.settle(batch, { kind: 'done' }, store.runtime.now());
				return batch;
			},
			renew: async () => true,
			settle: async () => true,
		},
	};
}

/** A message whose answer was lost is held, as if the gateway had refused it. */
function lostIsRefused(store: Store): Store {
	return {
		...store,
		campaigns: {
			...store.campaigns,
			end: (ends) =>
				store.campaigns.end(
					ends.map((end) => (end.step === 'lose' ? { ...end, step: 'hold', due: 0 } : end)),
				),
		},
	};
}

/** Messages are begun without counting again what some of the caps of their decisions count. */
const withoutCaps =
	(isLeft: (cap: SendCap) => boolean) =>
	(store: Store): Store => {
		const { sends, campaigns } = store;
		const left = (caps: readonly SendCap[] = []) => caps.filter(isLeft);
		return {
			...store,
			sends: {
				...sends,
				begin: (send, request, caps, decision) => sends.begin(send, request, left(caps), decision),
			},
			campaigns: {
				...campaigns,
				begin: (starts, ...asked) =>
					campaigns.begin(
						starts.map((start) => ({ ...start, caps: left(start.caps) })),
						...asked,
					),
			},
		};
	};

/** Whatever a journal says, it proves the same. */
const provingAlways =
	(trace: { called: false } | undefined) =>
	(store: Store): Store => ({
		...store,
		journals: { ...store.journals, takeOver: (sends) => sends.map(() => trace) },
	});

/** What is noted with a message that begins. */
type Noting = (decision: DecisionNote) => DecisionNote | undefined;

/** Whatever is noted with a message that begins is noted in another way. */
const notingOfBegun =
	(openNoting: (store: Store) => Noting) =>
	(store: Store): Store => {
		const { sends, campaigns } = store;
		const note = openNoting(store);
		const noting = (decision: DecisionNote | undefined) => decision && note(decision);
		return {
			...store,
			sends: {
				...sends,
				begin: (send, request, caps, decision) => sends.begin(send, request, caps, noting(decision)),
				amend: (send, caps, decision) => sends.amend(send, caps, noting(decision)),
			},
			campaigns: {
				...campaigns,
				begin: (starts, ...asked) =>
					campaigns.begin(
						starts.map(({ decision, ...start }) => {
							const noted = noting(decision);
							return { ...start, ...(noted && { decision: noted }) };
						}),
						...asked,
					),
			},
		};
	};

/** A decision that lets a message out is noted on its own, as those are that act on nothing. */
const notedApart = notingOfBegun(({ decisions }) => (decision) => {
	decisions.note(decision);
	return undefined;
});

/** A decision is kept with the facts of the one before. */
const factsOfBefore = notingOfBegun(() => {
	let before: DecisionNote['facts'];
	return (decision) => {
		const facts = before ?? decision.facts;
		before = decision.facts;
		return facts ? { ...decision, facts } : decision;
	};
});

/** A decision that acts on nothing is noted under the key of the message before that went out to the customer. */
function notedUnderOther(store: Store): Store {
	const keys = new Map<string, string>();
	const { decisions } = store;
	const mistaken = (decision: DecisionNote): DecisionNote => ({
		...decision,
		key: keys.get(decision.contact) ?? decision.key,
	});
	const noteKey: Noting = (decision) => {
		keys.set(decision.contact, decision.key);
		return decision;
	};
	return {
		...notingOfBegun(() => noteKey)(store),
		decisions: { ...decisions, note: (...notes) => decisions.note(...notes.map(mistaken)) },
	};
}

/** What becomes of recipients is written without why. */
const skippedSilently = (store: Store): Store => ({
	...store,
	campaigns: {
		...store.campaigns,
		end: (ends) => store.campaigns.end(ends.map(({ decision: _, ...end }) => end)),
	},
});

type State = Awaited<ReturnType<Store['readDecisionState']>>;

/** What is read to decide by is changed. */
const reading =
	(openChange: () => (state: State) => State) =>
	(store: Store): Store => {
		const change = openChange();
		return {
			...store,
			readDecisionState: async (query) => change(await store.readDecisionState(query)),
			readDecisionStates: async (queries) => (await store.readDecisionStates(queries)).map(change),
		};
	};

/** What is known of a customer is what it was when it was read first. */
const readOnce = reading(() => {
	const known = new Map<string, State['conversation']>();
	return (state) => {
		const conversation = known.get(state.contact) ?? state.conversation;
		known.set(state.contact, conversation);
		return { ...state, conversation };
	};
});

/** Messages count as sent a second before they were. */
const sentEarlier = reading(() => (state) => ({
	...state,
	sent: state.sent.map((send) => ({ ...send, at: send.at - 1_000 })),
}));

/** Events are deleted although they are to be kept for longer. */
const forgottenEarly = (store: Store): Store => ({
	...store,
	prune: (retention, signal) => store.prune({ ...retention, events: store.runtime.now() }, signal),
});

/** Bugs of the kinds that the guarantees are made against. Each has to be found. */
export const PLANTS: readonly Plant[] = [
	{
		name: 'a batch is claimed without comparing the cursor with what was read',
		database: inStatements(
			'AND seq = ? AND attempt = ? AND leased_until = ?',
			'AND ? >= 0 AND ? >= 0 AND ? >= 0',
		),
	},
	{ name: 'a message is noted after its call instead of before', store: noteAfterCall },
	{ name: 'an event is marked outside of the transaction that it changes the state in', store: marksApart },
	{ name: 'a batch is settled before its run has ended', store: settledAtOnce },
	{ name: 'events are deleted before their time', store: forgottenEarly },
	{
		name: 'a failure is told only if the message was not delivered before',
		database: inStatements(`OR send.state IN ('failed', 'delivered', 'read')`, ''),
	},
	{ name: 'a lost answer counts as a refusal', store: lostIsRefused },
	{
		name: 'a message counts as never called, whatever its journal says',
		store: provingAlways({ called: false }),
	},
	{ name: 'a message counts as called, whatever its journal says', store: provingAlways(undefined) },
	{ name: 'a cap is looked at only when a message is decided', store: withoutCaps(() => false) },
	{
		name: 'what is spent is looked at only when a message is decided',
		store: withoutCaps(({ adds }) => !adds),
	},
	{
		name: 'what is reserved is given back when the gateway accepts the message',
		database: inStatements('AND charge.counted IS NOT NULL)', 'OR 1 = 1)'),
	},
	{
		name: 'a number gives the same slots to everyone',
		database: inStatements('SET next_slot = ?', 'SET next_slot = 0 * ?'),
	},
	{
		name: 'each message of a burst lets it wait for as long as it may',
		database: inStatements('THEN opened_at + CAST(? AS BIGINT)', `THEN ${CLOCK_MS} + CAST(? AS BIGINT)`),
	},
	{
		name: 'a burst is not marked when it is handed out again',
		database: inStatements(
			'attempt = attempt + 1\n\tWHERE id = ? AND attempt = ?',
			'attempt = attempt + 0\n\tWHERE id = ? AND attempt = ?',
		),
	},
	{ name: 'a decision that lets a message out is noted apart from the message', store: notedApart },
	{ name: 'a decision is kept with the facts of another one', store: factsOfBefore },
	{ name: 'a decision is noted under the key of another message', store: notedUnderOther },
	{ name: 'a recipient is skipped without a word in the log', store: skippedSilently },
	{ name: 'a decision sees what was known of the customer before', store: readOnce },
	{ name: 'a decision counts what was sent by another time', store: sentEarlier },
];
