import type { ClaimedRecipients, RecipientClaim, StoredCampaign } from '../../../engine/store/campaigns';
import type { Work } from '../../work';
import { all, each, lock, one } from '../../work';
import { listCampaigns } from '../campaigns';
import { withinPairRate } from './pair-rate';
import type { SendRow } from '../send-row';
import { isBefore, toRecipient } from '../send-row';

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
	'The process that submitted this message ended before it recorded the response. The message may have been sent.';

function* workingCampaigns(channel: string, only: string | undefined, now: number): Work<StoredCampaign[]> {
	const campaigns = yield* listCampaigns({ channel });
	return campaigns.filter(
		({ id, state, startAt = -Infinity, endAt = Infinity }) =>
			state === 'running' && startAt <= now && now < endAt && (only === undefined || only === id),
	);
}

/** Who is due in a campaign, and who waits for a template that is free. */
function* dueIn(id: string, { now, free }: RecipientClaim, limit: number): Work<SendRow[]> {
	const rows = yield* all<SendRow>(DUE, id, now, limit);
	for (const template of free) {
		if (rows.length >= limit) break;
		rows.push(...(yield* all<SendRow>(FREED, id, template, limit - rows.length)));
	}
	return [...new Map(rows.map((row) => [row.key, row])).values()];
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

export function* claimRecipients(claim: RecipientClaim): Work<ClaimedRecipients> {
	const { channel, now, leasedUntil, token, limit } = claim;
	yield* lock(`claim:${channel}`);
	const campaigns = yield* workingCampaigns(channel, claim.campaign, now);
	const found: SendRow[] = [];
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
