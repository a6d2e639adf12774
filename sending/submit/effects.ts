import { DAY, HOUR, MINUTE, SECOND } from '../../base';
import type { ErrorEffect } from '../../platform';

/** How a refused recipient is tried again. */
interface Retry {
	/** How long to wait, by how often the recipient was refused before (from 0). ms */
	wait(refusals: number): number;
	/** After this many refusals, the recipient has failed. */
	most: number;
}

/** What an error makes the sender do. */
export interface Consequences {
	/** Whether the answer has changed the state, so that the rules are asked again at once. */
	rules: 'keep' | 'ask again';
	/** Whether the template is looked up again before that. */
	template: 'keep' | 'look up';
	/** What happens to the number: it sends more slowly, or it halts when this happens several times in a row. */
	number: 'keep' | 'slow down' | 'halt in a row';
	/** What happens to the campaign. */
	campaign: 'keep' | 'pause';
	/** What becomes of the recipient. */
	recipient: Retry | 'failed' | 'unconfirmed';
}

const growing = (base: number, factor: number, most: number) => (refusals: number) =>
	Math.min(base * factor ** refusals, most);

const LATER: Retry = { wait: growing(2 * SECOND, 2, 10 * MINUTE), most: 8 };
/** At once; later if that did not help. */
const AT_ONCE: Retry = { wait: (refusals) => (refusals === 0 ? 0 : LATER.wait(refusals)), most: 4 };

const KEEP = { rules: 'keep', template: 'keep', number: 'keep', campaign: 'keep' } as const;
const ASK_AGAIN = { ...KEEP, rules: 'ask again', recipient: AT_ONCE } as const;

/** What the sender does about an error, by its effect. Single messages and campaigns follow the same table. */
export const CONSEQUENCES: Readonly<Record<ErrorEffect, Consequences>> = {
	// Trouble of the platform: if everybody gets this answer, it isn't about the recipients, whose tries would be used up.
	retry: { ...KEEP, number: 'halt in a row', recipient: LATER },
	// This is about the number, not about the recipient.
	'slow-number': {
		...KEEP,
		number: 'slow down',
		recipient: { wait: growing(SECOND, 1.5, MINUTE), most: Infinity },
	},
	// Wait 4^n seconds (docs/interface.md, Error codes).
	'slow-recipient': {
		...KEEP,
		recipient: { wait: (refusals) => Math.min(4 ** (refusals + 1) * SECOND, 6 * HOUR), most: 8 },
	},
	redecide: ASK_AGAIN,
	'wait-24h': { ...KEEP, recipient: { wait: () => DAY, most: 3 } },
	'opted-out': ASK_AGAIN,
	undeliverable: { ...KEEP, recipient: 'failed' },
	'fix-request': { ...KEEP, recipient: 'failed' },
	resync: { ...ASK_AGAIN, template: 'look up' },
	// One refusal doesn't prove that the template is paused: the list tells (docs/interface.md, Pacing and time to
	// live).
	'template-hold': { ...ASK_AGAIN, template: 'look up' },
	'template-stop': ASK_AGAIN,
	// Recipients wait until a person has looked.
	'account-stop': { ...KEEP, campaign: 'pause', recipient: { wait: () => 0, most: Infinity } },
	'unknown-outcome': { ...KEEP, number: 'halt in a row', recipient: 'unconfirmed' },
};
