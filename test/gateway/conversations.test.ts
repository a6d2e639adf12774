import type { GatewayClient } from '../../gateway';
import { createGatewayClient } from '../../gateway';
import type { ProviderProfile } from '../../platform';
import { type HttpServer, json, startHttpServer } from '../support/http-server';
import { CUSTOMER, failureOf, overEachTransport } from './support/scene';

describe('thread control', () => {
	overEachTransport((at) => {
		const written = `+${CUSTOMER.slice(0, 2)} ${CUSTOMER.slice(2)}`;
		beforeEach(async () => {
			await at.sandbox.control.setAgent(true);
			await at.sandbox.control.customerWrites({ from: CUSTOMER });
		});

		it('is taken by the business, and released to the agent', async () => {
			await at.client.conversations.take({ to: written });
			expect(await failureOf(at.client.conversations.take({ to: CUSTOMER }))).toMatchObject({
				details: expect.stringContaining('the business holds the conversation'),
			});
			await at.client.conversations.release({ to: written });
			expect(await failureOf(at.client.conversations.release({ to: CUSTOMER }))).toMatchObject({
				details: expect.stringContaining('the agent holds the conversation'),
			});
		});

		it('is passed on with a word to the next', async () => {
			await at.client.conversations.take({ to: CUSTOMER });
			await at.client.conversations.pass({ to: CUSTOMER, metadata: 'asks for a refund' });
			expect((await failureOf(at.client.conversations.pass({ to: CUSTOMER }))).code).toBe(100);
		});

		it.each(['release', 'pass', 'take'] as const)('%s of nobody is not asked', async (action) => {
			const { problems } = await failureOf(at.client.conversations[action]({ to: ' ' }));
			expect(problems).toEqual([{ path: ['to'], message: 'is empty' }]);
		});

		it('metadata of more than 2,000 characters is not asked', async () => {
			const { problems } = await failureOf(
				at.client.conversations.pass({ to: CUSTOMER, metadata: 'x'.repeat(2_001) }),
			);
			expect(problems).toEqual([
				{ path: ['metadata'], message: 'has 2001 characters, but only 2000 are allowed' },
			]);
		});

		it.each(['release', 'pass', 'take'] as const)('%s with a wrong key: 401', async (action) => {
			expect(await failureOf(at.stranger.conversations[action]({ to: CUSTOMER }))).toMatchObject({
				status: 401,
				effect: 'account-stop',
			});
		});
	});

	overEachTransport((at) => {
		it('has the path of the profile, which can be another', async () => {
			const { url: baseUrl, apiKey } = at.sandbox;
			const profile = { threadControlPath: '/v2/conversation/thread' };
			const client = createGatewayClient({ baseUrl, apiKey, profile });
			expect((await failureOf(client.conversations.take({ to: CUSTOMER }))).message).toContain(
				'POST /v2/conversation/thread failed with 404',
			);
		});
	});
});

describe('the body of a thread-control action', () => {
	let server: HttpServer;
	beforeEach(async () => {
		server = await startHttpServer((_, response) => json(response, 200, { messaging_product: 'whatsapp' }));
	});
	afterEach(() => server.close());

	const bodyOf = async (
		act: (client: GatewayClient['conversations']) => Promise<void>,
		profile: Partial<ProviderProfile> = {},
	) => {
		await act(createGatewayClient({ baseUrl: server.url, apiKey: 'key', profile }).conversations);
		return server.requests[0]!.body;
	};

	it('names a phone number in to', async () => {
		expect(await bodyOf((client) => client.take({ to: `+${CUSTOMER}` }))).toEqual({
			messaging_product: 'whatsapp',
			action: 'take',
			to: CUSTOMER,
		});
	});

	it('names a user id in recipient, and the role that gets the conversation', async () => {
		expect(await bodyOf((client) => client.pass({ to: 'US.1349', targetRole: 'ai_agent' }))).toEqual({
			messaging_product: 'whatsapp',
			action: 'pass',
			recipient: 'US.1349',
			control_pass: { target_role: 'ai_agent' },
		});
	});

	it('has the names of the profile, which can be others, also inside of objects', async () => {
		const threadControlFields = {
			action: 'event',
			to: 'contact.phone',
			recipient: 'contact.user',
			metadata: 'note',
			targetRole: 'role',
		};
		const control = { to: CUSTOMER, metadata: 'Order 7', targetRole: 'ai_agent' } as const;
		expect(await bodyOf((client) => client.pass(control), { threadControlFields })).toEqual({
			messaging_product: 'whatsapp',
			event: 'pass',
			contact: { phone: CUSTOMER },
			note: 'Order 7',
			role: 'ai_agent',
		});
	});
});
