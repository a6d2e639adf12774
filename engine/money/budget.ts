import type { StoredCampaign } from '../store/campaigns';
import type { SpentQuery, SpentSoFar } from '../store/money';
import type { Store } from '../store/store';
import type { Millionths } from './amounts';
import { writeAmount } from './amounts';

/** Any day: what a campaign spent is asked over all of them. */
const ANY_DAY = '9999-01-01';

/** Asks what a campaign has spent and reserved, by category. */
export const spentQueryOf = ({ channel, id }: Pick<StoredCampaign, 'channel' | 'id'>): SpentQuery => ({
	channel,
	day: ANY_DAY,
	campaign: id,
});

/** What a campaign has spent and reserved, in all categories. */
export const sumByCampaign = (spent: readonly SpentSoFar[]): Millionths =>
	spent.reduce((sum, { byCampaign }) => sum + byCampaign, 0);

/** What a campaign with a budget has spent and reserved of it. */
export async function spentOfBudget(
	store: Store,
	campaign: Pick<StoredCampaign, 'channel' | 'id'>,
): Promise<Millionths> {
	return sumByCampaign(await store.money.spent(spentQueryOf(campaign)));
}

/** What a campaign can still spend of its budget; undefined if it has none. */
export async function leftOfBudget(
	store: Store,
	campaign: Pick<StoredCampaign, 'channel' | 'id' | 'budget'>,
): Promise<Millionths | undefined> {
	if (!campaign.budget) return undefined;
	return Math.max(0, campaign.budget.amount - (await spentOfBudget(store, campaign)));
}

/** How much of a budget is spent, in whole percent: 100 only if all of it is. */
export const percentOf = (spent: number, budget: number): number => Math.floor((spent * 100) / budget);

/** What is left of a campaign's budget now, as a sentence without its period. */
export const budgetLeftText = (currency: string, left: Millionths): string =>
	`${currency} ${writeAmount(left)} of its budget is left`;

/**
 * The same of a campaign that was resumed, and what pauses it again.
 * @param raise how a person gives it a bigger budget, as the end of a sentence
 */
export const resumedBudgetText = (currency: string, left: Millionths, raise: string): string =>
	`${budgetLeftText(currency, left)}. A message that costs more pauses it again. To prevent that, ${raise}`;
