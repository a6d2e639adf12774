import type { Runtime } from '../../base';
import type { Decision, LoggedPolicy } from '../../engine';
import type { FrozenMessage, PolicyVersion } from './plan/frozen-message';
import { intentOf } from './plan/frozen-message';
import type { OfTemplate } from '../learn-template';
import type { openPolicyEngines } from './policy-engines';

/** A message, and the campaign that it belongs to. */
interface Undecided {
	message: FrozenMessage;
	channel: string;
	campaign: string;
	/** The campaign's policy. */
	policy: PolicyVersion;
}

/** A decision about a message of a campaign, and the policy that made it. */
export interface DecidedInCampaign extends Decision {
	policy: LoggedPolicy;
}

export type DecideAll = (messages: Undecided[]) => Promise<DecidedInCampaign[]>;

/** How long what is known about a template is used before it's read again. ms */
const LOOKED_AT = 1_000;

/** Messages with their places, those that the same version of a policy decides together. */
function groupedByPolicy(messages: Undecided[]): Array<Array<[place: number, message: Undecided]>> {
	const groups = new Map<string, Array<[number, Undecided]>>();
	for (const [place, one] of messages.entries()) {
		const { name, version } = one.message.policy ?? one.policy;
		const key = JSON.stringify([name, version]);
		const group = groups.get(key) ?? [];
		groups.set(key, group);
		group.push([place, one]);
	}
	return [...groups.values()];
}

/**
 * Asks the rules about messages, many in one go. Their templates are learned from the gateway where needed, once for
 * all messages of a second.
 */
export function messageDecider(
	{ monotonic }: Pick<Runtime, 'monotonic'>,
	learn: (intent: OfTemplate) => Promise<void>,
	engineOf: ReturnType<typeof openPolicyEngines>,
): DecideAll {
	const lookedAt = new Map<string, { at: number; done: Promise<void> }>();

	async function learnOnce(intent: OfTemplate): Promise<void> {
		const { channel, account, template } = intent;
		if (!template) return;
		const key = JSON.stringify([channel, account, template.name, template.language]);
		const before = lookedAt.get(key);
		if (before && monotonic() - before.at < LOOKED_AT) return before.done;
		const done = learn(intent);
		lookedAt.set(key, { at: monotonic(), done });
		return done;
	}

	return async (messages) => {
		const decisions: DecidedInCampaign[] = [];
		for (const group of groupedByPolicy(messages)) {
			const [, { message, policy }] = group[0]!;
			const engine = await engineOf(message.policy ?? policy);
			const intents = group.map(([, one]) => intentOf(one.message, one.channel, one.campaign));
			await Promise.all(intents.map(learnOnce));
			const decided = await engine.decideAll(intents);
			for (const [index, [place]] of group.entries()) {
				decisions[place] = { ...decided[index]!, policy: engine.policy };
			}
		}
		return decisions;
	};
}
