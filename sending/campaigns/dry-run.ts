import { setImmediate as turn } from 'node:timers/promises';
import type { Action, Engine } from '../../engine';
import { InvalidRequest } from '../../gateway';
import type { CampaignPlan, DryRunResult, PlannedRecipient } from './campaigns';
import { checkedInChunks } from './check-recipients';
import type { Decide } from './decide-message';
import { newestPolicy } from './policy-engines';
import { problemsOfPlan } from './problems-of-plan';

/** Side by side. */
const GROUP = 8;

/** What would go out now. Writes nothing but what is learned of templates. */
export async function dryRun(
	engine: Engine,
	decide: Decide,
	plan: CampaignPlan,
	recipients: Iterable<PlannedRecipient> | AsyncIterable<PlannedRecipient>,
): Promise<DryRunResult> {
	const { id, channel } = plan;
	const problems = problemsOfPlan(plan, await engine.now(channel));
	if (problems.length > 0) throw new InvalidRequest(problems);
	const { campaigns } = engine.store;
	const policy = (await campaigns.find(id))?.policy ?? (await newestPolicy(engine, plan.policy));
	const actions: Record<Action, number> = { freeform: 0, template: 0, hold: 0, skip: 0 };
	const result: DryRunResult = { decisions: [], messages: {}, actions, invalid: [], repeated: 0 };
	const seen = new Set<string>();
	for await (const { checked, invalid } of checkedInChunks(plan, recipients)) {
		result.invalid.push(...invalid);
		const named = await campaigns.name(id, channel, checked);
		for (const key of await campaigns.known(named.map(({ key }) => key))) seen.add(key);
		const fresh = checked.flatMap(({ message }, index) => {
			const { key, recipient } = named[index]!;
			if (seen.has(key)) return [];
			seen.add(key);
			return [{ message, recipient }];
		});
		result.repeated += checked.length - fresh.length;
		for (let from = 0; from < fresh.length; from += GROUP) {
			const group = fresh.slice(from, from + GROUP).map(async ({ message, recipient }) => {
				const decision = await decide({ message, channel, campaign: id, policy });
				const { action, rule, reason, retryAt, facts } = decision;
				result.actions[action] += 1;
				const { category } = facts;
				if (action === 'freeform' || action === 'template') {
					result.messages[category] = (result.messages[category] ?? 0) + 1;
				}
				const until = retryAt !== undefined && { retryAt };
				return { to: message.to, key: recipient, action, rule, reason, ...until, category };
			});
			result.decisions.push(...(await Promise.all(group)));
			await turn();
		}
	}
	return result;
}
