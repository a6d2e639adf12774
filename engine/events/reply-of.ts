import * as z from 'zod';
import type { MessagingEvent } from './messaging-event';

/** How a customer can answer without writing. The business had asked for a location, contact, or call permission. */
export const REPLY_KINDS = [
	'quick_reply',
	'button',
	'list',
	'flow',
	'address',
	'order',
	'location',
	'contact',
	'call_permission',
	'reaction',
] as const;

/** What a customer pressed, chose, filled in, or reacted with: the same shape for each kind. */
export interface Reply {
	kind: (typeof REPLY_KINDS)[number];
	/**
	 * What the business named it: the payload of a template's button, the id of a button or row, a flow's token, an
	 * order's catalog; `accept` or `reject` for a call permission.
	 */
	id: string | null;
	/** What the customer saw: the label of the button or row, the name of a place or person, the emoji. */
	title: string | null;
	/** The fields of what was filled in, as the platform names them: a flow's answers, an order, a place, a contact. */
	data: Readonly<Record<string, unknown>> | null;
	/** The ID of the message that it answers. */
	inReplyTo: string | null;
}

const words = z.lazy(() => z.string().min(1).optional().catch(undefined));
const fields = z.lazy(() => z.record(z.string(), z.unknown()).optional().catch(undefined));
const part = <Shape extends z.ZodRawShape>(shape: Shape) => z.looseObject(shape).optional().catch(undefined);
const choice = part({ id: words, title: words, description: words });

const content = z.lazy(() =>
	z.looseObject({
		type: words,
		context: part({ id: words }),
		button: part({ payload: words, text: words }),
		interactive: part({
			button_reply: choice,
			list_reply: choice,
			nfm_reply: part({ name: words, body: words, response_json: words }),
			call_permission_reply: part({ response: words }),
		}),
		order: part({ catalog_id: words, text: words }),
		location: part({ name: words }),
		contacts: z
			.array(z.looseObject({ origin: words, name: part({ formatted_name: words }) }))
			.optional()
			.catch(undefined),
		reaction: part({ message_id: words, emoji: words }),
	}),
);

/** Most messages have none of these, and need not be read. */
const ANSWERS = ['button', 'interactive', 'order', 'reaction', 'location', 'contacts'];

type Content = z.infer<typeof content>;

/** The token of a flow that was sent without one. */
const NO_TOKEN = 'unused';

/** What a flow's screens collected; nothing if it isn't the JSON object that the platform promises. */
function answersOf(json: string | undefined): Record<string, unknown> | undefined {
	try {
		return fields.parse(JSON.parse(json ?? ''));
	} catch {
		return undefined;
	}
}

type Part = Partial<Omit<Reply, 'kind'>> & Pick<Reply, 'kind'>;

function partsOfInteractive({ interactive }: Content): Part | undefined {
	const { button_reply: button, list_reply: row, nfm_reply: form } = interactive ?? {};
	if (button) return { kind: 'button', id: button.id, title: button.title };
	if (row) {
		const { id, title, description } = row;
		return { kind: 'list', id, title, data: description === undefined ? null : { description } };
	}
	if (form) {
		const data = answersOf(form.response_json);
		const token = words.parse(data?.flow_token);
		const kind = form.name === 'address_message' ? 'address' : 'flow';
		return { kind, id: token === NO_TOKEN ? undefined : token, title: form.body, data };
	}
	const permission = interactive?.call_permission_reply;
	return permission && { kind: 'call_permission', id: permission.response, data: permission };
}

function partsOf(message: Content): Part | undefined {
	const { context, button, order, location, reaction } = message;
	if (button) return { kind: 'quick_reply', id: button.payload, title: button.text };
	if (order) return { kind: 'order', id: order.catalog_id, title: order.text, data: order };
	if (reaction) return { kind: 'reaction', title: reaction.emoji, inReplyTo: reaction.message_id };
	// A place that nobody asked for answers nothing.
	if (location && context?.id !== undefined)
		return { kind: 'location', title: location.name, data: location };
	const contact = message.contacts?.find(({ origin }) => origin === 'contact_request');
	if (contact) return { kind: 'contact', title: contact.name?.formatted_name, data: contact };
	return partsOfInteractive(message);
}

/**
 * What a customer pressed, chose, filled in, or reacted with; `undefined` for every other event. A part that a message
 * doesn't have is `null` (docs/interface.md, Messages from customers; Message types).
 */
export function replyOf(event: MessagingEvent): Reply | undefined {
	if (event.kind !== 'message' || !ANSWERS.some((name) => name in event.message)) return undefined;
	const message = content.parse(event.message);
	const parts = partsOf(message);
	if (!parts) return undefined;
	const { kind, id, title, data, inReplyTo = message.context?.id } = parts;
	return {
		kind,
		id: id ?? null,
		title: title ?? null,
		data: data ?? null,
		inReplyTo: inReplyTo ?? null,
	};
}

/** The ID of the message that a customer's message answers or reacts to; `undefined` if it answers none. */
export function repliesTo(event: MessagingEvent): string | undefined {
	if (event.kind !== 'message' || !('context' in event.message || 'reaction' in event.message))
		return undefined;
	const { context, reaction } = content.parse(event.message);
	return reaction?.message_id ?? context?.id;
}
