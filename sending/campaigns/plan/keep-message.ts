import type { Engine, Intent } from '../../../engine';
import { keptCampaign, normalizeAddress } from '../../../engine';
import { InvalidRequest } from '../../../gateway';
import type { Kept, KeptContent, KeepOptions } from '../contract';
import type { FrozenMessage } from './frozen-message';
import { isForTemplate, writeAwaited } from '../awaited-template';
import { newestPolicy, policyOfVersion } from '../policy-engines';
import { problemsOfMessage } from './problems-of-plan';

/** The template that a message which is due then waits for; undefined if its state isn't all that holds the message. */
async function awaitedBy(
	engine: Engine,
	intent: { channel: string; account?: string; template: { name: string; language: string } },
	dueAt: number,
): Promise<string | undefined> {
	const { account, template } = intent;
	const isAwaited = isForTemplate(dueAt || undefined, await engine.template(intent));
	return isAwaited ? writeAwaited({ account, ...template }) : undefined;
}

/**
 * Keeps a message until it may go out, as a recipient of its channel's reserved campaign, under the key of its send.
 * @throws InvalidRequest that names everything that is wrong with it
 */
export async function keepMessage(
	engine: Engine,
	intent: Intent,
	{ freeform, template: { components } = {}, replyTo, checkFirst }: KeptContent,
	{ key, onceIn }: { key: string; onceIn?: string },
	{ until, policy: name, dueAt = 0, rule, reason }: Omit<KeepOptions, 'once' | 'campaign'>,
): Promise<Kept> {
	const { channel, campaign: _, freeform: isAllowed, ...ofIntent } = intent;
	const { account, to, category, template } = intent;
	const policy = await newestPolicy(engine, name);
	const message: FrozenMessage = {
		...ofIntent,
		components,
		replyTo,
		checkFirst,
		until,
		category: category?.toUpperCase(),
		...(isAllowed !== false && { freeform }),
		policy,
	};
	const problems = problemsOfMessage(message, await policyOfVersion(engine, policy));
	if (problems.length > 0) throw new InvalidRequest(problems);

	const { campaigns, sends } = engine.store;
	const campaign = keptCampaign(channel);
	const plannedAt = await engine.now(channel);
	await campaigns.open({ id: campaign, channel, kept: true, policy, plannedAt });
	const contact = normalizeAddress(to);
	const kept = {
		contact,
		recipient: key,
		key,
		onceIn,
		template,
		content: message,
		rule,
		reason,
		due: dueAt,
	};
	const waitsFor = template && (await awaitedBy(engine, { channel, account, template }, dueAt));
	const added = await campaigns.plan({ channel, id: campaign }, [
		{ ...kept, waitsFor, category: message.category, state: 'held' },
	]);
	if (added.length > 0) return { campaign, key, state: 'held', due: dueAt, repeated: false };
	const before = (await sends.find(key))!;
	const due = before.due !== undefined && before.due > 0 && { due: before.due };
	return { campaign: before.campaign ?? campaign, key, state: before.state, ...due, repeated: true };
}
