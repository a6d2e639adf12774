import { METER_PERIOD } from '../../engine';
import type {
	CampaignRef,
	CampaignState,
	CampaignStore,
	NewCampaign,
	StoredCampaign,
} from '../../engine/store/campaigns';
import { reads, writes } from '../methods';
import type { Value, Work } from '../work';
import { all, one, run } from '../work';
import { isIn } from './is-in';

interface CampaignRow {
	id: string;
	channel: string;
	account: string | null;
	kept: number;
	state: CampaignState;
	why: string | null;
	policy_name: string;
	policy_version: number;
	planned_at: number;
	start_at: number | null;
	end_at: number | null;
	started_at: number | null;
	last_sent_at: number | null;
	meter_at: number;
	sent_before: number;
	sent_since: number;
	budget: number | null;
	budget_currency: string | null;
	budget_told: number;
	budget_reached: number;
}

const toCampaign = (row: CampaignRow): StoredCampaign => ({
	id: row.id,
	channel: row.channel,
	...(row.account !== null && { account: row.account }),
	kept: row.kept === 1,
	state: row.state,
	...(row.why !== null && { why: row.why }),
	policy: { name: row.policy_name, version: row.policy_version },
	plannedAt: row.planned_at,
	...(row.start_at !== null && { startAt: row.start_at }),
	...(row.end_at !== null && { endAt: row.end_at }),
	...(row.started_at !== null && { startedAt: row.started_at }),
	...(row.last_sent_at !== null && { lastSentAt: row.last_sent_at }),
	...(row.budget !== null && { budget: { amount: row.budget, currency: row.budget_currency! } }),
	...(row.budget_reached === 1 && { budgetReached: true as const }),
	budgetTold: row.budget_told,
	meter: { at: row.meter_at, before: row.sent_before, since: row.sent_since },
});

const INSERT = `
	INSERT INTO campaign (
		id, channel, account, kept, state, policy_name, policy_version, planned_at, start_at, end_at, budget, budget_currency)
	VALUES (?, ?, ?, ?, 'running', ?, ?, ?, ?, ?, CAST(? AS BIGINT), ?) ON CONFLICT (channel, id) DO NOTHING`;

/** Written in terms of what stood before, as two workers may count at the same time. */
const COUNT = `
	UPDATE campaign SET
		started_at = COALESCE(started_at, ?), last_sent_at = ?,
		sent_before = CASE WHEN meter_at > ? THEN sent_before WHEN meter_at > ? THEN sent_since ELSE 0 END,
		sent_since = CASE WHEN meter_at > ? THEN sent_since ELSE 0 END + CAST(? AS BIGINT),
		meter_at = CASE WHEN meter_at > ? THEN meter_at ELSE ? END
	WHERE channel = ? AND id = ?`;

export function* findCampaign({ channel, id }: CampaignRef): Work<StoredCampaign | undefined> {
	const row = yield* one<CampaignRow>('SELECT * FROM campaign WHERE channel = ? AND id = ?', channel, id);
	return row && toCampaign(row);
}

function* openCampaign(campaign: NewCampaign): Work<StoredCampaign> {
	const { id, channel, account = null, kept, policy, plannedAt, startAt = null, endAt = null } = campaign;
	const { amount = null, currency = null } = campaign.budget ?? {};
	const { name, version } = policy;
	const values = [id, channel, account, kept ? 1 : 0, name, version, plannedAt, startAt, endAt];
	yield* run(INSERT, ...values, amount, currency);
	return (yield* findCampaign(campaign))!;
}

export function* listCampaigns({
	channel,
	id,
	kept,
}: { channel?: string; id?: string; kept?: boolean } = {}): Work<StoredCampaign[]> {
	const conditions = ['1 = 1'];
	const values: Value[] = [];
	if (channel !== undefined) {
		conditions.push('channel = ?');
		values.push(channel);
	}
	if (id !== undefined) {
		conditions.push('id = ?');
		values.push(id);
	}
	if (kept !== undefined) {
		conditions.push('kept = ?');
		values.push(kept ? 1 : 0);
	}
	const text = `SELECT * FROM campaign WHERE ${conditions.join(' AND ')} ORDER BY planned_at DESC, id, channel`;
	return (yield* all<CampaignRow>(text, ...values)).map(toCampaign);
}

export function* pageCampaigns({
	channels,
	after,
	limit,
}: Parameters<CampaignStore['page']>[0]): Work<StoredCampaign[]> {
	const ofNumbers = isIn('channel', channels);
	const { plannedAt = Number.MAX_SAFE_INTEGER, channel = '', id = '' } = after ?? {};
	const text = `
		SELECT * FROM campaign WHERE (planned_at, channel, id) < (?, ?, ?)${ofNumbers.text}
		ORDER BY planned_at DESC, channel DESC, id DESC LIMIT ?`;
	const rows = yield* all<CampaignRow>(text, plannedAt, channel, id, ...ofNumbers.values, limit);
	return rows.map(toCampaign);
}

function* channelsOfCampaigns(): Work<string[]> {
	const rows = yield* all<{ channel: string }>(
		"SELECT DISTINCT channel FROM campaign WHERE state = 'running' ORDER BY channel",
	);
	return rows.map(({ channel }) => channel);
}

function* moveCampaign(
	{ channel, id }: CampaignRef,
	from: readonly CampaignState[],
	to: CampaignState,
	why?: string,
): Work<boolean> {
	const isFrom = `state IN (${from.map(() => '?').join(', ')})`;
	const text = `UPDATE campaign SET state = ?, why = ? WHERE channel = ? AND id = ? AND ${isFrom}`;
	return (yield* run(text, to, why ?? null, channel, id, ...from)) === 1;
}

const SET_BUDGET = `
	UPDATE campaign SET budget = CAST(? AS BIGINT), budget_reached = 0, budget_told = 0
	WHERE channel = ? AND id = ? AND budget IS NOT NULL`;

function* setBudget({ channel, id }: CampaignRef, amount: number): Work<void> {
	yield* run(SET_BUDGET, amount, channel, id);
}

const TOLD =
	'UPDATE campaign SET budget_told = CAST(? AS BIGINT) WHERE channel = ? AND id = ? AND budget_told < ?';

function* noteBudgetTold({ channel, id }: CampaignRef, share: number): Work<void> {
	yield* run(TOLD, share, channel, id, share);
}

/** Counts messages that are submitted to the gateway. */
export function* countSent({ channel, id }: CampaignRef, count: number, at: number): Work<void> {
	const [thisPeriod, lastPeriod] = [at - METER_PERIOD, at - 2 * METER_PERIOD];
	yield* run(COUNT, at, at, thisPeriod, lastPeriod, thisPeriod, count, thisPeriod, at, channel, id);
}

export const campaignWorks = {
	open: writes(openCampaign),
	find: reads(findCampaign),
	list: reads(listCampaigns),
	page: reads(pageCampaigns),
	channels: reads(channelsOfCampaigns),
	move: writes(moveCampaign),
	setBudget: writes(setBudget),
	budgetTold: writes(noteBudgetTold),
};
