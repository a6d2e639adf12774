import { createGatewayClient } from '../../gateway';
import type { TemplateFilters, Transport } from '../../gateway';
import { failureOf, overEachTransport } from './support/scene';

const BODY = { type: 'BODY', text: 'Your order is on its way.' };
const order = {
	name: 'order',
	language: 'en_US',
	category: 'UTILITY',
	components: [BODY],
};

overEachTransport((at) => {
	describe('creating a template', () => {
		it('submits it for review', async () => {
			expect(await at.client.templates.create(order)).toMatchObject({
				status: 'submitted',
				category: 'UTILITY',
			});
			expect(await at.client.templates.get('order', 'en_US')).toMatchObject({ status: 'PENDING' });
		});

		it('gives the short answer where the platform rejects it at once', async () => {
			const discount = { ...order, components: [{ type: 'BODY', text: 'Get 10% off today.' }] };
			expect(await at.client.templates.create(discount)).toEqual({
				id: expect.any(String),
				status: 'REJECTED',
				category: 'UTILITY',
			});
			expect(await at.client.templates.get('order', 'en_US')).toMatchObject({
				rejected_reason: 'TAG_CONTENT_MISMATCH',
			});
		});

		it.each([
			['that breaks the format', { ...order, components: [] }, /components/],
			['whose name is not one', { ...order, name: 'Order' }, /name/],
		])('a template %s is refused with the gateway’s words', async (_name, definition, words) => {
			const error = await failureOf(at.client.templates.create(definition));
			expect(error).toMatchObject({ name: 'GatewayError', status: 400, effect: 'fix-request' });
			expect(error.title).toMatch(words);
		});

		it('a second one in the same language is refused', async () => {
			await at.client.templates.create(order);
			expect((await failureOf(at.client.templates.create(order))).title).toMatch(/already exists/);
		});
	});

	describe('editing a template', () => {
		const idOf = async () => (await at.client.templates.get('order', 'en_US'))!.external_id!;

		it('puts it under review again', async () => {
			await at.sandbox.control.addTemplate({ name: 'order', body: 'Your order is here.' });
			const answer = await at.client.templates.edit(await idOf(), { components: [BODY] });
			expect(answer).toMatchObject({ success: true, status: 'PENDING' });
			expect(await at.client.templates.get('order', 'en_US')).toMatchObject({
				status: 'PENDING',
				components: [BODY],
			});
		});

		it('one that is not there is refused', async () => {
			const error = await failureOf(at.client.templates.edit('123', { components: [BODY] }));
			expect(error).toMatchObject({ name: 'GatewayError', status: 404 });
		});

		it('needs an external id', async () => {
			expect(await failureOf(at.client.templates.edit(' ', {}))).toMatchObject({
				name: 'InvalidRequest',
				problems: [{ path: ['external_id'], message: 'is empty' }],
			});
		});
	});

	describe('deleting a name', () => {
		it('removes all its translations', async () => {
			await at.sandbox.control.addTemplate({ name: 'order', language: 'en_US' });
			await at.sandbox.control.addTemplate({ name: 'order', language: 'de' });
			await at.client.templates.delete('order');
			expect(await at.client.templates.listAll()).toEqual([]);
		});

		it('that is not there is refused with the meta object’s words', async () => {
			expect(await failureOf(at.client.templates.delete('order'))).toMatchObject({
				name: 'GatewayError',
				status: 400,
				title: 'no template is named order',
			});
		});

		it('that was approved locks it for 30 days', async () => {
			await at.sandbox.control.addTemplate({ name: 'order' });
			await at.client.templates.delete('order');
			const error = await failureOf(at.client.templates.create(order));
			expect(error.title).toMatch(/less than 30 days ago/);
		});
	});

	describe('listing templates', () => {
		it.each<[string, object, string]>([
			['limit', { limit: 1.5 }, "isn't a whole number from 0 on"],
			['offset', { offset: -1 }, "isn't a whole number from 0 on"],
			['sort', { sort: 'category' }, 'is none of id, name, status'],
		])('with a wrong %s is refused before the call', async (field, query, message) => {
			const error = await failureOf(at.client.templates.list(query));
			expect(error).toMatchObject({ name: 'InvalidRequest', problems: [{ path: [field], message }] });
		});
	});

	describe('getting a template', () => {
		beforeEach(async () => {
			await at.sandbox.control.addTemplate({ name: 'order', language: 'en_US' });
			await at.sandbox.control.addTemplate({ name: 'order', language: 'de' });
			await at.sandbox.control.addTemplate({ name: 'order_late' });
		});

		it.each(['en_US', 'en-US', ' en_US '])('finds it by name and language: %j', async (language) => {
			expect(await at.client.templates.get('order', language)).toMatchObject({
				name: 'order',
				language: 'en_US',
			});
		});

		it('gives nothing where there is none in this language', async () => {
			expect(await at.client.templates.get('order', 'fr')).toBeUndefined();
		});

		it('knows all translations of a name, and of no other', async () => {
			const found = await at.client.templates.translations('order');
			expect(found.map(({ language }) => language).sort()).toEqual(['de', 'en_US']);
		});
	});

	it('a list with a filter that the gateway does not know is refused', async () => {
		const filters = { language: 'de' } as TemplateFilters;
		const error = await failureOf(at.client.templates.list({ filters }));
		expect(error).toMatchObject({ name: 'GatewayError', status: 400 });
		expect(error.title).toMatch(/filters/);
	});

	it('a wrong key is refused everywhere', async () => {
		const { templates } = at.stranger;
		const calls = [
			templates.list(),
			templates.create(order),
			templates.edit('1', {}),
			templates.delete('order'),
			templates.get('order', 'en_US'),
		];
		for (const call of calls) {
			expect(await failureOf(call)).toMatchObject({ status: 401, effect: 'account-stop' });
		}
	});
});

describe('a 200 that says in its body that nothing was done', () => {
	const answering = (body: unknown) => {
		const transport: Transport = async () => ({ status: 200, headers: {}, body });
		return createGatewayClient({ baseUrl: 'http://gateway.example', apiKey: 'key', transport }).templates;
	};

	it('is an error of a deletion, in the words of the meta object', async () => {
		const meta = { success: false, developer_message: 'locked', http_code: 400, details: 'in use' };
		expect(await failureOf(answering({ meta }).delete('order'))).toMatchObject({
			name: 'GatewayError',
			title: 'locked',
			details: 'in use',
			effect: 'fix-request',
			message: expect.stringContaining('DELETE /v1/configs/templates/order'),
		});
	});

	it('is an error of an edit', async () => {
		const error = await failureOf(answering({ success: false, error: 'not editable' }).edit('1', {}));
		expect(error).toMatchObject({ name: 'GatewayError', title: 'not editable' });
	});
});
