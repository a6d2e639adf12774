import { newMessageId } from '../identity';
import { ControlError } from '../control/arguments';
import type { World } from '../world';
import type { Customer } from './customer';
import { sampleFile } from './sample-file';

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

/** The kinds of messages, with what they hold if nothing else is said. Facts, §8; facts 2026, §6 and §10. */
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
	request_welcome: { type: 'request_welcome' },
	system: { type: 'system' },
};

/** The kind of a name, or an error that lists all kinds. */
export function kindOf(name: string): Kind {
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
