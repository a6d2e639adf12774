import { controlRoutes } from './control/endpoints';
import { pageRoutes } from './simulator/page-routes';
import { healthRoutes } from './account/health-status';
import { refusingWith } from './http/route';
import { metaRefusal, plainRefusal } from './refusal';
import type { Routes } from './http/server';
import { groupRoutes } from './groups/endpoints';
import { mediaRoutes } from './media/endpoints';
import { threadControlRoutes } from './thread-control/endpoints';
import { postMessage } from './messages/send';
import { templateRoutes } from './templates/endpoints';
import { webhookRoutes } from './webhooks/endpoints';

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
