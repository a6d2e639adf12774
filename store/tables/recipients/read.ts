import { isKeptCampaign } from '../../../engine';
import type { RecipientState } from '../../../engine/campaigns/recipient-states';
import { RECIPIENT_STATES } from '../../../engine/campaigns/recipient-states';
import type { SendPricing } from '../../../engine/pricing';
import type {
	CampaignRef,
	MessageOfCampaign,
	PricingCount,
	ReasonCount,
	RecipientQuery,
	Sample,
	SampledReason,
	SampledTime,
	WaitingRecipients,
} from '../../../engine/store/campaigns';
import type { StoredRecipient } from '../../../engine/store/recipients';
import { reads } from '../../methods';
import type { Work } from '../../work';
import { all, one } from '../../work';
import type { SendRow } from '../send-row';
import { OF_CAMPAIGN, toRecipient } from '../send-row';

/** How many different reasons are told of a rule: some name a time, or what the gateway said, and differ each time. */
const TOLD = 5;
/** What the rest of them are. */
const OTHERS = 'Other reasons.';

/** Each reason with its rule, the commonest of each rule, and the others of the rule together. */
const REASONS = `
	SELECT state, rule, reason, CAST(sum(count) AS BIGINT) AS count FROM (
		SELECT state, rule, CASE WHEN place <= ${TOLD} THEN reason ELSE '${OTHERS}' END AS reason, count FROM (
			SELECT state, COALESCE(failure_rule, rule) AS rule, COALESCE(failure_reason, reason) AS reason,
				count(*) AS count,
				ROW_NUMBER() OVER (
					PARTITION BY state, COALESCE(failure_rule, rule)
					ORDER BY count(*) DESC, COALESCE(failure_reason, reason)) AS place
			FROM send WHERE ${OF_CAMPAIGN} AND state IN ('held', 'skipped', 'failed', 'unconfirmed')
			GROUP BY state, COALESCE(failure_rule, rule), COALESCE(failure_reason, reason)
		) AS placed
	) AS told GROUP BY state, rule, reason ORDER BY 4 DESC, 1, 2, 3`;

/** What failed after all isn't charged. */
const PRICING = `
	SELECT pricing, count(*) AS count FROM send
	WHERE ${OF_CAMPAIGN} AND state IN ('accepted', 'delivered', 'read') AND pricing IS NOT NULL GROUP BY pricing
	ORDER BY count(*) DESC, pricing`;

/**
 * Some messages of a campaign in a state. Keys are hashes, so the first in their order are a fair choice, and they are
 * read by the index.
 */
const SOME = (columns: string) =>
	`(SELECT ${columns} FROM send WHERE ${OF_CAMPAIGN} AND state = ? ORDER BY key LIMIT ?) AS chosen`;

const SOME_REASONS = `
	SELECT rule, reason, count(*) AS count
	FROM ${SOME('COALESCE(failure_rule, rule) AS rule, COALESCE(failure_reason, reason) AS reason')}
	GROUP BY rule, reason ORDER BY count(*) DESC, rule, reason`;

/** What wasn't submitted has no time. */
const SOME_TIMES = `
	SELECT period, count(*) AS count FROM ${SOME('at / CAST(? AS BIGINT) AS period')}
	WHERE period > 0 GROUP BY period ORDER BY period`;

const PAGE = `
	SELECT * FROM send WHERE ${OF_CAMPAIGN} AND state = ? AND key > ? ORDER BY key LIMIT ?`;

/** Counting each state on its own takes less than two thirds of the time of counting them by groups. */
const COUNTS = RECIPIENT_STATES.map(
	(state) =>
		`SELECT '${state}' AS state, count(*) AS count FROM send WHERE ${OF_CAMPAIGN} AND state = '${state}'`,
).join(' UNION ALL ');

export function* countRecipients({
	channel,
	id,
}: CampaignRef): Work<Array<{ state: RecipientState; count: number }>> {
	const counts = yield* all<{ state: RecipientState; count: number }>(
		COUNTS,
		...RECIPIENT_STATES.flatMap(() => [id, channel]),
	);
	return counts.filter(({ count }) => count > 0);
}

function* countReasons({ channel, id }: CampaignRef): Work<ReasonCount[]> {
	const rows = yield* all<
		Omit<ReasonCount, 'rule' | 'reason'> & { rule: string | null; reason: string | null }
	>(REASONS, id, channel);
	return rows.map(({ state, rule, reason, count }) => ({
		state,
		rule: rule ?? '',
		reason: reason ?? '',
		count,
	}));
}

export function* sampleReasons({ channel, id }: CampaignRef, sample: Sample): Work<SampledReason[]> {
	const rows = yield* all<{ rule: string | null; reason: string | null; count: number }>(
		SOME_REASONS,
		id,
		channel,
		sample.state,
		sample.limit,
	);
	return rows.map(({ rule, reason, count }) => ({ rule: rule ?? '', reason: reason ?? '', count }));
}

export function* sampleTimes(
	{ channel, id }: CampaignRef,
	{ state, limit, period }: Sample & { period: number },
): Work<SampledTime[]> {
	const rows = yield* all<{ period: number; count: number }>(SOME_TIMES, period, id, channel, state, limit);
	return rows.map(({ period: place, count }) => ({ at: place * period, count }));
}

function* countPricing({ channel, id }: CampaignRef): Work<PricingCount[]> {
	const rows = yield* all<{ pricing: string; count: number }>(PRICING, id, channel);
	return rows.map(({ pricing, count }) => ({ ...(JSON.parse(pricing) as SendPricing), count }));
}

/** Messages that are kept until they can go out belong to a campaign that nobody planned. */
function* campaignOfMessage(channel: string, messageId: string): Work<MessageOfCampaign | undefined> {
	const row = yield* one<Pick<SendRow, 'campaign' | 'recipient' | 'content'>>(
		'SELECT campaign, recipient, content FROM send WHERE message_id = ? AND channel = ? AND campaign IS NOT NULL',
		messageId,
		channel,
	);
	if (!row || isKeptCampaign(row.campaign!)) return undefined;
	const content = JSON.parse(row.content ?? '{}') as Pick<MessageOfCampaign, 'name' | 'with'>;
	return {
		campaign: row.campaign!,
		recipient: row.recipient!,
		...(content.name !== undefined && { name: content.name }),
		...(content.with !== undefined && { with: content.with }),
	};
}

export function* heldUntil({ channel, id }: CampaignRef): Work<number | undefined> {
	const row = yield* one<{ due: number | null }>(
		`SELECT min(due) AS due FROM send WHERE ${OF_CAMPAIGN} AND state = 'held'`,
		id,
		channel,
	);
	return row?.due ?? undefined;
}

/** Planned and held ones are due by the gateway's clock. */
const NEXT_DUE = `
	SELECT due FROM send WHERE ${OF_CAMPAIGN} AND due IS NOT NULL AND state IN ('planned', 'held')
	ORDER BY due LIMIT 1`;

export function* nextDue({ channel, id }: CampaignRef): Work<number | undefined> {
	return (yield* one<{ due: number }>(NEXT_DUE, id, channel))?.due;
}

/** A page of recipients in the order of their keys. */
export function* pageRecipients({
	campaign: { channel, id },
	states,
	after = '',
	limit,
}: RecipientQuery): Work<StoredRecipient[]> {
	const rows: SendRow[] = [];
	for (const state of new Set(states))
		rows.push(...(yield* all<SendRow>(PAGE, id, channel, state, after, limit)));
	return rows
		.sort((a, b) => (a.key < b.key ? -1 : 1))
		.slice(0, limit)
		.map(toRecipient);
}

/** The states of those who haven't got their message: the index of campaigns has them, so that no row is read. */
const WAITING = `
	SELECT send.channel, send.state, CAST(count(*) AS BIGINT) AS count
	FROM campaign JOIN send ON send.campaign = campaign.id AND send.channel = campaign.channel
		AND send.state IN ('planned', 'claimed', 'sending', 'held', 'unconfirmed')
	WHERE campaign.state IN ('running', 'paused')
	GROUP BY send.channel, send.state ORDER BY send.channel, send.state`;

/** This takes as long as there are many who wait: 1,000,000 are a fraction of a second. */
function* countWaiting(): Work<WaitingRecipients[]> {
	return yield* all<WaitingRecipients>(WAITING);
}

export const recipientWorks = {
	counts: reads(countRecipients),
	reasons: reads(countReasons),
	sampleReasons: reads(sampleReasons),
	sampleTimes: reads(sampleTimes),
	pricing: reads(countPricing),
	ofMessage: reads(campaignOfMessage),
	waiting: reads(countWaiting),
	heldUntil: reads(heldUntil),
	nextDue: reads(nextDue),
	recipients: reads(pageRecipients),
};
