import { sampleContent } from './sample-content';
import type { World } from './world';

/** What a customer's message says, as the control takes it. */
export interface InboundContent {
	readonly from: string;
	readonly text?: string | undefined;
	readonly type?: string | undefined;
	readonly message?: Readonly<Record<string, unknown>> | undefined;
}

/** Fields of a message beside its content. */
const MESSAGE_FIELDS = ['type', 'from', 'timestamp', 'context', 'referral', 'errors'];

/**
 * The type and the fields of a customer's message. `message` holds fields of the message when it names the type or
 * a field that no content has, else the content of the type.
 */
export function inboundContent(world: World, { from, text, ...written }: InboundContent) {
	const message = written.message ?? {};
	const type = typeof message.type === 'string' ? message.type : (written.type ?? 'text');
	const isFields = [...MESSAGE_FIELDS, type, ...(type === 'text' ? ['id'] : [])].some(
		(key) => key in message,
	);
	const isContent = !isFields && Object.keys(message).length > 0;
	const content = isContent ? message : (message[type] ?? own(world, type, text, from));
	return { type, ...(content === undefined ? {} : { [type]: content }), ...(isFields ? message : {}) };
}

function own(world: World, type: string, text: string | undefined, from: string): unknown {
	return type === 'text' && text !== undefined ? { body: text } : sampleContent(world, type, from);
}
