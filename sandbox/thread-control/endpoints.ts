import * as z from 'zod';
import { json, type Answer, type Call, type Route } from '../http/route';
import { isUserId, contactSchema } from '../identity';
import { readAs } from '../problems';
import { platformRefusal } from '../refusal';
import { threadRoles } from '../settings';
import { controlOfRoles, controlOfTwo } from './handover';

const LONGEST_METADATA = 2000;

const schema = z
	.object({
		messaging_product: z.literal('whatsapp'),
		action: z.enum(['release', 'pass', 'take']),
		to: contactSchema.optional(),
		recipient: contactSchema.refine(isUserId, 'must be a user ID').optional(),
		metadata: z.string().max(LONGEST_METADATA).optional(),
		control_pass: z.object({ target_role: z.enum(threadRoles) }).optional(),
	})
	.refine(({ to, recipient }) => (to === undefined) !== (recipient === undefined), {
		error: 'exactly one of to and recipient is required',
	})
	.refine(({ action, control_pass: pass }) => pass === undefined || action === 'pass', {
		error: 'control_pass is allowed only with the action pass',
	});

/**
 * The interface names the release action and shows no path. This one and the body are inferred (docs/interface.md,
 * Conversation control).
 */
export const threadControlRoutes: readonly Route[] = [
	{ method: 'POST', path: '/thread_control', handle: threadControl },
];

function threadControl({ world, body }: Call): Answer {
	const given = readAs(schema, body(), (sentence) => platformRefusal(100, sentence));
	const { action, to, recipient, metadata, control_pass: pass } = given;
	const customer = world.customers.of(to ?? recipient ?? '');
	if (world.settings.threadControl === 'two-responders') {
		controlOfTwo(world, customer, action, metadata);
	} else {
		controlOfRoles(world, customer, action, {
			...(metadata === undefined ? {} : { metadata }),
			...(pass === undefined ? {} : { target: pass.target_role }),
		});
	}
	return json({ messaging_product: 'whatsapp', success: true });
}
