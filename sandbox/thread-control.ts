import * as z from 'zod';
import { passControl } from './agent';
import { readAs } from './http/read-body';
import { json, type Answer, type Call, type Route } from './http/route';
import { platformRefusal } from './refusal';
import { contactSchema } from './identity';

const schema = z.object({
	messaging_product: z.literal('whatsapp'),
	action: z.enum(['release', 'pass', 'take']),
	to: contactSchema,
	metadata: z.unknown().optional(),
});

/** The interface names the release action and shows no path; this one and the body are of facts, §9. */
export const threadControlRoutes: readonly Route[] = [
	{ method: 'POST', path: '/thread_control', handle: threadControl },
];

/** `release` and `pass` give a conversation of the business to the agent, `take` takes it back. */
function threadControl({ world, body }: Call): Answer {
	const { action, to, metadata } = readAs(schema, body(), (sentence) => platformRefusal(100, sentence));
	const holder = world.conversations.holder(to);
	if (action === 'take') {
		if (holder === 'business')
			throw platformRefusal(100, `the business holds the conversation with ${to} already`);
		passControl(world, to, 'business', { type: 'control_taken', metadata });
		return json({ messaging_product: 'whatsapp', success: true });
	}
	if (holder === 'agent') throw platformRefusal(100, `the agent holds the conversation with ${to} already`);
	if (!world.conversations.agentKnows(to)) throw platformRefusal(100, 'no agent is enabled');
	passControl(world, to, 'agent', { metadata, silent: !world.settings.handoverOnRelease });
	return json({ messaging_product: 'whatsapp', success: true });
}
