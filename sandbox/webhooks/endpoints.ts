import { json, type Route } from '../http/route';
import { describeProblems, problemsOf } from '../problems';
import { metaRefusal } from '../refusal';
import type { World } from '../world';
import { webhookSchema } from './event';

/** The endpoints of the webhook (docs/interface.md, Webhook configuration and migration). */
export const webhookRoutes: readonly Route[] = [
	{ method: 'GET', path: '/v1/configs/webhook', handle: ({ world }) => json(configuration(world)) },
	{ method: 'POST', path: '/v1/configs/webhook', handle: ({ world, body }) => setWebhook(world, body()) },
	{ method: 'POST', path: '/v1/settings/webhook', handle: ({ world, body }) => setWebhook(world, body()) },
];

async function setWebhook(world: World, body: unknown) {
	const read = webhookSchema.safeParse(body);
	if (!read.success) throw metaRefusal(400, describeProblems(problemsOf(read.error, body)));
	const verifyToken = world.settings.webhookChallenge;
	if (verifyToken && !(await world.webhooks.challenge(read.data.url, verifyToken))) {
		throw metaRefusal(400, `${read.data.url} did not answer the verification challenge`);
	}
	world.webhook = read.data;
	return json(configuration(world));
}

function configuration({ webhook }: World) {
	return { url: webhook?.url ?? '', ...(webhook?.headers === undefined ? {} : { headers: webhook.headers }) };
}
