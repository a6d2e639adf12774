import { MINUTE, SECOND } from '../../base';
import type { RecipientState, StoredCampaign } from '../../engine';
import { rateOfMeter, RECIPIENT_STATES } from '../../engine';
import type { Desk } from '../desk';
import { titleOfNumber } from '../desk';
import type { CampaignRecord, PageOf } from '../records';

/** Campaigns on a page of the list. */
const PAGE = 30;

/** A campaign that sent nothing for this long changes slowly. ms */
const BUSY = MINUTE;

const CONTINUES: readonly RecipientState[] = ['planned', 'claimed', 'sending'];

type Counts = CampaignRecord['counts'];

const sumOf = (counts: Counts, states: readonly RecipientState[]) =>
	states.reduce((sum, state) => sum + counts[state], 0);

/** How many recipients are in each state. */
async function countsOf({ store, memo }: Desk, campaign: StoredCampaign, now: number): Promise<Counts> {
	const { channel, id, lastSentAt = campaign.plannedAt } = campaign;
	const freshFor = now - lastSentAt < BUSY ? SECOND : 10 * SECOND;
	const found = await memo.get(`counts ${channel} ${id}`, freshFor, () => store.campaigns.counts(campaign));
	const counts = Object.fromEntries(RECIPIENT_STATES.map((state) => [state, 0])) as Counts;
	for (const { state, count } of found) counts[state] = count;
	return counts;
}

/** How many recipients something may still be sent to. */
export const waitingOf = ({ counts }: CampaignRecord): number => sumOf(counts, [...CONTINUES, 'held']);

/** The state of a running campaign of which nothing can go out now. */
const stateWithout = ({ held }: Counts) => (held > 0 ? 'waiting' : 'finished');

/** A campaign as the list has it. @param now epoch ms of the gateway's clock */
export async function recordOf(desk: Desk, campaign: StoredCampaign, now: number): Promise<CampaignRecord> {
	const { channel, id, kept, state, why, plannedAt, meter } = campaign;
	const counts = await countsOf(desk, campaign, now);
	const total = sumOf(counts, RECIPIENT_STATES);
	const left = sumOf(counts, CONTINUES);
	const rate = state === 'running' ? rateOfMeter(meter, now) : 0;
	return {
		channel,
		number: await titleOfNumber(desk, channel),
		id,
		kept,
		state: state === 'running' && !kept && total > 0 && left === 0 ? stateWithout(counts) : state,
		...(why !== undefined && { why: desk.veil.sentence(why) }),
		plannedAt,
		total,
		counts,
		rate: Math.round(rate * 10) / 10,
		...(left > 0 && rate > 0 && { endsAt: Math.round(now + (left / rate) * SECOND) }),
	};
}

const PLACE = /^(\d+) (\S+) (.*)$/s;

/** A page of campaigns, the newest plan first. */
export async function readCampaigns(desk: Desk, after?: string): Promise<PageOf<CampaignRecord>> {
	const [, plannedAt, channel = '', id = ''] = PLACE.exec(after ?? '') ?? [];
	const found = await desk.store.campaigns.page({
		channels: desk.only,
		...(plannedAt !== undefined && { after: { plannedAt: Number(plannedAt), channel, id } }),
		limit: PAGE + 1,
	});
	const rows: CampaignRecord[] = [];
	for (const campaign of found.slice(0, PAGE)) {
		rows.push(await recordOf(desk, campaign, await desk.engine.now(campaign.channel)));
	}
	const last = found[PAGE - 1];
	const hasMore = found.length > PAGE && last !== undefined;
	return { rows, ...(hasMore && { next: `${last.plannedAt} ${last.channel} ${last.id}` }) };
}
