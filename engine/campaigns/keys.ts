import { createHash } from 'node:crypto';

const hashed = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32);

/** The key of a send that is to happen once under a name of the caller's. */
export function keyOfOnce(once: string): string {
	return hashed(once);
}

/** The key of a recipient's send: in one campaign a recipient has one. */
export function keyOfRecipient(campaign: string, recipient: string): string {
	return hashed(JSON.stringify(['campaign', campaign, recipient]));
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
