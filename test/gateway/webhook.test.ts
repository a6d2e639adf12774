import { failureOf, overEachTransport } from './support/scene';

const OLD = 'https://old.example.com/hook';
const NEW = 'https://new.example.com/hook';

describe('the webhook configuration', () => {
	overEachTransport((at) => {
		it('is empty before anyone sets it', async () => {
			expect((await at.client.webhook.get()).url).toBe('');
		});

		it('is set, and reverted by the path that the interface names for it', async () => {
			await at.client.webhook.set(OLD);
			await at.client.webhook.set(NEW);
			expect((await at.client.webhook.get()).url).toBe(NEW);
			await at.client.webhook.revert(OLD);
			expect((await at.client.webhook.get()).url).toBe(OLD);
		});

		it('takes headers that every delivery carries', async () => {
			await at.client.webhook.set(NEW, { Authorization: 'Basic abc' });
			expect(await at.client.webhook.get()).toMatchObject({ headers: { Authorization: 'Basic abc' } });
		});

		it.each(['set', 'revert'] as const)(
			'is not %s to what is no URL: 400 with a meta object',
			async (act) => {
				expect(await failureOf(at.client.webhook[act]('nowhere'))).toMatchObject({
					status: 400,
					title: expect.stringContaining('url'),
					effect: 'fix-request',
				});
			},
		);

		it.each(['get', 'set', 'revert'] as const)('is not asked with a wrong key: 401 to %s', async (act) => {
			expect(await failureOf(at.stranger.webhook[act](NEW))).toMatchObject({
				status: 401,
				title: 'invalid API key',
				effect: 'account-stop',
			});
		});
	});
});
