import { normalizeAddress } from '../../engine';
import type { DecidedCost } from '../../engine/store/money';
import type { PolicyDocument } from '../../engine/policies/policy';
import type {
	DecisionNote,
	DecisionPlace,
	DecisionStore,
	KeptDecision,
	LoggedPolicy,
} from '../../engine/store/decisions';
import { namesOf } from '../customers/names-of';
import { reads, readsNoted, writes } from '../methods';
import type { Value, Work } from '../work';
import { all, each, run } from '../work';

interface DecisionRow {
	key: string;
	part: number;
	channel: string;
	contact: string;
	at: number;
	policy: string | null;
	action: KeptDecision['action'];
	rule: string;
	retry_at: number | null;
	facts: string | null;
	why: string | null;
	times: number;
	workflow: string | null;
	execution: string | null;
	workflow_name: string | null;
	estimate: string | null;
}

/** The parts of decisions that act on nothing. One that sends has its time. */
const FIRST = 0;
const LAST = 1;

/** Whether a number notes decisions, as its settings have it: nothing if they don't say. JSON as it is written. */
const OF_SETTINGS = `
	SELECT CASE WHEN value LIKE '%"decisions":0,%' OR value LIKE '%"decisions":0}%' THEN 0 ELSE 1 END FROM register
	WHERE scope = noted.column3 AND subject = '' AND name = 'settings' AND value LIKE '%"decisions":%'`;

const NOTE = `
	INSERT INTO decision
		(key, part, channel, contact, at, policy, action, rule, retry_at, facts, why, times, workflow, execution,
		estimate)
	SELECT
		column1, column2, column3,
		COALESCE((SELECT contact FROM alias WHERE scope = noted.column3 AND alias = noted.column4), column4),
		column5, column6, column7, column8, column9, column10, column11, column12, column13, column14, column15
	FROM (VALUES (
		?, CAST(? AS BIGINT), ?, ?, CAST(? AS BIGINT), ?, ?, ?, CAST(? AS BIGINT), ?, ?, CAST(? AS BIGINT), ?, ?, ?
	)) AS noted
	WHERE COALESCE((${OF_SETTINGS}), (SELECT kept_for FROM retention WHERE name = 'decisions'), 1) > 0
	ON CONFLICT (key, part)`;

const NOTE_ONCE = `${NOTE} DO NOTHING RETURNING key`;

const NOTE_LAST = `${NOTE} DO UPDATE SET
	at = excluded.at, policy = excluded.policy, action = excluded.action, rule = excluded.rule,
	retry_at = excluded.retry_at, facts = excluded.facts, why = excluded.why, times = decision.times + excluded.times,
	workflow = excluded.workflow, execution = excluded.execution, estimate = excluded.estimate`;

const LEARN_POLICY = `
	INSERT INTO decision_policy (id, name, version, facts, document) VALUES (?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`;

const LEARN_WORKFLOW = `
	INSERT INTO decision_workflow (id, name) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET name = excluded.name`;

/** A decision, with what its workflow is called. */
const ROW = `decision.*,
	(SELECT name FROM decision_workflow WHERE decision_workflow.id = decision.workflow) AS workflow_name`;

const ABOUT = `
	SELECT ${ROW} FROM decision WHERE channel = ? AND contact = ? AND at >= ? ORDER BY at DESC LIMIT ?`;

const OF_SENDS = `
	SELECT ${ROW} FROM (VALUES (?)) AS asked JOIN decision ON decision.key = asked.column1`;

const OF_EXECUTION = `SELECT ${ROW} FROM decision WHERE execution = ? AND channel = ?`;

const OF_CUSTOMER = `
	SELECT ${ROW} FROM (VALUES (?, ?)) AS asked
	JOIN decision ON decision.channel = asked.column1 AND decision.contact = asked.column2`;

const DELETE = `
	DELETE FROM decision WHERE (channel, contact) IN (
		SELECT column1, column2 FROM (VALUES (?, ?)) AS gone) RETURNING key`;

const toRow = (note: DecisionNote, part: number, times = 1): Value[] => [
	note.key,
	part,
	note.channel,
	normalizeAddress(note.contact),
	note.at,
	note.policy ?? null,
	note.action,
	note.rule,
	note.retryAt === undefined ? null : Math.ceil(note.retryAt),
	note.facts === undefined ? null : JSON.stringify(note.facts),
	note.why ?? null,
	times,
	note.origin?.workflow ?? null,
	note.origin?.execution ?? null,
	note.estimate === undefined ? null : JSON.stringify(note.estimate),
];

const toDecision = (row: DecisionRow): KeptDecision => ({
	key: row.key,
	channel: row.channel,
	contact: row.contact,
	at: row.at,
	action: row.action,
	rule: row.rule,
	times: row.times,
	...(row.policy !== null && { policy: row.policy }),
	...(row.retry_at !== null && { retryAt: row.retry_at }),
	...(row.facts !== null && { facts: JSON.parse(row.facts) as unknown[] }),
	...(row.why !== null && { why: row.why }),
	...(row.estimate !== null && { estimate: JSON.parse(row.estimate) as DecidedCost }),
	...((row.workflow !== null || row.execution !== null) && {
		origin: {
			...(row.workflow !== null && { workflow: row.workflow }),
			...(row.workflow_name !== null && { workflowName: row.workflow_name }),
			...(row.execution !== null && { execution: row.execution }),
		},
	}),
});

const byTime = (a: KeptDecision, b: KeptDecision) => a.at - b.at;

const byKey = (a: DecisionNote, b: DecisionNote) => (a.key < b.key ? -1 : 1);

/** Whether a decision lets its message go out. */
const sends = ({ action }: DecisionNote) => action === 'freeform' || action === 'template';

/** Notes decisions that send, each as a line of its own. */
function* noteSending(notes: readonly DecisionNote[]): Work<void> {
	yield* each(
		NOTE_ONCE,
		[...notes].sort(byKey).map((note) => toRow(note, note.at)),
	);
}

/** Notes decisions that act on nothing: the first about each message, then the last. */
function* noteIdle(notes: readonly DecisionNote[]): Work<void> {
	const ofKeys = new Map<string, DecisionNote[]>();
	for (const note of notes) ofKeys.set(note.key, [...(ofKeys.get(note.key) ?? []), note]);
	const messages = [...ofKeys.values()].sort(([a], [b]) => byKey(a!, b!));
	const noted = yield* each<{ key: string }>(
		NOTE_ONCE,
		messages.map(([first]) => toRow(first!, FIRST)),
	);
	const isNew = new Set(noted.map(({ key }) => key));
	const later = messages.flatMap((all) => {
		const again = isNew.has(all[0]!.key) ? all.slice(1) : all;
		return again.length > 0 ? [toRow(again.at(-1)!, LAST, again.length)] : [];
	});
	yield* each(NOTE_LAST, later);
}

export function* noteDecisions(notes: readonly DecisionNote[]): Work<void> {
	yield* noteSending(notes.filter(sends));
	yield* noteIdle(notes.filter((note) => !sends(note)));
}

function* learnPolicy({ id, facts, document }: LoggedPolicy): Work<void> {
	const { name, version } = document;
	yield* run(LEARN_POLICY, id, name, version, JSON.stringify(facts), JSON.stringify(document));
}

function* learnWorkflow({ id, name }: { id: string; name: string }): Work<void> {
	yield* run(LEARN_WORKFLOW, id, name);
}

function* loggedPolicies(): Work<ReadonlyMap<string, LoggedPolicy>> {
	const rows = yield* all<{ id: string; facts: string; document: string }>('SELECT * FROM decision_policy');
	return new Map(
		rows.map(({ id, facts, document }) => [
			id,
			{ id, facts: JSON.parse(facts) as string[], document: JSON.parse(document) as PolicyDocument },
		]),
	);
}

export function* decisionsAbout({
	channel,
	contact,
	since = 0,
	limit,
}: Parameters<DecisionStore['about']>[0]): Work<KeptDecision[]> {
	const found: DecisionRow[] = [];
	for (const name of yield* namesOf({ channel, name: contact })) {
		found.push(...(yield* all<DecisionRow>(ABOUT, channel, name, since, limit)));
	}
	return found
		.map(toDecision)
		.sort((a, b) => byTime(b, a))
		.slice(0, limit);
}

export function* decisionsOfSends(keys: readonly string[]): Work<KeptDecision[]> {
	const rows = yield* each<DecisionRow>(
		OF_SENDS,
		keys.map((key) => [key]),
	);
	return rows.map(toDecision).sort(byTime);
}

/** What an execution decided, newest first. */
export function* decisionsOfExecution(channel: string, execution: string): Work<KeptDecision[]> {
	const rows = yield* all<DecisionRow>(OF_EXECUTION, execution, channel);
	return rows.map(toDecision).sort((a, b) => byTime(b, a));
}

function* pageOfDecisions({
	since,
	channel,
	after = { at: since, key: '', part: -1 },
	limit,
}: Parameters<DecisionStore['page']>[0]): Work<Array<KeptDecision & { place: DecisionPlace }>> {
	const rows = yield* all<DecisionRow>(
		`SELECT ${ROW} FROM decision WHERE at >= ? AND (at, key, part) > (?, ?, ?)
			${channel === undefined ? '' : 'AND channel = ?'} ORDER BY at, key, part LIMIT ?`,
		after.at,
		after.at,
		after.key,
		after.part,
		...(channel === undefined ? [] : [channel]),
		limit,
	);
	return rows.map((row) => ({
		...toDecision(row),
		place: { at: row.at, key: row.key, part: row.part },
	}));
}

const ofNames = (channel: string, names: readonly string[]) => names.map((name) => [channel, name]);

/** All decisions about a customer, oldest first. */
export function* decisionsOf(channel: string, names: readonly string[]): Work<KeptDecision[]> {
	return (yield* each<DecisionRow>(OF_CUSTOMER, ofNames(channel, names))).map(toDecision).sort(byTime);
}

export function* deleteDecisions(channel: string, names: readonly string[]): Work<number> {
	return (yield* each(DELETE, ofNames(channel, names))).length;
}

export const decisionWorks = {
	learnPolicy: writes(learnPolicy),
	learnWorkflow: writes(learnWorkflow),
	policies: reads(loggedPolicies),
	about: readsNoted(decisionsAbout),
	ofSends: readsNoted(decisionsOfSends),
	page: readsNoted(pageOfDecisions),
};
