import { controlRoutes } from './control/endpoints';
import { groupRoutes } from './groups/endpoints';
import { json, refusingWith, type Route } from './http/route';
import type { Routes } from './http/server';
import { mediaRoutes } from './media/endpoints';
import { postMessage } from './messages/send';
import { metaRefusal, plainRefusal } from './refusal';
import { pageRoutes } from './simulator/page-routes';
import { templateRoutes } from './templates/endpoints';
import { threadControlRoutes } from './thread-control/endpoints';
import { webhookRoutes } from './webhooks/endpoints';

/**
 * Whether the number, its account, and its business can send (docs/interface.md, Providers). The interface doesn't list
 * it, and has nothing else that tells which number a key is for.
 */
const healthRoutes: readonly Route[] = [
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

const plain = (sentence: string) => plainRefusal(400, sentence);
const meta = (sentence: string) => metaRefusal(400, sentence);

/** Every endpoint of the sandbox. If two match, the earlier one answers. */
export const routes: Routes = {
	api: [
		{ method: 'POST', path: '/messages', handle: ({ world, body }) => postMessage(world, body()) },
		...threadControlRoutes,
		...refusingWith(plain, groupRoutes),
		...refusingWith(meta, templateRoutes),
		...refusingWith(meta, webhookRoutes),
		...healthRoutes,
		...mediaRoutes,
	],
	own: [...refusingWith(plain, controlRoutes), ...pageRoutes],
};
