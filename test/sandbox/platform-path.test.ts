import { CUSTOMER, scene } from './support/scene';

describe("the platform's own paths", () => {
	const at = scene();
	const ask = async (method: string, path: string, body?: object) => {
		const response = await fetch(at.sandbox.url + path, {
			method,
			headers: { Authorization: `Bearer ${at.sandbox.apiKey}` },
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
		});
		return {
			status: response.status,
			body: (await response.json()) as { id: string; error: { code: number } },
		};
	};
	const TEXT = { messaging_product: 'whatsapp', to: CUSTOMER, type: 'text', text: { body: 'Hi' } };

	test('send messages', async () => {
		await at.sandbox.control.customerWrites({ from: CUSTOMER });
		expect((await ask('POST', `/v23.0/${at.sandbox.phoneNumberId}/messages`, TEXT)).status).toBe(200);
		expect((await ask('POST', `/${at.sandbox.phoneNumberId}/messages`, TEXT)).status).toBe(200);
		expect(at.sandbox.control.sent()).toHaveLength(2);
	});

	test('reach groups and media by their ids', async () => {
		const NEW = { messaging_product: 'whatsapp', subject: 'x' };
		const { id } = (await ask('POST', `/v23.0/${at.sandbox.phoneNumberId}/groups`, NEW)).body;
		expect((await ask('GET', `/v23.0/${id}?fields=subject`)).body).toMatchObject({ subject: 'x' });
		expect((await ask('GET', `/v23.0/${id}/invite_link`)).status).toBe(200);
		const media = await at.sandbox.control.addMedia({ mimeType: 'image/png' });
		expect((await ask('GET', `/v23.0/${media.id}`)).body).toMatchObject({ id: media.id });
	});

	test('answer in the form of the platform: a wrong key, an unknown endpoint, a group that is not there', async () => {
		const base = `${at.sandbox.url}/v23.0/${at.sandbox.phoneNumberId}`;
		const wrong = await fetch(`${base}/messages`, { method: 'POST', headers: { Authorization: 'Bearer x' } });
		const form = {
			message: expect.any(String),
			type: 'OAuthException',
			code: expect.any(Number),
			error_data: { messaging_product: 'whatsapp', details: expect.any(String) },
			fbtrace_id: expect.any(String),
		};
		expect([wrong.status, await wrong.json()]).toEqual([401, { error: { ...form, code: 190 } }]);
		const unknown = await ask('POST', `/v23.0/${at.sandbox.phoneNumberId}/dance/floor`, {});
		expect([unknown.status, unknown.body]).toEqual([404, { error: { ...form, code: 100 } }]);
		const NEW = { messaging_product: 'whatsapp', subject: 'x'.repeat(129) };
		const refused = await ask('POST', `/v23.0/${at.sandbox.phoneNumberId}/groups`, NEW);
		expect([refused.status, refused.body]).toEqual([400, { error: form }]);
		const gone = await ask('GET', `/${at.sandbox.phoneNumberId}/groups/none`);
		expect([gone.status, gone.body]).toEqual([404, { error: { ...form, code: 131020 } }]);
	});

	test('of thread control have a longer form too', async () => {
		await at.sandbox.control.setAgent(true);
		const path = `/v25.0/business/whatsapp/phone_numbers/${at.sandbox.phoneNumberId}/thread_control`;
		const take = { messaging_product: 'whatsapp', action: 'take', to: CUSTOMER };
		expect((await ask('POST', path, take)).status).toBe(200);
	});

	test('of another number are refused, and without a key too', async () => {
		expect((await ask('POST', '/v23.0/123/messages', TEXT)).body.error.code).toBe(100);
		const path = `${at.sandbox.url}/v23.0/${at.sandbox.phoneNumberId}/messages`;
		expect((await fetch(path, { method: 'POST', body: JSON.stringify(TEXT) })).status).toBe(401);
	});
});
