import type { Action, Engine } from '../../engine';
import { openRange, pricesOfNumber } from '../../engine';
import { InvalidRequest } from '../../gateway';
import type { CampaignPlan, DryRunResult, PlannedRecipient } from './contract';
import { checkedInChunks } from './plan/check-recipients';
import type { OfTemplate } from '../learn-template';
import type { DecideAll } from './decide-messages';
import { newestPolicy, policyOfVersion } from './policy-engines';
import { intentOf } from './plan/frozen-message';
import { budgetOf, problemsOfPlan } from './plan/problems-of-plan';

/** Decided in one go, before others get the thread. */
const GROUP = 16;

interface DryRunParts {
	decideAll: DecideAll;
	/** Asks the gateway about a template, whatever is known about it. */
	learn(intent: OfTemplate): Promise<void>;
}

/** Looks templates up once each: what is known of one may be old if nobody received the platform's events. */
function createRefresh({ learn }: DryRunParts): (intents: OfTemplate[]) => Promise<void> {
	const refreshed = new Set<string>();
	return async (intents) => {
		for (const intent of intents) {
			const key = JSON.stringify(intent.template);
			if (!intent.template || refreshed.has(key)) continue;
			refreshed.add(key);
			await learn(intent);
		}
	};
}

/** What would go out now. Writes nothing except what is learned about templates. */
export async function dryRun(
	engine: Engine,
	parts: DryRunParts,
	plan: CampaignPlan,
	recipients: Iterable<PlannedRecipient> | AsyncIterable<PlannedRecipient>,
): Promise<DryRunResult> {
	const { id, channel } = plan;
	const now = await engine.now(channel);
	const problems = problemsOfPlan(plan, { now, local: engine.runtime.now() });
	if (problems.length > 0) throw new InvalidRequest(problems);
	const { campaigns } = engine.store;
	const planned = await campaigns.find(plan);
	const policy = planned?.policy ?? (await newestPolicy(engine, plan.policy));
	const checking = { plan, policy: await policyOfVersion(engine, policy) };
	const actions: Record<Action, number> = { freeform: 0, template: 0, hold: 0, skip: 0 };
	const result: DryRunResult = { decisions: [], messages: {}, actions, invalid: [], repeated: 0, planned: 0 };
	const prices = await pricesOfNumber(engine.store, channel, plan.account);
	// The first plan of a campaign sets its budget.
	if (!planned && plan.budget !== undefined) budgetOf(plan.budget, prices);
	const cost = prices && openRange(prices, now);
	const refresh = createRefresh(parts);
	const seen = new Set<string>();
	const listed = new Set<string>();
	for await (const { checked, invalid } of checkedInChunks(engine.runtime, checking, recipients)) {
		result.invalid.push(...invalid);
		const named = await campaigns.name(plan, checked);
		const known = new Set(await campaigns.known(named.map(({ key }) => key)));
		result.planned += [...known].filter((key) => !seen.has(key)).length;
		for (const key of known) seen.add(key);
		const fresh = checked.flatMap(({ index, message }, at) => {
			const { key, recipient } = named[at]!;
			if (listed.has(key)) result.firstRepeated ??= checked[at]!.recipient ?? message.to;
			listed.add(key);
			if (seen.has(key)) return [];
			seen.add(key);
			return [{ index, message, recipient }];
		});
		result.repeated += checked.length - fresh.length;
		await refresh(fresh.map(({ message }) => intentOf(message, channel, id)));
		for (let from = 0; from < fresh.length; from += GROUP) {
			const group = fresh.slice(from, from + GROUP);
			const decided = await parts.decideAll(
				group.map(({ message }) => ({ message, channel, campaign: id, policy })),
			);
			for (const [at, { action, rule, reason, retryAt, facts }] of decided.entries()) {
				const { index, message, recipient } = group[at]!;
				const { category } = facts;
				const { to } = message;
				actions[action] += 1;
				if (action === 'freeform' || action === 'template') {
					const charged = action === 'freeform' ? 'SERVICE' : category;
					result.messages[charged] = (result.messages[charged] ?? 0) + 1;
					cost?.add({ to, action, category });
				}
				const until = retryAt !== undefined && { retryAt };
				result.decisions.push({ index, to, key: recipient, action, rule, reason, ...until, category });
			}
			await engine.runtime.turn();
		}
	}
	return cost ? { ...result, cost: cost.range } : result;
}
