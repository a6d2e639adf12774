import type { StoredCampaign } from '../store/campaigns';
import type { Store } from '../store/store';
import type { Millionths } from './amounts';

/** Any day: what a campaign spent is asked over all of them. */
const ANY_DAY = '9999-01-01';

/** What a campaign with a budget has spent and reserved of it. */
export async function spentOfBudget(
	store: Store,
	{ channel, id }: Pick<StoredCampaign, 'channel' | 'id'>,
): Promise<Millionths> {
	const sums = await store.money.spent({ channel, day: ANY_DAY, campaign: id });
	return sums.reduce((sum, { byCampaign }) => sum + byCampaign, 0);
}
