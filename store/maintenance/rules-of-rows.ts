import { DAY, HOUR } from '../../base';
import { policies, RECIPIENT_STATES } from '../../engine';
import type { Checked, Finding } from './finding';

/** A rule that every row of a store keeps. */
export interface RuleOfRows {
	check: Exclude<Checked['name'], 'integrity' | 'schema' | 'refold'>;
	severity: Finding['severity'];
	text: string;
	/** Selects the rows that break the rule, as `what` to name them by. `:now` is the time, in epoch ms. */
	rows: string;
}

const listed = (words: readonly string[]) => words.map((word) => `'${word}'`).join(', ');

/** A recipient in one of these states is never looked at again, unless somebody asks. */
const SETTLED = ['accepted', 'delivered', 'read', 'failed', 'skipped', 'unconfirmed'] as const;
/** In the shipped policies, every version is there without being stored. */
const SHIPPED = Object.keys(policies);
/** Nobody leases anything for so long. */
const LONGEST_LEASE = DAY;
/** More numbers than a store ever takes, and fewer than a program can count. */
const HIGHEST_COUNT = 2 ** 46;

const JSON_COLUMNS = [
	['inbox', 'event', 'seq'],
	['dead_letter', 'event', "subscription || ' ' || seq"],
	['register', 'value', "scope || ' ' || subject || ' ' || name"],
	['history', 'value', "scope || ' ' || subject || ' ' || id"],
	['policy', 'document', "name || ' ' || version"],
	['policy_test', 'content', "policy_name || ' ' || name"],
	['send', 'content', 'key'],
	['send', 'outcome', 'key'],
	['send', 'pricing', 'key'],
	['wait', 'question', 'id'],
	['wait', 'reminder', 'id'],
	['forward', 'headers', 'seq'],
	['decision', 'facts', "key || ' ' || part"],
	['decision', 'estimate', "key || ' ' || part"],
	['decision_policy', 'document', 'id'],
	['price_table', 'content', "account || ' ' || first_day || ' ' || version"],
] as const;

const isJson: RuleOfRows[] = JSON_COLUMNS.map(([table, column, what]) => ({
	check: 'states',
	severity: 'problem',
	text: `The column ${column} of ${table} doesn't contain JSON. Whoever reads this row fails.`,
	rows: `SELECT ${what} AS what FROM ${table} WHERE ${column} IS NOT NULL AND NOT json_valid(${column})`,
}));

const isOneOf = (table: string, column: string, allowed: readonly string[], what: string): RuleOfRows => ({
	check: 'states',
	severity: 'problem',
	text: `The ${column} of a ${table} is none that this package knows.`,
	rows: `SELECT ${what} || ': ' || ${column} AS what FROM ${table} WHERE ${column} NOT IN (${listed(allowed)})`,
});

/** What has to hold between the rows of a store of the newest schema version. Written for SQLite. */
export const RULES_OF_ROWS: readonly RuleOfRows[] = [
	{
		check: 'references',
		severity: 'problem',
		text: "A recipient belongs to a campaign that doesn't exist, so it is never sent and never forgotten.",
		rows: `SELECT key AS what FROM send
			WHERE campaign IS NOT NULL AND (channel, campaign) NOT IN (SELECT channel, id FROM campaign)`,
	},
	{
		check: 'references',
		severity: 'problem',
		text: "A campaign needs a version of a policy that isn't stored. It can't decide.",
		rows: `SELECT id || ': ' || policy_name || ' ' || policy_version AS what FROM campaign
			WHERE policy_name NOT IN (${listed(SHIPPED)})
				AND (policy_name, policy_version) NOT IN (SELECT name, version FROM policy)`,
	},
	{
		check: 'references',
		severity: 'problem',
		text: "A decision was made by a policy that isn't in the log. Its reason can't be told.",
		rows: `SELECT key || ' ' || part AS what FROM decision
			WHERE policy IS NOT NULL AND policy NOT IN (SELECT id FROM decision_policy)`,
	},
	{
		check: 'references',
		severity: 'problem',
		text: "A place in the inbox belongs to a subscription that doesn't exist.",
		rows: `SELECT subscription || ' ' || number AS what FROM partition_cursor
			WHERE subscription NOT IN (SELECT id FROM subscription)`,
	},
	{
		check: 'references',
		severity: 'problem',
		text: 'A name leads to another name instead of a customer, so some of what is known of the customer is overlooked.',
		rows: `SELECT alias.scope || ' ' || alias.alias AS what FROM alias
			JOIN alias AS next ON next.scope = alias.scope AND next.alias = alias.contact`,
	},
	{
		check: 'references',
		severity: 'problem',
		text: "A message waits in a burst that doesn't exist, so no trigger gets it.",
		rows: `SELECT burst || ' ' || event_id AS what FROM burst_event
			WHERE burst NOT IN (SELECT id FROM burst)`,
	},
	{
		check: 'leases',
		severity: 'problem',
		text: 'A recipient waits without a time and without a template, so nobody looks at it again.',
		rows: `SELECT key AS what FROM send
			WHERE campaign IS NOT NULL AND state IN ('planned', 'held') AND due IS NULL AND waits_for IS NULL`,
	},
	{
		check: 'leases',
		severity: 'problem',
		text: 'A worker has a recipient, and the lease has no end, so no other worker takes it over.',
		rows: `SELECT key AS what FROM send
			WHERE campaign IS NOT NULL AND state IN ('claimed', 'sending') AND due IS NULL`,
	},
	{
		check: 'leases',
		severity: 'problem',
		text: 'A batch of the inbox is leased for more than a day, so that its partition stands still.',
		rows: `SELECT subscription || ' ' || number AS what FROM partition_cursor
			WHERE leased_until > :now + ${LONGEST_LEASE} AND leased_until <= :now + 2 * lease_ms`,
	},
	{
		check: 'leases',
		severity: 'problem',
		text: 'A dead letter that is replayed is leased for more than a day.',
		rows: `SELECT subscription || ' ' || seq AS what FROM dead_letter
			WHERE leased_until > :now + ${LONGEST_LEASE} AND leased_until <= :now + 2 * lease_ms`,
	},
	{
		check: 'leases',
		severity: 'problem',
		text: 'A burst of messages is leased for more than a day.',
		rows: `SELECT id AS what FROM burst
			WHERE leased_until > :now + ${LONGEST_LEASE} AND leased_until <= :now + 2 * lease_ms`,
	},
	{
		check: 'leases',
		severity: 'warning',
		text: 'A burst of messages should have been handed out more than an hour ago. Publish the workflow of its trigger again.',
		rows: `SELECT reader || ' ' || id AS what FROM burst
			WHERE due_at < :now - ${HOUR} AND leased_until < :now - ${HOUR}`,
	},
	{
		check: 'leases',
		severity: 'warning',
		text: 'The lease of a worker ended more than an hour ago, and nobody took the recipient over. Run Send Due.',
		rows: `SELECT send.key AS what FROM send
			JOIN campaign ON campaign.channel = send.channel AND campaign.id = send.campaign
			WHERE campaign.state = 'running' AND send.state IN ('claimed', 'sending') AND send.due < :now - ${HOUR}`,
	},
	{
		check: 'leases',
		severity: 'warning',
		text: "The process that sent a single message ended before it had the answer. The message may have been sent, and isn't sent again.",
		rows: `SELECT key AS what FROM send WHERE campaign IS NULL AND state = 'sending' AND at < :now - ${HOUR}`,
	},
	{
		check: 'leases',
		severity: 'warning',
		text: 'Deliveries have been waiting to be forwarded for more than an hour. Check that the other consumer answers, and that a receiver or a published trigger still forwards to it.',
		rows: `SELECT DISTINCT target AS what FROM forward WHERE due < :now - ${HOUR}`,
	},
	isOneOf('send', 'state', RECIPIENT_STATES, 'key'),
	isOneOf('send', 'action', ['freeform', 'template'], 'key'),
	isOneOf(
		'charge_total',
		'state',
		['pending', 'charged', 'failed', 'expired'],
		"channel || ' ' || day || ' ' || market || ' ' || category",
	),
	isOneOf('campaign', 'state', ['running', 'paused', 'cancelled', 'ended'], 'id'),
	{
		check: 'states',
		severity: 'problem',
		text: 'A recipient has a final state and still waits, so its campaign is never forgotten.',
		rows: `SELECT key AS what FROM send WHERE state IN (${listed(SETTLED)}) AND due IS NOT NULL`,
	},
	{
		check: 'states',
		severity: 'problem',
		text: 'A single message is in a state that only recipients of campaigns have.',
		rows: `SELECT key AS what FROM send
			WHERE campaign IS NULL AND state IN ('planned', 'claimed', 'held', 'skipped')`,
	},
	...isJson,
	{
		check: 'counters',
		severity: 'problem',
		text: 'A counter is missing.',
		rows: `SELECT column1 AS what FROM (VALUES ('inbox'), ('health'), ('forgotten-at'), ('forward'))
			WHERE column1 NOT IN (SELECT name FROM counter)`,
	},
	{
		check: 'counters',
		severity: 'problem',
		text: `A counter isn't from 0 to ${HIGHEST_COUNT}, so that the next numbers can't be told apart, or can't be taken.`,
		rows: `SELECT name AS what FROM counter WHERE value < 0 OR value > ${HIGHEST_COUNT}`,
	},
	{
		check: 'counters',
		severity: 'problem',
		text: 'The newest event has a higher number than was ever taken, so the next events are lost to all readers, or refused.',
		rows: `SELECT max(seq) AS what FROM inbox
			HAVING max(seq) > (SELECT value FROM counter WHERE name = 'inbox')`,
	},
	{
		check: 'counters',
		severity: 'problem',
		text: 'A reader of the inbox stands behind its newest event, so that it misses the next ones.',
		rows: `SELECT subscription || ' ' || number AS what FROM partition_cursor
			WHERE max(seq, out_to) > (SELECT value FROM counter WHERE name = 'inbox')`,
	},
	{
		check: 'counters',
		severity: 'problem',
		text: 'A delivery that waits to be forwarded has a higher number than was ever taken, so that no more deliveries are taken in.',
		rows: `SELECT max(seq) AS what FROM forward
			HAVING max(seq) > (SELECT value FROM counter WHERE name = 'forward')`,
	},
	{
		check: 'counters',
		severity: 'problem',
		text: 'A subscription has settled events that it never handed out.',
		rows: `SELECT subscription || ' ' || number AS what FROM partition_cursor WHERE seq > out_to`,
	},
	{
		check: 'counters',
		severity: 'problem',
		text: 'A subscription lacks a partition, so that nobody gets the events of its conversations.',
		rows: `SELECT id AS what FROM subscription WHERE partitions <> (
			SELECT count(*) FROM partition_cursor
			WHERE subscription = id AND number >= 0 AND number < partitions)`,
	},
];
