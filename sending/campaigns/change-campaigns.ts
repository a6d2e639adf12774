import { oneOfTexts, refuseOptions, TEXTS } from '../../base';
import type { Engine, RetriedRecipients, SkipRule, StoredCampaign } from '../../engine';
import { inCurrency, mayArriveLater, normalizeAddress, spentOfBudget } from '../../engine';
import type { Campaign, CampaignReport, Campaigns, CancelledRecipients, OfNumber } from './contract';
import { skipTheRest } from './end-campaigns';
import { budgetOf } from './plan/problems-of-plan';
import { hasNobodyLeft } from './paused-campaigns';
import { findCampaign } from './read-campaigns';
import { lookForTraces } from './report';
import { toCampaign } from './shown';

/** Let out again in one transaction at most. */
const CHUNK = 1_000;

/** What a person can do to a campaign without a gateway. */
export type CampaignChanger = Pick<Campaigns, 'pause' | 'resume' | 'cancel' | 'cancelRecipients' | 'retry'>;

/** Gives a campaign another budget. @throws Error if it can't have one, or has spent as much already */
async function setBudget({ store }: Engine, campaign: StoredCampaign, given: number): Promise<void> {
	const { id, budget } = campaign;
	if (!budget) {
		throw new Error(
			`The campaign "${id}" was planned without a budget, so it can't get one. Leave the budget empty.`,
		);
	}
	const { amount, currency } = budgetOf(given, budget);
	const spent = await spentOfBudget(store, campaign);
	if (amount <= spent) {
		const [gone, all] = inCurrency(currency, [spent, amount] as const);
		throw new Error(
			`The campaign "${id}" has spent ${gone}, so a budget of ${all} would pause it again at once. Set a bigger one: it counts what was spent already.`,
		);
	}
	await store.campaigns.setBudget(campaign, amount);
}

/** Changes the campaigns of an engine's store. */
export function changeCampaigns(engine: Engine): CampaignChanger {
	const { campaigns } = engine.store;

	/** Moves a campaign to another state. @throws Error if it is over */
	async function move(
		id: string,
		{ channel }: OfNumber = {},
		from: StoredCampaign['state'][],
		to: StoredCampaign['state'],
		why?: string,
	): Promise<Campaign> {
		const found = await findCampaign(engine, id, channel);
		if (found.state !== to && !(await campaigns.move(found, from, to, why))) {
			const { state } = await findCampaign(engine, id, found.channel);
			const instead = to === 'running' ? ' To send to its recipients, plan them in another campaign.' : '';
			throw new Error(`The campaign "${id}" is ${state}, so it can't become ${to}.${instead}`);
		}
		return toCampaign(await findCampaign(engine, id, found.channel));
	}

	return {
		pause: (id, why = 'Paused by hand.', of) => move(id, of, ['running'], 'paused', why),
		async resume(id, { budget, ...of } = {}) {
			if (budget !== undefined) await setBudget(engine, await findCampaign(engine, id, of.channel), budget);
			return move(id, of, ['paused'], 'running');
		},
		async cancel(id, why = 'The campaign was cancelled.', of) {
			const found = await findCampaign(engine, id, of?.channel);
			const isFinished = found.state === 'running' && hasNobodyLeft(await campaigns.counts(found));
			if (isFinished) return toCampaign(found);
			const cancelled = await move(id, of, ['running', 'paused'], 'cancelled', why);
			await skipTheRest(engine, cancelled, 'campaign-cancelled', why);
			return cancelled;
		},
		async cancelRecipients(id, recipients, why = 'The recipient was cancelled.', of = {}) {
			refuseOptions('campaigns.cancelRecipients', { recipients }, { recipients: TEXTS });
			const campaign = await findCampaign(engine, id, of.channel);
			if (campaign.state === 'cancelled' || campaign.state === 'ended') {
				throw new Error(`The campaign "${id}" is ${campaign.state}, so none of its recipients waits.`);
			}
			// A recipient has a key of its own, or is the customer.
			const asked = [...new Set(recipients)].flatMap((given) => {
				const contact = normalizeAddress(given);
				return [
					{ given, contact },
					{ given, contact, recipient: given },
				];
			});
			const names = await campaigns.name(campaign, asked);
			const keys = [...new Set(names.map(({ key }) => key))];
			const at = await engine.now(campaign.channel);
			const rule: SkipRule = 'recipient-cancelled';
			const skipped = new Set(await campaigns.skip(keys, { rule, reason: why, at }));
			const waited = new Set(
				asked.filter((_, index) => skipped.has(names[index]!.key)).map(({ given }) => given),
			);
			return {
				campaign: toCampaign(campaign),
				skipped: skipped.size,
				notWaiting: [...new Set(recipients)].filter((given) => !waited.has(given)),
			};
		},
		async retry(id, what, of = {}) {
			refuseOptions('campaigns.retry', { what }, { what: oneOfTexts(Object.keys(NONE)) });
			const campaign = await findCampaign(engine, id, of.channel);
			const { channel, state } = campaign;
			if (state === 'cancelled' || state === 'ended') {
				throw new Error(`The campaign "${id}" is ${state}, so none of its messages can be sent again.`);
			}
			const now = await engine.now(channel);
			const counts = await campaigns.counts(campaign);
			const from = what === 'unconfirmedWithoutTrace' ? 'unconfirmed' : what;
			const all = counts.find((one) => one.state === from)?.count ?? 0;
			if (from !== what) await lookForTraces(engine.store, campaign);
			let done = 0;
			while (done < all) {
				const some = await campaigns.retry(campaign, what, now, Math.min(CHUNK, all - done));
				if (some === 0) break;
				done += some;
			}
			return done;
		},
	};
}

/** So many recipients of whom none waits are named. */
const NAMED = 5;

/** How many recipients of a campaign get no message because they were cancelled, as a sentence, and of whom none waits. */
export function cancelledSentence(
	id: string,
	{ skipped, notWaiting }: Omit<CancelledRecipients, 'campaign'>,
): string {
	const get = skipped === 1 ? '1 recipient gets' : `${skipped} recipients get`;
	const more = notWaiting.length > NAMED ? `, and ${notWaiting.length - NAMED} more` : '';
	return [
		skipped === 0 ? 'No recipient was cancelled.' : `${get} no message of the campaign ${id}.`,
		...(notWaiting.length === 0
			? []
			: [`Not waiting for a message: ${notWaiting.slice(0, NAMED).join(', ')}${more}.`]),
	].join(' ');
}

/** What no recipient is, by what was asked for. */
const NONE: Readonly<Record<RetriedRecipients, string>> = {
	failed: 'failed',
	held: 'is held',
	unconfirmed: 'is unconfirmed',
	unconfirmedWithoutTrace: 'is unconfirmed without a trace',
};

/**
 * How many recipients a retry planned again, as a sentence, and what comes next.
 * @param warning what was known before of those who will fail again
 */
export function retrySentence(
	what: RetriedRecipients,
	{ planned, isPaused, warning }: { planned: number; isPaused: boolean; warning?: string | undefined },
): string {
	if (planned === 0) return `Nothing to retry: no recipient ${NONE[what]}.`;
	const next = isPaused
		? 'The campaign is paused, so nothing is sent to them yet. Next: Resume it. Then Send Due sends them.'
		: 'Next: Send Due sends them.';
	return [`${planned} planned again. ${next}`, ...(warning ? [warning] : [])].join('\n');
}

/** What a retry of those who failed can't help, as a sentence; undefined if each of them may get the message. */
export function whatRetryCannotHelp({ reasons }: Pick<CampaignReport, 'reasons'>): string | undefined {
	const lasting = reasons.filter(({ state, rule }) => state === 'failed' && !mayArriveLater(rule));
	const [most] = lasting;
	if (!most) return undefined;
	const count = lasting.reduce((sum, each) => sum + each.count, 0);
	const other = lasting.length > 1 ? ' Get Recipients shows the reason of each.' : '';
	return `${count} of them will fail again unless the cause is gone: ${most.reason}${other}`;
}
