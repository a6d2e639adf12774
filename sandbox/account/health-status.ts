import { json, type Route } from '../http/route';

/**
 * Whether the number, its account, and its business can send (facts 2026, §8). The interface doesn't list it, and has
 * nothing else that tells which number a key is for.
 */
export const healthRoutes: readonly Route[] = [
	{
		method: 'GET',
		path: '/health_status',
		handle({ world: { account } }) {
			const available = { can_send_message: 'AVAILABLE' };
			return json({
				health_status: {
					...available,
					entities: [
						{ entity_type: 'PHONE_NUMBER', id: account.phoneNumberId, ...available },
						{ entity_type: 'WABA', id: account.accountId, ...available },
					],
				},
			});
		},
	},
];
