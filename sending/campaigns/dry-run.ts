import type { Action, Engine } from '../../engine';
import { InvalidRequest } from '../../gateway';
import type { CampaignPlan, DryRunResult, PlannedRecipient } from './contract';
import { checkedInChunks } from './plan/check-recipients';
import type { DecideAll } from './decide-messages';
import { newestPolicy } from './policy-engines';
import { problemsOfPlan } from './plan/problems-of-plan';

/** Decided in one go, before others get the thread. */
const GROUP = 16;

/** What would go out now. Writes nothing except what is learned about templates. */
export async function dryRun(
	engine: Engine,
	decideAll: DecideAll,
	plan: CampaignPlan,
	recipients: Iterable<PlannedRecipient> | AsyncIterable<PlannedRecipient>,
): Promise<DryRunResult> {
	const { id, channel } = plan;
	const problems = problemsOfPlan(plan, await engine.now(channel));
	if (problems.length > 0) throw new InvalidRequest(problems);
	const { campaigns } = engine.store;
	const policy = (await campaigns.find(id))?.policy ?? (await newestPolicy(engine, plan.policy));
	const actions: Record<Action, number> = { freeform: 0, template: 0, hold: 0, skip: 0 };
	const result: DryRunResult = { decisions: [], messages: {}, actions, invalid: [], repeated: 0, planned: 0 };
	const seen = new Set<string>();
	for await (const { checked, invalid } of checkedInChunks(engine.runtime, plan, recipients)) {
		result.invalid.push(...invalid);
		const named = await campaigns.name(id, channel, checked);
		const known = new Set(await campaigns.known(named.map(({ key }) => key)));
		result.planned += [...known].filter((key) => !seen.has(key)).length;
		for (const key of known) seen.add(key);
		const fresh = checked.flatMap(({ index, message }, at) => {
			const { key, recipient } = named[at]!;
			if (seen.has(key)) return [];
			seen.add(key);
			return [{ index, message, recipient }];
		});
		result.repeated += checked.length - fresh.length;
		for (let from = 0; from < fresh.length; from += GROUP) {
			const group = fresh.slice(from, from + GROUP);
			const decided = await decideAll(
				group.map(({ message }) => ({ message, channel, campaign: id, policy })),
			);
			for (const [at, { action, rule, reason, retryAt, facts }] of decided.entries()) {
				const { index, message, recipient } = group[at]!;
				const { category } = facts;
				actions[action] += 1;
				if (action === 'freeform' || action === 'template') {
					result.messages[category] = (result.messages[category] ?? 0) + 1;
				}
				const until = retryAt !== undefined && { retryAt };
				const { to } = message;
				result.decisions.push({ index, to, key: recipient, action, rule, reason, ...until, category });
			}
			await engine.runtime.turn();
		}
	}
	return result;
}
