import { failureOf, overEachTransport } from './support/scene';

describe('whether the number can send', () => {
	overEachTransport((at) => {
		it('is told of the number and its account', async () => {
			const { phoneNumberId, accountId } = at.sandbox;
			expect(await at.client.health.get()).toMatchObject({
				can_send_message: 'AVAILABLE',
				entities: [
					{ entity_type: 'PHONE_NUMBER', id: phoneNumberId, can_send_message: 'AVAILABLE' },
					{ entity_type: 'WABA', id: accountId, can_send_message: 'AVAILABLE' },
				],
			});
		});

		it('is not known of a gateway that does not have the endpoint', async () => {
			at.sandbox.control.faults({ status: { path: '/health_status', code: 404, body: {} } });
			expect(await at.client.health.get()).toBeUndefined();
		});

		it('is not told to a wrong key', async () => {
			expect(await failureOf(at.stranger.health.get())).toMatchObject({
				status: 401,
				effect: 'account-stop',
			});
		});
	});
});
