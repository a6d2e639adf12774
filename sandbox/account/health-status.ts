import { json, type Route } from '../http/route';
import { platformRefusal } from '../refusal';

/**
 * Whether the number, its account, and its business can send (facts 2026, §8). Not every provider has it, and the
 * interface doesn't list it.
 */
export const healthRoutes: readonly Route[] = [
	{
		method: 'GET',
		path: '/health_status',
		handle({ world: { account, profile } }) {
			if (!profile.tellsHealth)
				throw platformRefusal(100, 'Unsupported request: /health_status does not exist');
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
