import type { RecipientEnd } from '../../../engine';
import { reasonOfError } from '../../../engine';
import type { GatewayError } from '../../../gateway';
import { CONSEQUENCES } from '../../submit';

/**
 * What becomes of a recipient that the gateway refused.
 * @param refusals how often it was refused before
 * @param now epoch ms of the gateway's clock
 * @param random from 0 to 1: spreads the waits from one to one and a half times their length
 */
export function afterRefusal(
	{ key, refusals }: { key: string; refusals: number },
	error: Pick<GatewayError, 'effect' | 'title' | 'details' | 'code' | 'status'>,
	now: number,
	random: () => number,
): Omit<RecipientEnd, 'token'> {
	const end = { key, rule: error.effect, reason: reasonOfError(error) };
	// A gateway that can't be reached says nothing about the recipient.
	const refused = error.status !== undefined;
	const { recipient } = CONSEQUENCES[error.effect];
	if (typeof recipient === 'string' || (refused && refusals + 1 >= recipient.most)) {
		return { ...end, step: 'refuse', refused };
	}
	const due = Math.ceil(now + recipient.wait(refusals) * (1 + random() / 2));
	return { ...end, step: 'hold', due, refused };
}
