import { scene } from './support/scene';

const at = scene();

const meta = {
	meta: { success: false, http_code: 400, developer_message: expect.stringContaining('not JSON') },
};
const plain = { error: expect.stringContaining('not JSON') };
const platform = { error: { code: 100, error_data: { details: expect.stringContaining('not JSON') } } };

describe('a body that is not JSON is refused in the form of its endpoint', () => {
	it.each([
		['/messages', platform],
		['/thread_control', platform],
		['/groups', plain],
		['/v1/configs/templates', meta],
		['/v1/configs/templates/1', meta],
		['/v1/configs/webhook', meta],
		['/v1/settings/webhook', meta],
		['/sandbox/clock/advance', plain],
	])('%s', async (path, body) => {
		expect(await at.client.post(path, '{"a":')).toMatchObject({ status: 400, body });
	});

	it("on the platform's own paths in the platform's", async () => {
		const path = `/v23.0/${at.sandbox.phoneNumberId}/groups`;
		expect(await at.client.post(path, '{"a":')).toMatchObject({
			status: 400,
			body: { error: { code: 100 } },
		});
	});

	it('of a group', async () => {
		const { body } = await at.client.post('/groups', { messaging_product: 'whatsapp', subject: 'x' });
		expect(await at.client.post(`/groups/${String(body.id)}`, '{"a":')).toMatchObject({
			status: 400,
			body: plain,
		});
	});
});

it.each([
	['without a text', {}, 200],
	['with a text, which cannot be customized', { text: 'Copy me' }, 400],
])('a copy-code button %s is answered by its rule', async (_, text, status) => {
	const definition = {
		name: 'offer',
		language: 'en_US',
		category: 'MARKETING',
		components: [
			{ type: 'BODY', text: 'Here is your code.' },
			{ type: 'BUTTONS', buttons: [{ type: 'COPY_CODE', example: 'SAVE10', ...text }] },
		],
	};
	expect((await at.client.post('/v1/configs/templates', definition)).status).toBe(status);
});
