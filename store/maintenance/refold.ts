import { changesOfEvent } from '../../engine/changes-of-event';
import type { MessagingEvent } from '../../engine/events/messaging-event';
import { PROFILE_NAME } from '../../engine/state/profile-name';
import type { StateChanges } from '../../engine/state/register';
import type { Runtime } from '../../base';
import type { Database } from '../database';
import { createStore } from '../create-store';
import { pagesOf, PAGE } from '../customers/pages';
import type { Cut } from '../retention/cut';
import { cutOf } from '../retention/cut';
import { applyChanges } from '../tables/events';
import { readSecret } from '../tables/erased/secret';
import { readRetention } from '../tables/retention';
import type { Work } from '../work';
import { all, one, run } from '../work';
import type { Finding } from './finding';
import { EXAMPLES } from './finding';

interface EventRow {
	seq: number;
	event: string;
}

const COPIES = ['register', 'history', 'alias', 'send'] as const;

function* keepAsItIs(): Work<void> {
	for (const table of COPIES) yield* run(`CREATE TABLE was_${table} AS SELECT * FROM ${table}`);
	yield* run('CREATE UNIQUE INDEX was_register_key ON was_register (scope, subject, name)');
	yield* run('CREATE UNIQUE INDEX was_history_key ON was_history (scope, subject, at, rank, id)');
	yield* run('CREATE UNIQUE INDEX was_alias_key ON was_alias (scope, alias)');
	yield* run('CREATE UNIQUE INDEX was_send_key ON was_send (key)');
}

const eventsAfter = (last: EventRow | undefined) =>
	all<EventRow>(
		'SELECT seq, event FROM inbox WHERE seq > ? AND json_valid(event) ORDER BY seq LIMIT ?',
		last?.seq ?? 0,
		PAGE,
	);

const COUNT_EVENTS = 'SELECT count(*) AS count FROM inbox WHERE json_valid(event)';

/** What an event says for good. Waking what is held, and statuses that a later try can overtake, say nothing. */
const forGood = ({ registers, history, aliases, settlements = [] }: StateChanges): StateChanges => ({
	registers,
	history,
	aliases,
	settlements: settlements.filter(({ became }) => became === 'delivered' || became === 'read'),
});

/** Without these, messages go out that mustn't, or don't go out that may. */
const DECISIVE = "(now.name IN ('window', 'holder') OR now.name LIKE 'opt-out:%')";

interface Comparison extends Omit<Finding, 'count' | 'examples'> {
	/** Whether it tells nothing once customers were erased: what they were in with others is still there. */
	unlessErased?: boolean;
	/** Selects what differs, as `what`, given the time before which conversations are forgotten. */
	rows: string | ((forgottenBefore: string) => string);
}

const lacksRegister = (forgottenBefore: string) => `
	SELECT now.scope || ' ' || now.subject || ' ' || now.name AS what FROM register AS now
	LEFT JOIN was_register AS was ON (was.scope, was.subject, was.name) = (now.scope, now.subject, now.name)
	WHERE was.name IS NULL AND now.at >= ${forgottenBefore}`;

const COMPARISONS: readonly Comparison[] = [
	{
		severity: 'problem',
		text: 'The state is older than an event in the inbox says, so decisions are made on what is no longer so.',
		rows: (
			forgottenBefore,
		) => `SELECT now.scope || ' ' || now.subject || ' ' || now.name AS what FROM register AS now
			JOIN was_register AS was ON (was.scope, was.subject, was.name) = (now.scope, now.subject, now.name)
			WHERE (was.at, was.rank, was.id, was.value) <> (now.at, now.rank, now.id, now.value)
				AND now.at >= ${forgottenBefore}`,
	},
	{
		severity: 'problem',
		unlessErased: true,
		text: 'The state lacks what an event in the inbox says, so decisions are made without it.',
		rows: (forgottenBefore) => `${lacksRegister(forgottenBefore)} AND ${DECISIVE}`,
	},
	{
		severity: 'warning',
		unlessErased: true,
		text: "The state lacks what an event in the inbox says. An older version of the package didn't know what to do with it.",
		rows: (
			forgottenBefore,
		) => `${lacksRegister(forgottenBefore)} AND NOT ${DECISIVE} AND now.name <> '${PROFILE_NAME}'
			UNION ALL SELECT now.scope || ' ' || now.subject AS what FROM history AS now
			LEFT JOIN was_history AS was
				ON (was.scope, was.subject, was.at, was.rank, was.id) = (now.scope, now.subject, now.at, now.rank, now.id)
			WHERE was.id IS NULL`,
	},
	{
		severity: 'problem',
		unlessErased: true,
		text: 'The events in the inbox lead to other names of a customer than the state has, so one customer may be two.',
		rows: `SELECT now.scope || ' ' || now.alias AS what FROM alias AS now
			LEFT JOIN was_alias AS was ON (was.scope, was.alias) = (now.scope, now.alias)
			WHERE was.contact IS NOT now.contact`,
	},
	{
		severity: 'problem',
		text: 'The gateway has reported a message as delivered or read, and the message has another state.',
		rows: `SELECT now.key || ': ' || was.state || ' instead of ' || now.state AS what FROM send AS now
			JOIN was_send AS was ON was.key = now.key WHERE was.state <> now.state`,
	},
];

function* compare({ rows, severity, text }: Comparison, forgottenBefore: Cut): Work<Finding[]> {
	const found =
		typeof rows === 'string'
			? yield* all<{ what: string }>(rows)
			: yield* all<{ what: string }>(rows(forgottenBefore.text), ...forgottenBefore.values);
	if (found.length === 0) return [];
	return [
		{ severity, text, count: found.length, examples: found.slice(0, EXAMPLES).map(({ what }) => what) },
	];
}

/** Events of kinds or forms that this version doesn't know: versions that share a store can differ in these. */
const findingsOfUnread = (seqs: readonly number[]): Finding[] =>
	seqs.length === 0
		? []
		: [
				{
					severity: 'warning',
					text: "This version of the package doesn't understand an event in the inbox, so what it says isn't checked. If a newer version took it in, check the store with that one.",
					count: seqs.length,
					examples: seqs.slice(0, EXAMPLES).map(String),
				},
			];

/**
 * Applies all events of a copy of a store once more. The state is a function of the set of events, so it stays the same
 * unless an event and the state disagree.
 * @param onShare hears which share of the events was applied, from 0 to 1
 */
export async function refold(
	database: Database,
	runtime: Runtime,
	onShare: (share: number) => void,
): Promise<Finding[]> {
	const { sends, settings } = createStore(database, runtime);
	await database.write(keepAsItIs);
	const { count } = (await database.read(() => one<{ count: number }>(COUNT_EVENTS)))!;
	const unread: number[] = [];
	let applied = 0;

	async function changesOf({ seq, event }: EventRow): Promise<StateChanges[]> {
		try {
			return [await changesOfEvent(JSON.parse(event) as MessagingEvent, sends)];
		} catch (error) {
			if (!(error instanceof TypeError)) throw error;
			unread.push(seq);
			return [];
		}
	}

	for await (const rows of pagesOf<EventRow>(database, runtime, eventsAfter)) {
		const changes = (await Promise.all(rows.map(changesOf))).flat();
		await database.writeLearnable(() => applyChanges(changes.map(forGood)));
		applied += rows.length;
		onShare(Math.min(1, applied / count));
	}
	const { times } = await database.read(readRetention);
	const hasErased = (await database.read(readSecret)) !== undefined;
	const now = runtime.now();
	const ofNumbers = new Map(
		[...(await settings.all())].map(([channel, { retention }]) => {
			const { conversations = times.conversations } = retention ?? {};
			return [channel, { conversations: now - conversations }];
		}),
	);
	const forgottenBefore = cutOf(
		{ ofNumbers },
		{ part: 'conversations', number: 'now.scope', otherwise: now - times.conversations },
	);
	const findings = findingsOfUnread(unread);
	for (const comparison of COMPARISONS) {
		if (comparison.unlessErased && hasErased) continue;
		findings.push(...(await database.read(() => compare(comparison, forgottenBefore))));
	}
	return findings;
}
