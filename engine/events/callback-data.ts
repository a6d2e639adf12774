import { withoutDepths } from './event-id';

const OWN_PREFIX = 'bm1:';

/** What a message of ours carries in `biz_opaque_callback_data`. Every status of the message returns it. */
export interface CallbackData {
	/** When it was sent. Epoch ms of the gateway's clock */
	sentAt: number;
	/** Key of the send in the store. */
	key: string;
}

/** `bm1:<time in base 36>:<key>`: at most 512 characters with a key of up to 490. */
export function writeCallbackData({ sentAt, key }: CallbackData): string {
	return `${OWN_PREFIX}${Math.floor(sentAt).toString(36)}:${key}`;
}

/** Reads what `writeCallbackData` wrote; `undefined` for anything else. */
export function readCallbackData(text: string | undefined): CallbackData | undefined {
	const match = /^bm1:([0-9a-z]{1,9}):(.+)$/.exec(text ?? '');
	return match ? { sentAt: parseInt(match[1]!, 36), key: match[2]! } : undefined;
}

/**
 * Whether callback data is tagged as the business agent's. How the tag is written is not shown: an object with
 * `originator`, a JSON string of one, or any text that contains the tag (docs/interface.md, Events). Ours never is.
 */
export function isTaggedAsAgent(callbackData: unknown): boolean {
	const text = callbackText(callbackData) ?? '';
	return !text.startsWith(OWN_PREFIX) && text.includes('bizai');
}

/**
 * Whether an echo is of the agent: the tag tells its replies from the business's own messages (docs/interface.md,
 * Events). One that carries no callback data at all is among the agent's replies, so it counts as one.
 */
export function mayBeOfAgent(callbackData: unknown): boolean {
	return callbackData === undefined || callbackData === null || isTaggedAsAgent(callbackData);
}

/** Callback data as text, whatever it was on the wire. */
export function callbackText(callbackData: unknown): string | undefined {
	if (callbackData === undefined || callbackData === null) return undefined;
	return typeof callbackData === 'string' ? callbackData : JSON.stringify(withoutDepths(callbackData));
}
