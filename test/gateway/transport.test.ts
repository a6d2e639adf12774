import { createGatewayClient } from '../../gateway';
import { failureOf, overEachTransport } from './support/scene';
import { transports } from './support/transports';

describe('a call', () => {
	overEachTransport((at) => {
		it.each([
			['dropConnection', { dropConnection: true }],
			['loseAnswer', { loseAnswer: true }],
		])('without an answer has an unknown outcome: %s', async (_name, fault) => {
			await at.sandbox.control.faults({ ...fault, path: '/' });
			expect(await failureOf(at.client.groups.create({ subject: 'Tea' }))).toMatchObject({
				name: 'GatewayError',
				status: undefined,
				effect: 'unknown-outcome',
			});
		});

		it('reads the clock of the gateway', async () => {
			await at.sandbox.clock.advance(86_400_000);
			const before = at.sandbox.clock.now();
			await at.client.webhook.get();
			const { gatewayTime, virtual } = at.client.clock()!;
			expect(virtual).toBe(true);
			expect(gatewayTime).toBeGreaterThanOrEqual(before);
			expect(gatewayTime).toBeLessThanOrEqual(at.sandbox.clock.now());
		});

		it.each([
			['text', 'not JSON at all'],
			['another form', { unheard: 'of' }],
		])('whose answer is %s is an error that says so', async (_name, body) => {
			await at.sandbox.control.faults({ status: { path: '/groups', code: 200, body } });
			expect(await failureOf(at.client.groups.list())).toMatchObject({
				title: "The gateway's response has an unknown format",
				response: body,
			});
		});

		it('that is answered with a redirect is not followed, as the key would go along', async () => {
			await at.sandbox.control.faults({ status: { path: '/groups', code: 302, body: {} } });
			expect((await failureOf(at.client.groups.list())).status).toBe(302);
		});
	});

	describe.each(transports)('over %s', (_name, open) => {
		it('to where nobody listens was not sent', async () => {
			const client = createGatewayClient({
				baseUrl: 'http://127.0.0.1:9',
				apiKey: 'key',
				transport: open(),
			});
			expect(await failureOf(client.groups.create({ subject: 'Tea' }))).toMatchObject({
				title: "The gateway couldn't be reached",
				effect: 'retry',
			});
		});
	});
});
