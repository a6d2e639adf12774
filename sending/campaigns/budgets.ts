import type { CampaignEvent, Engine, StoredCampaign } from '../../engine';
import { accountOfNumber, asUnits, percentOf, spentOfBudget } from '../../engine';
import type { ReachedShare } from './contract';

/** The shares of a budget that are told. Percent */
const SHARES = [50, 80, 100] as const;

/** The shares of its budget that a campaign has reached, and that weren't told: the last one also if nothing more fits. */
async function sharesToTell({ store }: Engine, campaign: StoredCampaign): Promise<ReachedShare[]> {
	const { channel, id, budget, budgetReached, budgetTold } = campaign;
	if (!budget || budgetTold === SHARES.at(-1)) return [];
	const spent = await spentOfBudget(store, campaign);
	const { amount, currency } = budget;
	const spentPercent = percentOf(spent, amount);
	return SHARES.filter(
		(share) => share > budgetTold && (spentPercent >= share || (share === 100 && budgetReached)),
	).map((share) => ({ campaign: id, channel, share, spentPercent, spent, budget: amount, currency }));
}

/** An event of our own: it is the same if it is told again, as the process ended before it noted that. */
async function eventOf(
	engine: Engine,
	told: ReachedShare,
	account: string | undefined,
): Promise<CampaignEvent> {
	const { campaign, channel, share, spentPercent, spent, budget, currency } = told;
	const said = { campaign, share, spentPercent, spent: asUnits(spent), budget: asUnits(budget), currency };
	return {
		kind: 'campaign',
		id: `budget:${channel}:${campaign}:${budget}:${share}`,
		at: Math.floor(await engine.now(channel)),
		account: account ?? (await accountOfNumber(engine.store, channel)) ?? '',
		channel,
		...said,
		raw: said,
	};
}

/** Tells which shares of their budgets the campaigns of some channels have reached, each once, as events of the inbox. */
export async function tellBudgets(engine: Engine, channels: string[]): Promise<ReachedShare[]> {
	const all: ReachedShare[] = [];
	for (const channel of channels) {
		for (const campaign of await engine.store.campaigns.list({ channel, kept: false })) {
			for (const told of await sharesToTell(engine, campaign)) {
				await engine.ingest([await eventOf(engine, told, campaign.account)]);
				await engine.store.campaigns.budgetTold(campaign, told.share);
				all.push(told);
			}
		}
	}
	return all;
}
