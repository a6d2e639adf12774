import { ControlError } from '../control/method';
import { newMessageId } from '../identity';
import { INBOUND_MS } from '../media/library';
import type { World } from '../world';
import type { Customer } from './customer';

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

/**
 * The `context` of an answer: the message of the business that it answers, and the number that sent it. An answer to
 * a button or a list names the last message to the customer unless `replyTo` names another (docs/interface.md, Messages
 * from customers).
 */
function contextFields(
	{ account, ledger }: World,
	customer: Customer,
	{ replyTo, isReply }: { readonly replyTo: string | undefined; readonly isReply: boolean },
): object {
	if (replyTo === undefined && !isReply) return {};
	const last = () => ledger.sent.findLast((message) => ledger.customerOf(message) === customer)?.id;
	return { context: { from: account.displayPhoneNumber, id: replyTo ?? last() ?? newMessageId() } };
}

/**
 * What a customer can write: the `type` on the wire, sample content for it, fields `beside` the content, and whether
 * it answers a message of the business, which gives it a `context`.
 */
interface Kind {
	readonly type: string;
	readonly content?: (world: World, customer: Customer) => unknown;
	readonly beside?: () => object;
	readonly isReply?: boolean;
}

const interactive = (reply: { readonly type: string } & Record<string, unknown>): Kind => {
	return { type: 'interactive', content: () => reply, isReply: true };
};

const file = (type: string): Kind => ({ type, content: (world) => sampleFile(world, type) });

/** What comes with the first message of somebody who clicked on an ad (docs/interface.md, Messages from customers): `referral`. */
const AD = {
	source_url: 'https://example.com/ad',
	source_id: '1200000000000001',
	source_type: 'ad',
	headline: 'Spring sale',
	body: 'Everything for your balcony',
	media_type: 'image',
	image_url: 'https://example.com/ad.jpg',
	ctwa_clid: 'sample-click',
};

/** The kinds of messages, with what they hold if nothing else is said (docs/interface.md, Messages from customers). */
const KINDS: Readonly<Record<string, Kind>> = {
	text: { type: 'text', content: () => ({ body: 'Hello' }) },
	image: file('image'),
	audio: file('audio'),
	video: file('video'),
	document: file('document'),
	sticker: file('sticker'),
	location: { type: 'location', content: () => ({ latitude: 52.52, longitude: 13.405, name: 'Berlin' }) },
	contacts: { type: 'contacts', content: (_world, customer) => [contactCard(customer, 'other')] },
	contact_request: {
		type: 'contacts',
		content: (_world, customer) => [contactCard(customer, 'contact_request')],
		isReply: true,
	},
	button: { type: 'button', content: () => ({ payload: 'yes', text: 'Yes' }), isReply: true },
	interactive: interactive({ type: 'button_reply', button_reply: { id: 'yes', title: 'Yes' } }),
	button_reply: interactive({ type: 'button_reply', button_reply: { id: 'yes', title: 'Yes' } }),
	list_reply: interactive({
		type: 'list_reply',
		list_reply: { id: 'green', title: 'Green', description: 'Green tea' },
	}),
	nfm_reply: interactive({
		type: 'nfm_reply',
		nfm_reply: { name: 'flow', body: 'Sent', response_json: JSON.stringify({ flow_token: 'unused' }) },
	}),
	call_permission_reply: interactive({
		type: 'call_permission_reply',
		call_permission_reply: { response: 'accept', is_permanent: true, response_source: 'user_action' },
	}),
	reaction: { type: 'reaction', content: () => ({ message_id: newMessageId(), emoji: '👍' }) },
	reaction_removed: { type: 'reaction', content: () => ({ message_id: newMessageId() }) },
	order: {
		type: 'order',
		content: () => ({
			catalog_id: '1',
			product_items: [{ product_retailer_id: 'a', quantity: 1, item_price: 5, currency: 'EUR' }],
		}),
	},
	edit: {
		type: 'edit',
		content: () => ({
			original_message_id: newMessageId(),
			message: { type: 'text', text: { body: 'Hello again' } },
		}),
	},
	revoke: { type: 'revoke', content: () => ({ original_message_id: newMessageId() }) },
	unsupported: {
		type: 'unsupported',
		content: () => ({ type: 'poll_creation' }),
		beside: () => ({ errors: [notSupported()] }),
	},
	ad_click: {
		type: 'text',
		content: () => ({ body: 'Hello! I saw your ad. Is it still available?' }),
		beside: () => ({ referral: AD }),
	},
	request_welcome: { type: 'request_welcome' },
	system: { type: 'system' },
};

/** The kind of a name, or an error that lists all kinds. */
function kindOf(name: string): Kind {
	const kind = Object.hasOwn(KINDS, name) ? KINDS[name] : undefined;
	if (kind !== undefined) return kind;
	throw new ControlError(`type must be one of ${Object.keys(KINDS).join(', ')}, got ${name}`);
}

function contactCard({ phone = '15550000000' }: Customer, origin: string): object {
	const phones = [{ phone: `+${phone}`, wa_id: phone, type: 'CELL' }];
	return { name: { formatted_name: 'A friend', first_name: 'A friend' }, phones, origin };
}

function notSupported(): object {
	const title = 'Message type unknown';
	return { code: 131051, title, message: title, error_data: { details: 'Message type is not supported.' } };
}

/** The smallest files of their kinds: enough to download, not to look at. */
const FILES: Readonly<Record<string, readonly [mimeType: string, filename?: string]>> = {
	image: ['image/jpeg'],
	audio: ['audio/ogg'],
	video: ['video/mp4'],
	document: ['application/pdf', 'document.pdf'],
	sticker: ['image/webp'],
};

/** The media object of an inbound message, for a file that the number can download. */
function sampleFile({ media }: World, type: string): object {
	const [mimeType, filename] = FILES[type] ?? ['application/octet-stream'];
	const { id, sha256 } = media.add(Buffer.from(`sample ${type}`), mimeType, filename, INBOUND_MS);
	return { id, mime_type: mimeType, sha256, ...(filename === undefined ? {} : { filename }) };
}
