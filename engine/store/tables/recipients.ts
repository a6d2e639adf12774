import { normalizeLanguage, PAIR_RATE } from '../../../platform';
import { keyOfRecipient } from '../../campaigns/keys';
import type { RecipientState, RecipientStep } from '../../campaigns/recipient-states';
import { RECIPIENT_TRANSITIONS, statesBefore } from '../../campaigns/recipient-states';
import type {
	ClaimedRecipients,
	NewRecipient,
	Rate,
	ReasonCount,
	RecipientClaim,
	RecipientEnd,
	RecipientQuery,
	RecipientStart,
	StartedRecipients,
	StoredCampaign,
	StoredRecipient,
} from '../campaigns';
import type { Value, Work } from '../work';
import { all, each, lock, one, run } from '../work';
import { countSent, listCampaigns } from './campaigns';
import { takeSlots } from './pace';
import type { Resolve } from './registers';
import { learnAliases, resolveNames } from './registers';

interface RecipientRow {
	key: string;
	channel: string;
	contact: string;
	action: StoredRecipient['action'];
	template_name: string | null;
	template_language: string | null;
	category: string | null;
	state: RecipientState;
	at: number;
	message_id: string | null;
	campaign: string;
	recipient: string;
	content: string;
	due: number | null;
	refusals: number;
	rule: string | null;
	reason: string | null;
}

const toRecipient = (row: RecipientRow): StoredRecipient => ({
	campaign: row.campaign,
	recipient: row.recipient,
	key: row.key,
	contact: row.contact,
	state: row.state,
	action: row.action,
	...(row.template_name !== null && {
		template: { name: row.template_name, language: row.template_language ?? '' },
	}),
	...(row.category !== null && { category: row.category }),
	content: JSON.parse(row.content) as unknown,
	...(row.due !== null && { due: row.due }),
	at: row.at,
	...(row.message_id !== null && { messageId: row.message_id }),
	refusals: row.refusals,
	...(row.rule !== null && { rule: row.rule }),
	...(row.reason !== null && { reason: row.reason }),
});

/** A condition that a send is in a state that a step goes on from. */
export const isBefore = (step: RecipientStep) =>
	`send.state IN (${[...new Set(statesBefore(step))].map((state) => `'${state}'`).join(', ')})`;

const stateAfter = (step: RecipientStep) => RECIPIENT_TRANSITIONS.find((row) => row.step === step)!.to;

const INSERT = `
	INSERT INTO send
		(key, channel, contact, action, template_name, template_language, category, opens, state, at,
		 campaign, recipient, content, due, rule, reason)
	VALUES (?, ?, ?, ?, ?, ?, ?, 0, ?, 0, ?, ?, ?, ?, ?, ?) ON CONFLICT (key) DO NOTHING RETURNING key`;

const KNOWN = 'SELECT send.key FROM (VALUES (?)) AS asked JOIN send ON send.key = asked.column1';

const DUE = 'SELECT * FROM send WHERE campaign = ? AND due <= ? ORDER BY due LIMIT ?';
const FREED = 'SELECT * FROM send WHERE campaign = ? AND waits_for = ? LIMIT ?';

const CLAIM = `
	UPDATE send SET state = 'claimed', token = claim.column2, due = claim.column3, waits_for = NULL
	FROM (VALUES (?, ?, CAST(? AS BIGINT))) AS claim
	WHERE send.key = claim.column1 AND ${isBefore('claim')} RETURNING send.key`;

const GIVE_UP = `
	UPDATE send SET state = 'unconfirmed', due = NULL, rule = 'worker-gone', reason = gone.column2
	FROM (VALUES (?, ?)) AS gone WHERE send.key = gone.column1 AND ${isBefore('lose')}`;

const WORKER_GONE =
	'The process that handed this message to the gateway ended before it noted the answer: it may be out.';

const SENT_LATELY = `
	SELECT asked.column2 AS contact, min(send.at) AS oldest
	FROM (VALUES (?, ?, CAST(? AS BIGINT))) AS asked
	JOIN send ON send.channel = asked.column1 AND send.contact = asked.column2
		AND send.at > 0 AND send.at > asked.column3
	GROUP BY asked.column2 HAVING count(*) >= ${PAIR_RATE.messages}`;

const START = `
	UPDATE send SET
		state = 'sending', at = start.column3, action = start.column4, category = start.column5,
		opens = start.column6, rule = start.column7, reason = start.column8
	FROM (VALUES (?, ?, CAST(? AS BIGINT), ?, ?, CAST(? AS BIGINT), ?, ?)) AS start
	WHERE send.key = start.column1 AND send.token = start.column2 AND ${isBefore('begin')} AND EXISTS (
		SELECT 1 FROM campaign WHERE campaign.id = send.campaign AND campaign.state = 'running'
			AND (campaign.end_at IS NULL OR campaign.end_at > start.column3)
	) RETURNING send.key, send.campaign`;

/** What was not handed over counts for no cap. */
const isHandedOver = (step: RecipientEnd['step']) => step === 'accept' || step === 'lose';

const endText = (step: RecipientEnd['step']) => `
	UPDATE send SET
		state = '${stateAfter(step)}', due = past.column3, waits_for = past.column4, message_id = past.column5,
		rule = COALESCE(past.column6, send.rule), reason = COALESCE(past.column7, send.reason),
		refusals = send.refusals + past.column8${isHandedOver(step) ? '' : ', at = 0, opens = 0'}
	FROM (VALUES (?, ?, CAST(? AS BIGINT), ?, ?, ?, ?, CAST(? AS BIGINT))) AS past
	WHERE send.key = past.column1 AND send.token = past.column2 AND ${isBefore(step)}`;

const RETRY = `
	UPDATE send SET state = 'planned', due = ?, at = 0, opens = 0, refusals = 0, waits_for = NULL, token = NULL,
		rule = NULL, reason = NULL
	WHERE key IN (SELECT key FROM send WHERE campaign = ? AND state = ? LIMIT ?)`;

const SKIP_WAITING = `
	UPDATE send SET state = 'skipped', due = NULL, waits_for = NULL, rule = ?, reason = ?
	WHERE key IN (SELECT key FROM send WHERE campaign = ? AND state = ? LIMIT ?)`;

const REASONS = `
	SELECT state, rule, max(reason) AS reason, count(*) AS count FROM send
	WHERE campaign = ? AND state IN ('held', 'skipped', 'failed', 'unconfirmed') GROUP BY state, rule
	ORDER BY count(*) DESC, state, rule`;

const PAGE = `
	SELECT * FROM send WHERE campaign = ? AND state = ? AND key > ? ORDER BY key LIMIT ?`;

type Named = Pick<NewRecipient, 'contact' | 'recipient' | 'key'>;

function nameIn(campaign: string, channel: string, resolve: Resolve) {
	return ({ contact: given, recipient, key }: Named) => {
		const contact = resolve(channel, given);
		const name = recipient ?? contact;
		return { contact, recipient: name, key: key ?? keyOfRecipient(campaign, name) };
	};
}

export function* nameRecipients(
	campaign: string,
	channel: string,
	recipients: Named[],
): Work<Array<{ key: string; recipient: string; contact: string }>> {
	const resolve = yield* resolveNames(recipients.map(({ contact }) => [channel, contact]));
	return recipients.map(nameIn(campaign, channel, resolve));
}

export function* knownKeys(keys: string[]): Work<string[]> {
	const rows = yield* each<{ key: string }>(
		KNOWN,
		keys.map((key) => [key]),
	);
	return rows.map(({ key }) => key);
}

export function* planRecipients(
	campaign: string,
	channel: string,
	recipients: NewRecipient[],
): Work<string[]> {
	const resolve = yield* learnAliases(
		[],
		recipients.map(({ contact }) => [channel, contact]),
	);
	const named = recipients.map((one) => ({ ...one, ...nameIn(campaign, channel, resolve)(one) }));
	const unique = [...new Map(named.reverse().map((one) => [one.key, one])).values()].reverse();
	const planned = yield* each<{ key: string }>(
		INSERT,
		unique.map(({ key, contact, recipient, template, category, content, state, due, rule, reason }) => [
			...[key, channel, contact, template ? 'template' : 'freeform'],
			...[template?.name ?? null, template ? normalizeLanguage(template.language) : null, category ?? null],
			...[state, campaign, recipient, JSON.stringify(content), due, rule ?? null, reason ?? null],
		]),
	);
	return planned.map(({ key }) => key);
}

function* workingCampaigns(channel: string, only: string | undefined, now: number): Work<StoredCampaign[]> {
	const campaigns = yield* listCampaigns({ channel });
	return campaigns.filter(
		({ id, state, startAt = -Infinity, endAt = Infinity }) =>
			state === 'running' && startAt <= now && now < endAt && (only === undefined || only === id),
	);
}

/** Who is due in a campaign, and who waits for a template that is free. */
function* dueIn(id: string, { now, free }: RecipientClaim, limit: number): Work<RecipientRow[]> {
	const rows = yield* all<RecipientRow>(DUE, id, now, limit);
	for (const template of free) {
		if (rows.length >= limit) break;
		rows.push(...(yield* all<RecipientRow>(FREED, id, template, limit - rows.length)));
	}
	return [...new Map(rows.map((row) => [row.key, row])).values()];
}

/** Holds those whom the number wrote to so often that the platform would refuse one more; gives the others. */
function* withinPairRate(
	{ channel, now, token }: RecipientClaim,
	rows: RecipientRow[],
): Work<RecipientRow[]> {
	const contacts = [...new Set(rows.map(({ contact }) => contact))];
	const since = now - PAIR_RATE.within;
	const over = yield* each<{ contact: string; oldest: number }>(
		SENT_LATELY,
		contacts.map((contact) => [channel, contact, since]),
	);
	if (over.length === 0) return rows;
	const freeAt = new Map(over.map(({ contact, oldest }) => [contact, oldest + PAIR_RATE.within]));
	yield* endRecipients(
		token,
		rows.flatMap(({ key, contact }) => {
			const due = freeAt.get(contact);
			if (due === undefined) return [];
			const reason = `This customer was sent ${PAIR_RATE.messages} messages in a short time: the platform takes no more before ${new Date(due).toISOString()}.`;
			return [{ key, step: 'hold' as const, due, rule: 'pair-rate', reason }];
		}),
	);
	return rows.filter(({ contact }) => !freeAt.has(contact));
}

export function* claimRecipients(claim: RecipientClaim): Work<ClaimedRecipients> {
	const { channel, now, leasedUntil, token, limit } = claim;
	yield* lock(`claim:${channel}`);
	const campaigns = yield* workingCampaigns(channel, claim.campaign, now);
	const found: RecipientRow[] = [];
	for (const [index, { id }] of campaigns.entries()) {
		const share = Math.ceil((limit - found.length) / (campaigns.length - index));
		if (share > 0) found.push(...(yield* dueIn(id, claim, share)));
	}
	yield* each(
		GIVE_UP,
		found.filter(({ state }) => state === 'sending').map(({ key }) => [key, WORKER_GONE]),
	);
	const claimed = yield* each<{ key: string }>(
		CLAIM,
		found.filter(({ state }) => state !== 'sending').map(({ key }) => [key, token, leasedUntil]),
	);
	const keys = new Set(claimed.map(({ key }) => key));
	const ours = yield* withinPairRate(
		claim,
		found.filter(({ key }) => keys.has(key)),
	);
	const nextDueAt = found.length > 0 ? now : yield* nextDueOf(campaigns);
	return {
		recipients: ours.map(toRecipient).map((recipient) => ({ ...recipient, state: 'claimed' })),
		...(nextDueAt !== undefined && { nextDueAt }),
	};
}

function* nextDueOf(campaigns: StoredCampaign[]): Work<number | undefined> {
	const dues: number[] = [];
	for (const { id } of campaigns) {
		const next = yield* one<{ due: number | null }>(
			'SELECT min(due) AS due FROM send WHERE campaign = ? AND due IS NOT NULL',
			id,
		);
		if (next?.due != null) dues.push(next.due);
	}
	return dues.length > 0 ? Math.min(...dues) : undefined;
}

export function* awaitedTemplates(channel: string): Work<string[]> {
	const templates = new Set<string>();
	for (const { id } of yield* listCampaigns({ channel })) {
		const rows = yield* all<{ waits_for: string }>(
			'SELECT DISTINCT waits_for FROM send WHERE campaign = ? AND waits_for IS NOT NULL',
			id,
		);
		for (const { waits_for } of rows) templates.add(waits_for);
	}
	return [...templates];
}

/** The messages that may go out, and slots for them and for some begun before. */
export function* startRecipients(
	token: string,
	starts: RecipientStart[],
	{ at, again }: { at: number; again: number },
	rate: Rate,
): Work<StartedRecipients> {
	const { slots, haltedUntil } = yield* takeSlots(rate, starts.length + again);
	if (haltedUntil !== undefined) return { started: [], slots: [], haltedUntil };
	const started = yield* each<{ key: string; campaign: string }>(
		START,
		starts.map(({ key, action, category, opens, rule, reason }) => [
			...[key, token, at, action, category ?? null, opens ? 1 : 0, rule, reason],
		]),
	);
	const counts = new Map<string, number>();
	for (const { campaign } of started) counts.set(campaign, (counts.get(campaign) ?? 0) + 1);
	for (const [campaign, count] of [...counts].sort()) yield* countSent(campaign, count, at);
	return { started: started.map(({ key }) => key), slots: slots.slice(0, started.length + again) };
}

/** Notes what became of recipients that a worker had. */
export function* endRecipients(token: string, ends: RecipientEnd[]): Work<void> {
	const steps = new Set(ends.map(({ step }) => step));
	for (const step of [...steps].sort()) {
		const rows = ends
			.filter((end) => end.step === step)
			.sort((a, b) => (a.key < b.key ? -1 : 1))
			.map(({ key, due, waitsFor, messageId, rule, reason, refused }): Value[] => [
				...[key, token, step === 'release' ? 0 : (due ?? null), waitsFor ?? null, messageId ?? null],
				...[rule ?? null, reason ?? null, refused ? 1 : 0],
			]);
		yield* each(endText(step), rows);
	}
}

export function* retryRecipients(
	id: string,
	state: 'failed' | 'held' | 'unconfirmed',
	now: number,
	limit: number,
): Work<number> {
	return yield* run(RETRY, now, id, state, limit);
}

export function* skipWaiting(id: string, rule: string, reason: string, limit: number): Work<number> {
	let left = limit;
	for (const state of ['planned', 'held', 'claimed']) {
		if (left > 0) left -= yield* run(SKIP_WAITING, rule, reason, id, state, left);
	}
	return limit - left;
}

export function* countRecipients(id: string): Work<Array<{ state: RecipientState; count: number }>> {
	return yield* all('SELECT state, count(*) AS count FROM send WHERE campaign = ? GROUP BY state', id);
}

export function* countReasons(id: string): Work<ReasonCount[]> {
	const rows = yield* all<
		Omit<ReasonCount, 'rule' | 'reason'> & { rule: string | null; reason: string | null }
	>(REASONS, id);
	return rows.map(({ state, rule, reason, count }) => ({
		state,
		rule: rule ?? '',
		reason: reason ?? '',
		count,
	}));
}

export function* heldUntil(id: string): Work<number | undefined> {
	const row = yield* one<{ due: number | null }>(
		"SELECT min(due) AS due FROM send WHERE campaign = ? AND state = 'held'",
		id,
	);
	return row?.due ?? undefined;
}

/** A page of recipients in the order of their keys. */
export function* pageRecipients({
	campaign,
	states,
	after = '',
	limit,
}: RecipientQuery): Work<StoredRecipient[]> {
	const rows: RecipientRow[] = [];
	for (const state of new Set(states))
		rows.push(...(yield* all<RecipientRow>(PAGE, campaign, state, after, limit)));
	return rows
		.sort((a, b) => (a.key < b.key ? -1 : 1))
		.slice(0, limit)
		.map(toRecipient);
}
