import type { Engine, Priced, StoredCampaign } from '../../../engine';
import { openRange, pricesOfNumber } from '../../../engine';
import { InvalidRequest } from '../../../gateway';
import { toCampaign } from '../shown';
import type { CampaignPlan, InvalidRecipient, PlanOptions, PlanResult, PlannedRecipient } from '../contract';
import type { CheckedRecipient } from './check-recipients';
import { checkedInChunks } from './check-recipients';
import type { OfTemplate } from '../../learn-template';
import { newestPolicy, policyOfVersion } from '../policy-engines';
import type { FrozenMessage } from './frozen-message';
import { problemsOfPlan, budgetOf } from './problems-of-plan';

/** The campaign that recipients are planned into. @throws Error */
async function openForPlan(engine: Engine, plan: CampaignPlan, now: number): Promise<StoredCampaign> {
	const { id, channel, account, startAt, endAt } = plan;
	const policy = await newestPolicy(engine, plan.policy);
	const prices = await pricesOfNumber(engine.store, channel, account);
	const budget = plan.budget === undefined ? undefined : budgetOf(plan.budget, prices);
	const campaign = await engine.store.campaigns.open({
		id,
		channel,
		account,
		policy,
		startAt,
		endAt,
		kept: false,
		plannedAt: now,
		...(budget && { budget }),
	});
	if (campaign.state === 'cancelled' || campaign.state === 'ended') {
		throw new Error(`The campaign "${id}" is ${campaign.state}. Choose another id to plan more recipients.`);
	}
	return campaign;
}

/** The forms that a planned message may go out in, for what it costs. Each template is looked up once. */
function openForms(
	engine: Engine,
	learn: (intent: OfTemplate) => Promise<void>,
	channel: string,
): (message: FrozenMessage) => Promise<Priced[]> {
	const categories = new Map<string, Promise<string | undefined>>();
	async function read(intent: OfTemplate): Promise<string | undefined> {
		await learn(intent);
		return (await engine.template(intent)).category;
	}
	function categoryOf({ account, template, category }: FrozenMessage): Promise<string | undefined> {
		const key = JSON.stringify([account, template]);
		const known = categories.get(key) ?? read({ channel, account, template });
		categories.set(key, known);
		return known.then((one) => one ?? category);
	}
	return async (message) => {
		const { to, template, freeform } = message;
		const category = template && (await categoryOf(message));
		return [
			...(template ? [{ to, action: 'template' as const, ...(category !== undefined && { category }) }] : []),
			...(freeform ? [{ to, action: 'freeform' as const }] : []),
		];
	};
}

/** When the first of a customer's messages is due. All times before 0 mean that a message is due at once. ms */
const FIRST = -1_000;
/** So many customers are remembered: one whose messages stand further apart in the list may get them in another order. */
const REMEMBERED = 100_000;

/**
 * When recipients are due: at once, and several messages to one customer in their order. Without a key of its own, a
 * recipient is the only one of its customer.
 */
function openDues(): (recipient: Pick<CheckedRecipient, 'contact' | 'recipient'>) => number {
	const places = new Map<string, number>();
	return ({ contact, recipient }) => {
		if (recipient === undefined) return 0;
		if (places.size >= REMEMBERED) places.clear();
		const place = places.get(contact) ?? 0;
		places.set(contact, place + 1);
		return Math.min(FIRST + place, 0);
	};
}

/**
 * Tells those who stand in a list twice from those who were in the campaign before. If nobody was, there is nothing to
 * remember, so that a list of any length fits into memory.
 */
async function openListed({ store }: Engine, campaign: StoredCampaign) {
	const wasEmpty = (await store.campaigns.counts(campaign)).length === 0;
	const seen = new Set<string>();
	return {
		add(key: string): void {
			if (!wasEmpty) seen.add(key);
		},
		has: (key: string): boolean => wasEmpty || seen.has(key),
	};
}

/** So many of the repeated recipients are named. */
const MOST_NAMED = 10;

/**
 * Plans recipients into a campaign.
 * @param learn asks the gateway about a template, if what is known of it is old
 * @throws Error that names everything that is wrong with the campaign itself
 */
export async function planCampaign(
	engine: Engine,
	learn: (intent: OfTemplate) => Promise<void>,
	plan: CampaignPlan,
	recipients: Iterable<PlannedRecipient> | AsyncIterable<PlannedRecipient>,
	{ onRecipient }: PlanOptions = {},
): Promise<PlanResult> {
	const now = await engine.now(plan.channel);
	const problems = problemsOfPlan(plan, { now, local: engine.runtime.now() });
	if (problems.length > 0) throw new InvalidRequest(problems);
	const campaign = await openForPlan(engine, plan, now);
	const policy = await policyOfVersion(engine, campaign.policy);
	if (plan.perSecond !== undefined) await engine.store.rates.set(plan.channel, plan.perSecond);
	const invalid: InvalidRecipient[] = [];
	let [planned, repeated, alreadyPlanned] = [0, 0, 0];
	let firstRepeated: string | undefined;
	const repeatedRecipients: string[] = [];
	const listed = await openListed(engine, campaign);
	const dueOf = openDues();
	const prices = await pricesOfNumber(engine.store, plan.channel, plan.account);
	const cost = prices && openRange(prices, now);
	const formsOf = openForms(engine, learn, plan.channel);
	for await (const chunk of checkedInChunks(engine.runtime, { plan, policy }, recipients)) {
		invalid.push(...chunk.invalid);
		if (chunk.checked.length === 0) continue;
		const rows = chunk.checked.map(({ contact, recipient, message }) => ({
			contact,
			recipient,
			content: message,
			state: 'planned' as const,
			due: dueOf({ contact, recipient }),
			template: message.template,
			category: message.category,
		}));
		const added = await engine.store.campaigns.plan(campaign, rows);
		planned += added.length;
		repeated += rows.length - added.length;
		const hasRepeated = added.length < rows.length;
		if (!hasRepeated) for (const key of added) listed.add(key);
		if (!hasRepeated && !onRecipient && !cost) continue;
		const fresh = new Set(added);
		const named = await engine.store.campaigns.name(campaign, chunk.checked);
		for (const [at, { index, recipient, message }] of chunk.checked.entries()) {
			const { key } = named[at]!;
			const isPlanned = fresh.delete(key);
			if (!isPlanned && listed.has(key)) firstRepeated ??= recipient ?? message.to;
			else if (!isPlanned) alreadyPlanned += 1;
			if (!isPlanned && repeatedRecipients.length < MOST_NAMED)
				repeatedRecipients.push(recipient ?? message.to);
			listed.add(key);
			onRecipient?.(index, isPlanned ? 'planned' : 'repeated');
			const [first, ...others] = cost && isPlanned ? await formsOf(message) : [];
			if (first) cost!.add(first, ...others);
		}
	}
	return {
		campaign: toCampaign(campaign),
		planned,
		repeated,
		alreadyPlanned,
		repeatedRecipients,
		...(firstRepeated !== undefined && { firstRepeated }),
		invalid,
		...(cost && { cost: cost.range }),
	};
}
