import type { CampaignRef, Engine, RecipientState, Spending, Store, StoredCampaign } from '../../engine';
import {
	leftOfBudget,
	mayArriveLater,
	pricesOfNumber,
	rateOfMeter,
	readSpending,
	RECIPIENT_STATES,
	reasonInState,
} from '../../engine';
import { toCampaign } from './shown';
import type { CampaignReport, StateCounts } from './contract';

/** Looked at in one transaction at most. */
const LOOKED_AT = 200;

/** Looks for signs of unconfirmed messages, where that is due. */
export async function lookForTraces({ campaigns }: Store, campaign: CampaignRef): Promise<void> {
	while ((await campaigns.lookForTraces(campaign, LOOKED_AT)) === LOOKED_AT);
}

async function countWithoutTrace(store: Store, campaign: CampaignRef): Promise<number> {
	await lookForTraces(store, campaign);
	return store.campaigns.withoutTrace(campaign);
}

/** What the messages of a campaign cost; `undefined` if its account has no prices. */
async function spendingOf(
	store: Store,
	{ channel, id, account }: StoredCampaign,
	now: number,
): Promise<Spending[] | undefined> {
	if (!(await pricesOfNumber(store, channel, account))) return undefined;
	const always = { firstDay: '1970-01-01', lastDay: '9999-12-31' };
	return readSpending(store, { ...always, channel, campaign: id, by: ['category', 'market'], now });
}

const CONTINUES: readonly RecipientState[] = ['planned', 'claimed', 'sending'];

/** The state of a campaign. */
export async function reportOn(engine: Engine, stored: StoredCampaign): Promise<CampaignReport> {
	const { channel, startedAt, lastSentAt } = stored;
	const { store } = engine;
	const { campaigns } = store;
	const at = await engine.now(channel);
	const counts = Object.fromEntries(RECIPIENT_STATES.map((state) => [state, 0])) as StateCounts;
	for (const { state, count } of await campaigns.counts(stored)) counts[state] = count;
	const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
	const noTrace = counts.unconfirmed > 0 ? await countWithoutTrace(store, stored) : 0;
	const reasons = (await campaigns.reasons(stored)).map((one) => ({
		...one,
		reason: reasonInState(one.state, one.reason),
	}));
	const heldUntil = counts.held > 0 ? await campaigns.heldUntil(stored) : undefined;
	const spending = await spendingOf(store, stored, at);
	const budgetLeft = await leftOfBudget(store, stored);
	const number = await store.rates.read(channel);
	const left = CONTINUES.reduce((sum, state) => sum + counts[state], 0);
	const rate = rateOfMeter(stored.meter, at);
	return {
		campaign: toCampaign(stored),
		total,
		counts,
		...(noTrace > 0 && { noTrace }),
		reasons,
		pricing: await campaigns.pricing(stored),
		...(spending && { spending }),
		...(budgetLeft !== undefined && { budgetLeft }),
		rate,
		...(startedAt !== undefined && { startedAt }),
		...(lastSentAt !== undefined && { lastSentAt }),
		...(left > 0 &&
			rate > 0 &&
			stored.state === 'running' && { estimatedEndAt: Math.round(at + (left / rate) * 1_000) }),
		...(heldUntil !== undefined && heldUntil > 0 && { heldUntil }),
		finished: left + counts.held === 0,
		...(number.haltedFor > 0 && { numberHaltedUntil: Math.ceil(at + number.haltedFor) }),
		...(number.why !== undefined && { numberHaltedWhy: number.why }),
		numberSpeed: number.speed,
		at,
	};
}

/** Whether a campaign sends nothing more by itself, and a retry may reach some of those who failed. */
export const retryMayHelp = ({ campaign, finished, reasons }: CampaignReport): boolean =>
	finished &&
	campaign.state === 'running' &&
	reasons.some(({ state, rule }) => state === 'failed' && mayArriveLater(rule));
