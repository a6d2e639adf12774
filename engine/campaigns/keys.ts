import { createHash } from 'node:crypto';

const hashed = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32);

/**
 * The key of a send that is to happen once under a name of the caller's, on a number.
 * @param channel the phone number ID; without it, the key is as sends have it that were begun before schema version 19
 */
export function keyOfOnce(once: string, channel?: string): string {
	return hashed(channel === undefined ? once : JSON.stringify(['once', channel, once]));
}

/**
 * The key of a recipient's send: in one campaign of a number a recipient has one.
 * @param channel the phone number ID; without it, the key is as sends have it that were planned before schema version 19
 */
export function keyOfRecipient(campaign: string, recipient: string, channel?: string): string {
	return hashed(
		JSON.stringify(['campaign', ...(channel === undefined ? [] : [channel]), campaign, recipient]),
	);
}

const KEPT = 'kept:';

/** The reserved campaign of the messages that are kept until they may go out. */
export function keptCampaign(channel: string): string {
	return `${KEPT}${channel}`;
}

/** Whether an id is reserved. */
export function isKeptCampaign(id: string): boolean {
	return id.startsWith(KEPT);
}
