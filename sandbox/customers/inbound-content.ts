import type { World } from '../world';
import type { Customer } from './customer';
import { contextFields } from './inbound-context';
import { kindOf } from './inbound-kinds';

/** What a customer's message says, as the control takes it. */
export interface Written {
	readonly text?: string | undefined;
	readonly type?: string | undefined;
	readonly replyTo?: string | undefined;
	readonly message?: Readonly<Record<string, unknown>> | undefined;
}

/** Fields of a message besides its content. */
const MESSAGE_FIELDS = ['type', 'from', 'from_user_id', 'timestamp', 'context', 'referral', 'errors'];

/**
 * The type and the fields of a customer's message. `message` holds fields of the message if it names the type or a
 * field that no content has. Otherwise, it is the content of the type.
 */
export function inboundContent(
	world: World,
	customer: Customer,
	{ text, replyTo, ...written }: Written,
): Record<string, unknown> & { readonly type: string } {
	const message = written.message ?? {};
	const kind = kindOf(written.type ?? 'text');
	const type = typeof message.type === 'string' ? message.type : kind.type;
	const isFields = [...MESSAGE_FIELDS, type, ...(type === 'text' ? ['id'] : [])].some(
		(key) => key in message,
	);
	const isContent = !isFields && Object.keys(message).length > 0;
	const own = type === 'text' && text !== undefined ? { body: text } : undefined;
	const sample = () => (type === kind.type ? kind.content : kindOf(type).content)?.(world, customer);
	const content = isContent ? message : (message[type] ?? own ?? sample());
	return {
		type,
		...(content === undefined ? {} : { [type]: content }),
		...(isContent || isFields ? {} : kind.beside?.()),
		...contextFields(world, customer, { replyTo, isReply: kind.isReply ?? false }),
		...(isFields ? message : {}),
	};
}
