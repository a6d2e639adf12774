import type { IWebhookFunctions } from 'n8n-workflow';
import type { Runtime } from '../../base';
import { systemRuntime } from '../../base';
import { CREDENTIAL, credentialsOf } from '../shared/credential';
import type { Numbers } from './numbers';

/** How long a credential counts as it was read: a changed one counts after this time at the latest. ms */
const LASTS = 10_000;

interface Read {
	numbers: Numbers;
	/** Of the monotonic clock. ms */
	at: number;
}

type Context = Pick<IWebhookFunctions, 'getCredentials' | 'getMode' | 'getNode' | 'getWorkflow'>;

/**
 * Reads the credential of a published trigger at most once in 10 s: in a webhook, n8n makes a new isolate of its
 * expression engine for each reading, which takes longer than the delivery itself. Test runs always read it.
 */
export function createCredentialReader({ monotonic }: Pick<Runtime, 'monotonic'>) {
	const read = new Map<string, Read>();

	function forgetOld(now: number): void {
		for (const [key, { at }] of read) if (now - at >= LASTS) read.delete(key);
	}

	return async (context: Context): Promise<Numbers> => {
		const chosen = context.getNode().credentials?.[CREDENTIAL]?.id;
		if (!chosen || context.getMode() === 'manual') return credentialsOf(context);
		const key = JSON.stringify([context.getWorkflow().id, context.getNode().id, chosen]);
		const at = monotonic();
		forgetOld(at);
		const known = read.get(key);
		if (known) return known.numbers;
		const numbers = await credentialsOf(context);
		read.set(key, { numbers, at });
		return numbers;
	};
}

export const recentCredential = createCredentialReader(systemRuntime);
