import type { RecipientEnd } from '../../../engine';
import { reasonOfError } from '../../../engine';
import type { GatewayError } from '../../../gateway';
import type { ErrorEffect } from '../../../platform';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** What a recipient is tried again for: when, by how often it was refused before (from 0), and how often at most. */
interface Retry {
	/** ms */
	wait(refusals: number): number;
	most: number;
}

const growing = (base: number, factor: number, most: number) => (refusals: number) =>
	Math.min(base * factor ** refusals, most);

const AGAIN: Retry = { wait: growing(2 * SECOND, 2, 10 * MINUTE), most: 8 };
/** The state has changed by what the gateway said, so that the rules are asked at once; later where that did not help. */
const DECIDED_AGAIN: Retry = { wait: (refusals) => (refusals === 0 ? 0 : AGAIN.wait(refusals)), most: 4 };

/**
 * What is done about a recipient whom the gateway refused, by the error's effect: tried again, or, where it is not
 * here, no more. Only what is proven to be refused comes here.
 */
const RETRIES: Partial<Record<ErrorEffect, Retry>> = {
	retry: AGAIN,
	// The whole number was too fast, which is not about the recipient.
	'slow-number': { wait: growing(SECOND, 1.5, MINUTE), most: Infinity },
	// Wait 4^n seconds (platform-facts, section 6).
	'slow-recipient': { wait: (refusals) => Math.min(4 ** (refusals + 1) * SECOND, 6 * HOUR), most: 8 },
	'wait-24h': { wait: () => 24 * HOUR, most: 3 },
	// The campaign is paused, and its recipients wait for what a person does.
	'account-stop': { wait: () => 0, most: Infinity },
	redecide: DECIDED_AGAIN,
	'template-hold': DECIDED_AGAIN,
	'template-stop': DECIDED_AGAIN,
	resync: DECIDED_AGAIN,
	'opted-out': DECIDED_AGAIN,
};

/**
 * What becomes of a recipient whom the gateway refused.
 * @param refusals how often it was refused before
 * @param now epoch ms of the gateway's clock
 * @param random from 0 to 1: spreads the waits from one to one and a half times their length
 */
export function afterRefusal(
	{ key, refusals }: { key: string; refusals: number },
	error: Pick<GatewayError, 'effect' | 'title' | 'details' | 'code' | 'status'>,
	now: number,
	random: () => number,
): RecipientEnd {
	const end = { key, rule: error.effect, reason: reasonOfError(error) };
	// A gateway that cannot be reached says nothing about the recipient.
	const refused = error.status !== undefined;
	const retry = RETRIES[error.effect];
	if (!retry || (refused && refusals + 1 >= retry.most)) return { ...end, step: 'refuse', refused };
	const due = Math.ceil(now + retry.wait(refusals) * (1 + random() / 2));
	return { ...end, step: 'hold', due, refused };
}
