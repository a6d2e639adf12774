import { createGatewayClient } from '../../gateway';
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
			expect(problems).toEqual([{ path: 'to', message: 'is empty' }]);
		});

		it.each(['release', 'pass', 'take'] as const)('%s with a wrong key: 401', async (action) => {
			expect(await failureOf(at.stranger.conversations[action]({ to: CUSTOMER }))).toMatchObject({
				...{ status: 401, effect: 'account-stop' },
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
