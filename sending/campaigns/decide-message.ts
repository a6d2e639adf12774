import type { Decision, Intent } from '../../engine';
import type { FrozenMessage, PolicyVersion } from './frozen-message';
import { intentOf } from './frozen-message';
import type { openPolicyEngines } from './policy-engines';

/** A message, and the campaign that it is of. */
export interface Undecided {
	message: FrozenMessage;
	channel: string;
	campaign: string;
	/** The campaign's policy. */
	policy: PolicyVersion;
}

export type Decide = (message: Undecided) => Promise<Decision>;

/** What is known of a template is not looked at again for this long. ms */
const LOOKED_AT = 1_000;

/**
 * Asks the rules about messages, one after the other or side by side. Their templates are learned from the gateway
 * where needed, once for all messages of a second.
 */
export function messageDecider(
	learn: (intent: Intent, options: { anew: boolean }) => Promise<void>,
	engineOf: ReturnType<typeof openPolicyEngines>,
): Decide {
	const lookedAt = new Map<string, { at: number; done: Promise<void> }>();

	async function learnOnce(intent: Intent): Promise<void> {
		const { channel, account, template } = intent;
		if (!template) return;
		const key = JSON.stringify([channel, account, template.name, template.language]);
		const before = lookedAt.get(key);
		if (before && performance.now() - before.at < LOOKED_AT) return before.done;
		const done = learn(intent, { anew: false });
		lookedAt.set(key, { at: performance.now(), done });
		return done;
	}

	return async ({ message, channel, campaign, policy }) => {
		const intent = intentOf(message, channel, campaign);
		await learnOnce(intent);
		const { engine } = await engineOf(message.policy ?? policy);
		return engine.decide(intent);
	};
}
