/** The number and account of all deliveries. */
export const CHANNEL = '106540352242922';
export const ACCOUNT = '102290129340398';

const CONVERSATIONS = 10_000;
const STATUSES = ['', 'sent', 'delivered', 'read'] as const;

/** One delivery in fifty repeats an earlier one. */
const REPEATS = 50;
const REPEATED_AFTER = 10;

const customerOf = (index: number) => String(4_915_100_000_000 + (index % CONVERSATIONS));

/** The delivery at this position of a run: a new one, or the repeat of an earlier one. */
export const deliveryAt = (place: number) =>
	place % REPEATS === REPEATS - 1 ? place - REPEATED_AFTER : place;

/** The id of a delivery's event. */
export function eventIdOf(index: number): string {
	const status = STATUSES[index % 4]!;
	return status === '' ? `message:${messageId('in', index)}` : `status:${messageId('out', index)}:${status}`;
}

const messageId = (way: 'in' | 'out', index: number) =>
	`wamid.HBgNNDkxNTE${way}${String(Math.floor(index / 4)).padStart(12, '0')}RUI5QzA3AA==`;

function message(index: number, seconds: string) {
	const from = customerOf(index);
	return {
		contacts: [{ profile: { name: `Customer ${index % CONVERSATIONS}` }, wa_id: from }],
		messages: [
			{
				from,
				id: messageId('in', index),
				timestamp: seconds,
				type: 'text',
				text: { body: 'When will my order arrive? I have been waiting for it since last Tuesday.' },
			},
		],
	};
}

function status(index: number, seconds: string) {
	return {
		statuses: [
			{
				id: messageId('out', index),
				status: STATUSES[index % 4],
				timestamp: seconds,
				recipient_id: customerOf(index),
				biz_opaque_callback_data: `bm1:lz3k9x2c:${String(index).padStart(32, '0')}`,
				conversation: { id: `f1${index}c4`, origin: { type: 'utility' } },
				pricing: { billable: true, pricing_model: 'PMP', type: 'regular', category: 'utility' },
			},
		],
	};
}

/** A delivery of one event in the gateway's format: three statuses for each message. */
export function bodyOf(index: number, now: number): object {
	const seconds = String(Math.floor(now / 1_000));
	const value = {
		messaging_product: 'whatsapp',
		metadata: { display_phone_number: '15550001234', phone_number_id: CHANNEL },
		...(index % 4 === 0 ? message(index, seconds) : status(index, seconds)),
	};
	return {
		object: 'whatsapp_business_account',
		entry: [{ id: ACCOUNT, changes: [{ value, field: 'messages' }] }],
	};
}
