import { inCurrency, writeAmount } from '../../../engine/money/amounts';
import { spentQueryOf, sumByCampaign } from '../../../engine/money/budget';
import type { Reservation } from '../../../engine/store/money';
import type { BegunRecipients, RecipientStart } from '../../../engine/store/recipients';
import type { Work } from '../../work';
import { each, run } from '../../work';
import { holdNumber } from '../rates';
import { readSpentOfHeld } from '../spending';

interface OfCampaign {
	key: string;
	id: string;
	budget: number;
	currency: string;
}

const CAMPAIGNS = `
	SELECT send.key, campaign.id, campaign.budget, campaign.budget_currency AS currency FROM (VALUES (?)) AS asked
	JOIN send ON send.key = asked.column1
	JOIN campaign ON campaign.channel = send.channel AND campaign.id = send.campaign
	WHERE campaign.budget IS NOT NULL AND campaign.state = 'running'`;

/** A campaign whose budget is reached, and why it's paused. */
type PausedCampaign = NonNullable<BegunRecipients['paused']>[number];

const PAUSE = `
	UPDATE campaign SET state = 'paused', why = ?, budget_reached = 1
	WHERE channel = ? AND id = ? AND state = 'running'`;

function* spentBy(channel: string, campaign: string): Work<number> {
	return sumByCampaign(yield* readSpentOfHeld(spentQueryOf({ channel, id: campaign })));
}

/** Why a campaign is paused, as a sentence. */
function whyPaused(
	{ budget, currency }: OfCampaign,
	spent: number,
	reserve: Reservation | undefined,
): string {
	if (reserve === undefined) {
		return `What the next message costs isn't known, so it can't be counted toward the budget of ${currency} ${writeAmount(budget)}. Set a price for its category, and resume the campaign.`;
	}
	if (reserve.currency !== currency) {
		return `The prices are in ${reserve.currency} now, but the budget of ${currency} ${writeAmount(budget)} isn't, and amounts of two currencies are never added. Cancel the campaign, and plan those who are left in another one.`;
	}
	const [all, gone, next] = inCurrency(currency, [budget, spent, reserve.amount] as const);
	return `The budget of ${all} was reached. When it paused the campaign, the messages had cost up to ${gone}, and the next one costs up to ${next}. To continue, resume the campaign with a bigger budget, or with the same one if some of the messages have failed or turned out to be free since then.`;
}

/**
 * The messages that fit into the budgets of their campaigns, and the campaigns that the first that doesn't fit pauses, once
 * the others have begun. Whoever begins
 * messages of the number holds it, so what was spent stays so until the transaction ends.
 */
export function* withinBudgets(
	channel: string,
	starts: RecipientStart[],
): Work<{ starts: RecipientStart[]; paused: PausedCampaign[] }> {
	const asked = starts.filter(({ hasBudget }) => hasBudget);
	if (asked.length === 0) return { starts, paused: [] };
	yield* holdNumber(channel);
	const rows = yield* each<OfCampaign>(
		CAMPAIGNS,
		asked.map(({ key }) => [key]),
	);
	const campaigns = new Map(rows.map((row) => [row.key, row]));
	const spent = new Map<string, number>();
	const paused = new Map<string, string>();
	const fitting = new Set<string>();
	for (const { key, reserve } of asked) {
		const campaign = campaigns.get(key);
		if (!campaign || paused.has(campaign.id)) continue;
		const before = spent.get(campaign.id) ?? (yield* spentBy(channel, campaign.id));
		const fits = reserve?.currency === campaign.currency && before + reserve.amount <= campaign.budget;
		if (fits) fitting.add(key);
		else paused.set(campaign.id, whyPaused(campaign, before, reserve));
		spent.set(campaign.id, fits ? before + reserve.amount : before);
	}
	return {
		starts: starts.filter(({ key, hasBudget }) => !hasBudget || fitting.has(key)),
		paused: [...paused].map(([campaign, why]) => ({ campaign, why })),
	};
}

export function* pauseForBudget(channel: string, paused: readonly PausedCampaign[]): Work<void> {
	for (const { campaign, why } of paused) yield* run(PAUSE, why, channel, campaign);
}
