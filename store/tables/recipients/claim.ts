import type { CampaignRef, StoredCampaign } from '../../../engine/store/campaigns';
import type { ClaimedRecipients, RecipientClaim } from '../../../engine/store/recipients';
import { reads, writes } from '../../methods';
import type { Work } from '../../work';
import { all, CLOCK_MS, each, lock, one } from '../../work';
import { listCampaigns } from '../campaigns';
import { endRecipients } from './end';
import { withinPairRate } from './pair-rate';
import { nextDue } from './read';
import { IS_OUT_ALREADY } from './same-customer';
import type { SendRow } from '../send-row';
import { isBefore, OF_CAMPAIGN, toRecipient } from '../send-row';

/** What waits until it is due, on the gateway's clock. */
const DUE = `
	SELECT * FROM send WHERE ${OF_CAMPAIGN} AND due <= ? AND state IN ('planned', 'held') ORDER BY due LIMIT ?`;
/**
 * What a worker has: until its lease is over, on the store's clock. One that ends later than twice its length from now was
 * given by a clock that has been set back since. The plus keeps SQLite from an index by the time, in which all are that
 * wait: few have a worker.
 */
const LEFT = `
	SELECT * FROM send WHERE ${OF_CAMPAIGN} AND state IN ('claimed', 'sending')
		AND (+due <= ${CLOCK_MS} OR +due > ${CLOCK_MS} + 2 * CAST(? AS BIGINT)) LIMIT ?`;
const FREED = `SELECT * FROM send WHERE ${OF_CAMPAIGN} AND waits_for = ? LIMIT ?`;

const NEXT_END = `
	SELECT min(due) - ${CLOCK_MS} AS rest FROM send WHERE ${OF_CAMPAIGN} AND state IN ('claimed', 'sending')`;

const CLAIM = `
	UPDATE send SET state = 'claimed', token = claim.column2, due = ${CLOCK_MS} + claim.column3, waits_for = NULL
	FROM (VALUES (?, ?, CAST(? AS BIGINT))) AS claim
	WHERE send.key = claim.column1 AND ${isBefore('claim')} RETURNING send.key`;

const OUT_ALREADY = `
	SELECT send.key FROM (VALUES (?)) AS asked JOIN send ON send.key = asked.column1 WHERE ${IS_OUT_ALREADY}`;

function* workingCampaigns(channel: string, only: string | undefined, now: number): Work<StoredCampaign[]> {
	const campaigns = yield* listCampaigns({ channel });
	return campaigns.filter(
		({ id, state, startAt = -Infinity, endAt = Infinity }) =>
			state === 'running' && startAt <= now && now < endAt && (only === undefined || only === id),
	);
}

/** Who was left in a campaign, who is due, and who waits for a template that is free. */
function* dueIn(
	{ channel, id }: CampaignRef,
	{ now, leaseMs, free }: RecipientClaim,
	limit: number,
): Work<SendRow[]> {
	const rows = yield* all<SendRow>(LEFT, id, channel, leaseMs, limit);
	if (rows.length < limit) rows.push(...(yield* all<SendRow>(DUE, id, channel, now, limit - rows.length)));
	for (const template of free) {
		if (rows.length >= limit) break;
		rows.push(...(yield* all<SendRow>(FREED, id, channel, template, limit - rows.length)));
	}
	return [...new Map(rows.map((row) => [row.key, row])).values()];
}

/** When the next one is due, on the gateway's clock. */
function* nextDueOf(campaigns: StoredCampaign[], now: number): Work<number | undefined> {
	const dues: number[] = [];
	for (const { channel, id } of campaigns) {
		const due = yield* nextDue({ channel, id });
		const lease = yield* one<{ rest: number | null }>(NEXT_END, id, channel);
		if (due !== undefined) dues.push(due);
		if (lease?.rest != null) dues.push(now + lease.rest);
	}
	return dues.length > 0 ? Math.min(...dues) : undefined;
}

/** Skips those whose customers got their message under another name; returns the others. */
function* withoutSameCustomers({ token, now }: RecipientClaim, rows: SendRow[]): Work<SendRow[]> {
	const out = yield* each<{ key: string }>(
		OUT_ALREADY,
		rows.map(({ key }) => [key]),
	);
	if (out.length === 0) return rows;
	const reason = 'This customer was already sent this message under another name.';
	const said = { rule: 'same-customer', reason };
	const skipped = new Set(out.map(({ key }) => key));
	yield* endRecipients(
		rows
			.filter(({ key }) => skipped.has(key))
			.map(({ key, channel, contact }) => {
				const about = { key, channel, contact, at: now };
				const decision = { ...about, action: 'skip', rule: said.rule, why: reason } as const;
				return { key, token, step: 'skip', ...said, decision };
			}),
	);
	return rows.filter(({ key }) => !skipped.has(key));
}

function* claimRecipients(claim: RecipientClaim): Work<ClaimedRecipients> {
	const { channel, now, leaseMs, token, limit } = claim;
	yield* lock(`claim:${channel}`);
	const campaigns = yield* workingCampaigns(channel, claim.campaign, now);
	const found: SendRow[] = [];
	for (const [index, campaign] of campaigns.entries()) {
		const share = Math.ceil((limit - found.length) / (campaigns.length - index));
		if (share > 0) found.push(...(yield* dueIn(campaign, claim, share)));
	}
	const claimed = yield* each<{ key: string }>(
		CLAIM,
		found.filter(({ state }) => state !== 'sending').map(({ key }) => [key, token, leaseMs]),
	);
	const keys = new Set(claimed.map(({ key }) => key));
	const fresh = yield* withoutSameCustomers(
		claim,
		found.filter(({ key }) => keys.has(key)),
	);
	const ours = yield* withinPairRate(claim, fresh);
	const nextDueAt = found.length > 0 ? now : yield* nextDueOf(campaigns, now);
	const abandoned = found.filter(({ state }) => state === 'sending');
	return {
		recipients: ours.map(toRecipient).map((recipient) => ({ ...recipient, token, state: 'claimed' })),
		abandoned: abandoned.map((row) => ({ ...toRecipient(row), token: row.token! })),
		...(nextDueAt !== undefined && { nextDueAt }),
	};
}

function* awaitedTemplates(channel: string): Work<string[]> {
	const templates = new Set<string>();
	for (const { id } of yield* listCampaigns({ channel })) {
		const rows = yield* all<{ waits_for: string }>(
			`SELECT DISTINCT waits_for FROM send WHERE ${OF_CAMPAIGN} AND waits_for IS NOT NULL`,
			id,
			channel,
		);
		for (const { waits_for } of rows) templates.add(waits_for);
	}
	return [...templates];
}

export const claimWorks = {
	claim: writes(claimRecipients),
	awaitedTemplates: reads(awaitedTemplates),
};
