import type { Engine, StoredCampaign } from '../../../engine';
import { InvalidRequest } from '../../../gateway';
import { toCampaign } from '../shown';
import type { CampaignPlan, InvalidRecipient, PlanOptions, PlanResult, PlannedRecipient } from '../contract';
import { checkedInChunks } from './check-recipients';
import { newestPolicy, policyOfVersion } from '../policy-engines';
import { problemsOfPlan } from './problems-of-plan';

/** The campaign that recipients are planned into. @throws Error */
async function openForPlan(engine: Engine, plan: CampaignPlan, now: number): Promise<StoredCampaign> {
	const { id, channel, account, startAt, endAt } = plan;
	const policy = await newestPolicy(engine, plan.policy);
	const campaign = await engine.store.campaigns.open({
		id,
		channel,
		account,
		policy,
		startAt,
		endAt,
		kept: false,
		plannedAt: now,
	});
	if (campaign.state === 'cancelled' || campaign.state === 'ended') {
		throw new Error(`The campaign "${id}" is ${campaign.state}. Choose another id to plan more recipients.`);
	}
	return campaign;
}

/** Plans recipients into a campaign. @throws Error that names everything that is wrong with the campaign itself */
export async function planCampaign(
	engine: Engine,
	plan: CampaignPlan,
	recipients: Iterable<PlannedRecipient> | AsyncIterable<PlannedRecipient>,
	{ onRecipient }: PlanOptions = {},
): Promise<PlanResult> {
	const now = await engine.now(plan.channel);
	const problems = problemsOfPlan(plan, now);
	if (problems.length > 0) throw new InvalidRequest(problems);
	const campaign = await openForPlan(engine, plan, now);
	const policy = await policyOfVersion(engine, campaign.policy);
	if (plan.perSecond !== undefined) await engine.store.rates.set(plan.channel, plan.perSecond);
	const invalid: InvalidRecipient[] = [];
	let [planned, repeated] = [0, 0];
	for await (const chunk of checkedInChunks(engine.runtime, { plan, policy }, recipients)) {
		invalid.push(...chunk.invalid);
		if (chunk.checked.length === 0) continue;
		const rows = chunk.checked.map(({ contact, recipient, message }) => ({
			contact,
			recipient,
			content: message,
			state: 'planned' as const,
			due: 0,
			template: message.template,
			category: message.category,
		}));
		const added = await engine.store.campaigns.plan(campaign, rows);
		planned += added.length;
		repeated += rows.length - added.length;
		if (!onRecipient) continue;
		const fresh = new Set(added);
		const named = await engine.store.campaigns.name(campaign, chunk.checked);
		for (const [at, { index }] of chunk.checked.entries()) {
			onRecipient(index, fresh.delete(named[at]!.key) ? 'planned' : 'repeated');
		}
	}
	return { campaign: toCampaign(campaign), planned, repeated, invalid };
}
