import { signPayload } from '../../../engine';

export const ACCOUNT = '102290129340398';

/** A signed delivery of a customer's first message, as raw HTTP. */
export function deliveryOf(url: URL, channel: string, customer: string, secret: string): Buffer {
	const message = {
		from: customer,
		id: `wamid.in.${customer}`,
		timestamp: String(Math.floor(Date.now() / 1_000)),
		type: 'text',
		text: { body: 'When will my order arrive? I have been waiting since last Tuesday.' },
	};
	const value = {
		messaging_product: 'whatsapp',
		metadata: { display_phone_number: '15550001234', phone_number_id: channel },
		contacts: [{ profile: { name: `Customer ${customer}` }, wa_id: customer }],
		messages: [message],
	};
	const entry = [{ id: ACCOUNT, changes: [{ value, field: 'messages' }] }];
	const body = JSON.stringify({ object: 'whatsapp_business_account', entry });
	const lines = [
		`POST ${url.pathname} HTTP/1.1`,
		`host: ${url.host}`,
		'content-type: application/json',
		`content-length: ${Buffer.byteLength(body)}`,
		`x-provider-signature: ${signPayload(body, secret)}`,
	];
	return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`);
}
