/** The number of a large store, and its campaign. */
export const LARGE = { channel: '106540352242922', account: '102290129340398', campaign: 'spring' } as const;

/** The tables that it fills, for the database to look at. */
export const FILLED = ['campaign', 'register', 'send', 'inbox', 'decision', 'opened'] as const;

/** How many rows a large store has of each. */
interface LargeSizes {
	/** Of one campaign. */
	recipients: number;
	/** Events, decisions, and conversations of the last seven days, as many of each. */
	events: number;
}

const DAY = 24 * 60 * 60 * 1_000;

/** A text of 32 digits that looks like a hash, on each database. */
const KEY = {
	SQLite: (i: string) => `printf('%08x%024x', (${i} * 2654435761) % 4294967296, ${i})`,
	Postgres: (i: string) =>
		`lpad(to_hex((${i}::BIGINT * 2654435761) % 4294967296), 8, '0') || lpad(to_hex(${i}), 24, '0')`,
} as const;

/** What a recipient is, by the hundredths of the campaign: the state up to this place. */
const STATES = `CASE WHEN i % 100 < 40 THEN 'read' WHEN i % 100 < 65 THEN 'delivered' WHEN i % 100 < 73 THEN 'accepted'
	WHEN i % 100 < 83 THEN 'held' WHEN i % 100 < 91 THEN 'skipped' WHEN i % 100 < 93 THEN 'failed'
	WHEN i % 100 < 94 THEN 'unconfirmed' ELSE 'planned' END`;

/** The numbers from 1 up to one. */
const NUMBERS = {
	SQLite: (count: number) =>
		`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})`,
	Postgres: (count: number) => `WITH n (i) AS (SELECT generate_series(1, ${count}))`,
} as const;

/** A customer of the events: a tenth as many as there are events. */
const customer = (events: number) => `'49170' || (1000000 + i % ${Math.max(1, Math.floor(events / 10))})`;

/** Statements that fill an empty store, written for one of the databases. `now`: epoch ms */
export function fillLarge(
	database: keyof typeof KEY,
	{ recipients, events }: LargeSizes,
	now: number,
): string[] {
	const { channel, account, campaign } = LARGE;
	const key = KEY[database];
	// Nothing reads these by their keys here, and in their order, ten million of them are made in minutes.
	const ordered = `'${'0'.repeat(16)}' || (${1e15} + i)`;
	const numbers = NUMBERS[database];
	const start = now - 4 * 60 * 60 * 1_000;
	/** Spread evenly over seven days. */
	const at = `${now - 7 * DAY} + i * ${Math.max(1, Math.floor((7 * DAY) / events))}`;
	const waits = 'i % 100 BETWEEN 73 AND 90 OR i % 100 > 93';
	return [
		`INSERT INTO campaign (channel, id, account, kept, state, policy_name, policy_version, planned_at, started_at,
			last_sent_at, meter_at, sent_before, sent_since)
		 VALUES ('${channel}', '${campaign}', '${account}', 0, 'running', 'strict', 3, ${start}, ${start}, ${now}, ${now - 5_000}, 800, 400)`,
		`INSERT INTO register (scope, subject, name, at, rank, id, value)
		 VALUES ('${channel}', '', 'account', ${start}, 1, '', '"${account}"')`,
		`${numbers(recipients)} INSERT INTO send (key, channel, contact, action, template_name, template_language, state, at,
			message_id, category, campaign, recipient, content, due, rule, reason)
		 SELECT ${key('i')}, '${channel}', '49151' || (10000000 + i), 'template', 'spring_news', 'en_US', ${STATES},
			CASE WHEN ${waits} THEN 0 ELSE ${start} + i * 12 END,
			CASE WHEN ${waits} THEN NULL ELSE 'wamid.' || i END, 'MARKETING', '${campaign}', '49151' || (10000000 + i),
			'{"template":{"name":"spring_news","language":"en_US"}}',
			CASE WHEN i % 100 BETWEEN 73 AND 82 OR i % 100 > 93 THEN ${now} + i ELSE NULL END,
			'rule-' || (i % 5), 'A reason for people, number ' || (i % 7) || '.'
		 FROM n`,
		`${numbers(events)} INSERT INTO inbox (seq, id, received_at, event, kind, channel, lane)
		 SELECT i, ${ordered}, ${at},
			'{"kind":"message","id":"' || i || '","account":"${account}","channel":"${channel}","at":' || (${at}) ||
			',"contact":"' || ${customer(events)} || '","heldBy":"business","message":{"id":"m","type":"text","text":{"body":"Hello"}}}',
			CASE WHEN i % 4 = 0 THEN 'message' ELSE 'status' END, '${channel}', i % 64
		 FROM n`,
		`UPDATE counter SET value = ${events} WHERE name = 'inbox'`,
		`${numbers(events)} INSERT INTO decision (key, part, channel, contact, at, action, rule)
		 SELECT ${ordered}, 0, '${channel}', ${customer(events)}, ${at},
			CASE WHEN i % 10 = 0 THEN 'hold' WHEN i % 10 = 1 THEN 'skip' WHEN i % 10 < 5 THEN 'freeform' ELSE 'template' END, 'window-open'
		 FROM n`,
		`${numbers(events)} INSERT INTO opened (scope, at, subject) SELECT '${channel}', ${at}, ${customer(events)} FROM n`,
		`${numbers(Math.max(1, Math.floor(events / 10)))} INSERT INTO register (scope, subject, name, at, rank, id, value)
		 SELECT '${channel}', ${customer(events)}, 'window', ${now - DAY} + i, 1, '', '"open"' FROM n`,
		`${numbers(Math.max(1, Math.floor(events / 10)))} INSERT INTO register (scope, subject, name, at, rank, id, value)
		 SELECT '${channel}', ${customer(events)}, 'profile-name', ${now - DAY} + i, 3, '',
			'["customer ' || (1000000 + i) || '","Customer ' || (1000000 + i) || '"]' FROM n`,
	];
}
