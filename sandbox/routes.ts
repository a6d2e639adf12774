import { controlRoutes } from './control/endpoints';
import { pageRoutes } from './simulator/page-routes';
import { healthRoutes } from './account/health-status';
import type { Route } from './http/route';
import { groupRoutes } from './groups/endpoints';
import { mediaRoutes } from './media/endpoints';
import { threadControlRoutes } from './thread-control/endpoints';
import { postMessage } from './messages/send';
import { templateRoutes } from './templates/endpoints';
import { webhookRoutes } from './webhooks/endpoints';

/** Every endpoint of the sandbox. If two match, the earlier one answers. */
export const routes: readonly Route[] = [
	{ method: 'POST', path: '/messages', handle: ({ world, body }) => postMessage(world, body()) },
	...threadControlRoutes,
	...groupRoutes,
	...templateRoutes,
	...webhookRoutes,
	...controlRoutes,
	...pageRoutes,
	...healthRoutes,
	...mediaRoutes,
];
