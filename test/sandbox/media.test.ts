import { createHash } from 'node:crypto';
import { CUSTOMER, DAY, HOUR, scene, SECOND } from './support/scene';

const MINUTE = 60 * SECOND;

describe('media', () => {
	const at = scene();
	const key = () => ({ 'SVC-API-KEY': at.sandbox.apiKey });
	const upload = async (bytes: Uint8Array, type: string, fields: Record<string, string> = {}) => {
		const form = new FormData();
		for (const [name, value] of Object.entries({ messaging_product: 'whatsapp', ...fields }))
			form.append(name, value);
		form.append('file', new Blob([new Uint8Array(bytes)], { type }), 'file.bin');
		const response = await fetch(`${at.sandbox.url}/media`, { method: 'POST', headers: key(), body: form });
		return {
			status: response.status,
			body: (await response.json()) as { id: string; error: { code: number } },
		};
	};
	const PNG = Buffer.from('not really a picture');

	test('is uploaded, described and downloaded', async () => {
		const { status, body } = await upload(PNG, 'image/png');
		expect([status, body]).toEqual([200, { id: expect.stringMatching(/^\d+$/) }]);
		const metadata = (await at.client.get(`/${body.id}`)).body;
		expect(metadata).toEqual({
			id: body.id,
			url: expect.stringMatching(/^http/),
			mime_type: 'image/png',
			sha256: createHash('sha256').update(PNG).digest('hex'),
			file_size: PNG.length,
			messaging_product: 'whatsapp',
		});
		const file = await fetch(metadata.url, { headers: key() });
		expect(file.headers.get('content-type')).toBe('image/png');
		expect(Buffer.from(await file.arrayBuffer())).toEqual(PNG);
	});

	test('is downloaded with the API key, for 5 minutes', async () => {
		const { id } = (await upload(PNG, 'image/png')).body;
		const { url } = (await at.client.get(`/${id}`)).body;
		expect((await fetch(url)).status).toBe(401);
		await at.sandbox.clock.advance(5 * MINUTE - 5 * SECOND);
		expect((await fetch(url, { headers: key() })).status).toBe(200);
		await at.sandbox.clock.advance(5 * SECOND);
		expect((await fetch(url, { headers: key() })).status).toBe(404);
		const again = (await at.client.get(`/${id}`)).body;
		expect((await fetch(again.url, { headers: key() })).status).toBe(200);
	});

	test('is downloaded with a bearer key too, as clients of the platform do', async () => {
		const { id } = (await upload(PNG, 'image/png')).body;
		const { url } = (await at.client.get(`/${id}`)).body;
		const ask = (token: string) => fetch(url, { headers: { Authorization: `Bearer ${token}` } });
		const file = await ask(at.sandbox.apiKey);
		expect(Buffer.from(await file.arrayBuffer())).toEqual(PNG);
		expect((await ask('wrong')).status).toBe(401);
	});

	test('is deleted, and its download URL with it', async () => {
		const { id } = (await upload(PNG, 'image/png')).body;
		const { url } = (await at.client.get(`/${id}`)).body;
		expect((await at.client.delete(`/${id}`)).body).toEqual({ success: true });
		expect((await at.client.get(`/${id}`)).status).toBe(404);
		expect((await at.client.delete(`/${id}`)).status).toBe(404);
		expect((await fetch(url, { headers: key() })).status).toBe(404);
	});

	test.each(['abc', '12a', '-1', '1.5'])('has a numeric id: %s is 400', async (id) => {
		expect((await at.client.get(`/${id}`)).status).toBe(400);
		expect((await at.client.delete(`/${id}`)).status).toBe(400);
	});

	test('an id that is not there is 404', async () => {
		expect((await at.client.get('/123456')).status).toBe(404);
	});

	test.each([
		['image/jpeg', 5 * 1024 * 1024],
		['image/webp', 500 * 1024],
		['audio/ogg', 16 * 1024 * 1024],
	])('%s has a largest size', async (type, bytes) => {
		expect((await upload(new Uint8Array(bytes), type)).status).toBe(200);
		expect((await upload(new Uint8Array(bytes + 1), type)).body.error.code).toBe(131053);
	});

	test('of an unknown type, or empty, or without its product is refused', async () => {
		expect((await upload(PNG, 'image/tiff')).body.error.code).toBe(131053);
		expect((await upload(new Uint8Array(), 'image/png')).body.error.code).toBe(131053);
		expect((await upload(PNG, 'image/png', { messaging_product: 'pigeon' })).body.error.code).toBe(100);
		expect((await at.client.post('/media', {})).body.error.code).toBe(100);
	});

	test('cannot be read for an hour after more than 5 failed uploads in an hour', async () => {
		const { id } = (await upload(PNG, 'image/png')).body;
		for (let n = 0; n < 5; n += 1) await upload(PNG, 'image/tiff');
		expect((await at.client.get(`/${id}`)).status).toBe(200);
		await upload(PNG, 'image/tiff');
		expect((await at.client.get(`/${id}`)).status).toBe(429);
		await at.sandbox.clock.advance(HOUR);
		expect((await at.client.get(`/${id}`)).status).toBe(200);
	});

	test('is listed as attachments, or sent as one', async () => {
		const { id } = (await upload(PNG, 'image/png')).body;
		const { status, body } = await at.client.get('/messaging_business/attachments/');
		expect([status, body]).toMatchObject([200, { attachments: [{ id, mime_type: 'image/png' }] }]);
		const one = await fetch(`${at.sandbox.url}/messaging_business/attachments/?mid=${id}`, {
			headers: key(),
		});
		expect(Buffer.from(await one.arrayBuffer())).toEqual(PNG);
	});

	test('of a customer can be downloaded', async () => {
		await at.sandbox.control.customerWrites({ from: CUSTOMER, type: 'document' });
		await at.sandbox.control.idle();
		const [message] = at.receiver.received[0]?.value.messages ?? [];
		expect(message).toMatchObject({
			type: 'document',
			document: { id: expect.any(String), mime_type: 'application/pdf', filename: 'document.pdf' },
		});
		const { id } = Reflect.get(message ?? {}, 'document') as { id: string };
		expect((await at.client.get(`/${id}`)).body).toMatchObject({ mime_type: 'application/pdf' });
	});

	test('lives for 30 days if it was uploaded, and for 7 if it came from a customer', async () => {
		const { id: uploaded } = (await upload(PNG, 'image/png')).body;
		await at.sandbox.control.customerWrites({ from: CUSTOMER, type: 'image' });
		await at.sandbox.control.idle();
		const image = Reflect.get(at.receiver.received[0]?.value.messages[0] ?? {}, 'image') as { id: string };
		const alive = async (id: string) => (await at.client.get(`/${id}`)).status === 200;
		await at.sandbox.clock.advance(7 * DAY - 30 * SECOND);
		expect([await alive(uploaded), await alive(image.id)]).toEqual([true, true]);
		await at.sandbox.clock.advance(30 * SECOND);
		expect([await alive(uploaded), await alive(image.id)]).toEqual([true, false]);
		await at.sandbox.clock.advance(23 * DAY);
		expect(await alive(uploaded)).toBe(false);
	});

	test('is sent by an id that was uploaded, or by a link', async () => {
		await at.sandbox.control.customerWrites({ from: CUSTOMER });
		const { id } = (await upload(PNG, 'image/png')).body;
		const image = (content: object) => at.client.message(CUSTOMER, { type: 'image', image: content });
		expect((await image({ id, caption: 'Look' })).status).toBe(200);
		expect((await image({ link: 'https://example.com/a.png' })).status).toBe(200);
		expect((await image({ id: '999' })).body.error).toMatchObject({
			code: 100,
			message: "(#100) Param image['id'] is not a valid whatsapp business account media attachment ID",
		});
		expect((await image({ link: 'a.png' })).body.error).toMatchObject({
			code: 100,
			message: "(#100) Param image['link'] is not a valid URI.",
		});
		expect((await image({})).body.error.code).toBe(131009);
		expect((await image({ id, link: 'https://example.com/a.png' })).body.error.code).toBe(131009);
	});
});
