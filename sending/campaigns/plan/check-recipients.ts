import type { Runtime } from '../../../base';
import { isObject } from '../../../base';
import type { PolicyDocument } from '../../../engine';
import { normalizeAddress } from '../../../engine';
import type { CampaignPlan, InvalidRecipient, PlannedRecipient } from '../contract';
import type { FrozenMessage } from './frozen-message';
import { freeze } from './frozen-message';
import { problemsOfRecipient } from './problems-of-plan';

/** A recipient that may be planned. */
export interface CheckedRecipient {
	/** Its place in the list, from 0. */
	index: number;
	contact: string;
	/** The caller's key. */
	recipient?: string;
	message: FrozenMessage;
}

/** Recipients in one transaction at most. */
const CHUNK = 500;
/** What isn't even an object, as a recipient: its address is missing. */
const NOBODY: PlannedRecipient = { to: '' };

/** How long the thread is kept busy at most. ms */
const STRETCH = 10;

/**
 * Works through any number of recipients in chunks: those that can be planned, and those that can't. Lets go of the
 * thread in between.
 * @param policy the one that will decide
 */
export async function* checkedInChunks(
	{ monotonic, turn }: Pick<Runtime, 'monotonic' | 'turn'>,
	{ plan, policy }: { plan: CampaignPlan; policy: PolicyDocument },
	recipients: Iterable<PlannedRecipient> | AsyncIterable<PlannedRecipient>,
): AsyncGenerator<{ checked: CheckedRecipient[]; invalid: InvalidRecipient[] }> {
	let [checked, invalid]: [CheckedRecipient[], InvalidRecipient[]] = [[], []];
	let [index, since] = [0, monotonic()];
	for await (const given of recipients) {
		const recipient = isObject(given) ? given : NOBODY;
		const message = freeze(plan, recipient);
		const problems = problemsOfRecipient(recipient, message, policy);
		const { to, key } = recipient;
		if (problems.length > 0) invalid.push({ index, to: String(to ?? ''), problems });
		else checked.push({ index, contact: normalizeAddress(to), recipient: key, message });
		index += 1;
		if (checked.length + invalid.length >= CHUNK) {
			yield { checked, invalid };
			[checked, invalid] = [[], []];
		}
		if (monotonic() - since > STRETCH) {
			await turn();
			since = monotonic();
		}
	}
	yield { checked, invalid };
}
