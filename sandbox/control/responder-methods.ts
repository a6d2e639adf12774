import * as z from 'zod';
import { agentReplies } from '../agent-replies';
import { contactSchema } from '../identity';
import { appReplies, refuseHistory, shareHistory, syncContact } from '../phone-app';
import { threadRoles, type ThreadRole } from '../settings';
import { changeOwner, passControl } from '../thread-control/handover';
import type { World } from '../world';
import { ControlError, method } from './method';

const handover = z.strictObject({
	contact: contactSchema,
	to: z.enum(['business', 'agent', ...threadRoles]),
	metadata: z.unknown().optional(),
	summary: z.string().optional(),
});

/** What the business agent and other responders do. */
export const agentMethods = {
	setAgent: method(['enabled'], z.tuple([z.boolean()]), (world, enabled) => {
		world.conversations.setAgent(enabled);
		world.threadOwners.clear();
	}),
	agentReplies: method(
		['reply'],
		z.tuple([z.strictObject({ to: contactSchema, text: z.string().min(1) })]),
		(world, { to, text }) => agentReplies(world, world.customers.of(to), text),
	),
	handOver: method(['handover'], z.tuple([handover]), (world, { contact, to, ...given }) =>
		handOver(world, contact, to, given),
	),
} as const;

function handOver(
	world: World,
	contact: string,
	to: z.output<typeof handover>['to'],
	{ metadata, summary }: { readonly metadata?: unknown; readonly summary?: string | undefined },
): void {
	const customer = world.customers.of(contact);
	if (world.settings.threadControl === 'roles') {
		const text = metadata === undefined || typeof metadata === 'string' ? metadata : JSON.stringify(metadata);
		const role = to === 'business' ? world.settings.threadRole : to === 'agent' ? 'ai_agent' : to;
		return changeOwner(world, customer, role, { metadata: text, summary });
	}
	if (isRole(to)) throw new ControlError(`to ${to} needs the setting threadControl: 'roles'`);
	passControl(world, customer, to, { metadata });
}

function isRole(to: string): to is ThreadRole {
	return threadRoles.some((role) => role === to);
}

const reply = z.strictObject({
	to: contactSchema,
	text: z.string().min(1).optional(),
	edits: z.string().min(1).optional(),
	revokes: z.string().min(1).optional(),
});

/** What people at the business do in the phone app on the same number. */
export const phoneAppMethods = {
	appReplies: method(['reply'], z.tuple([reply]), (world, { to, ...given }) =>
		appReplies(world, world.customers.of(to), given),
	),
	shareHistory: method(
		['contact', 'texts'],
		z.tuple([contactSchema, z.array(z.string()).min(1)]),
		(world, contact, texts) => shareHistory(world, world.customers.of(contact), texts),
	),
	refuseHistory: method([], z.tuple([]), (world) => refuseHistory(world)),
	syncContact: method(
		['contact', 'action'],
		z.tuple([contactSchema, z.enum(['add', 'remove']).optional()]),
		(world, contact, action = 'add') => syncContact(world, world.customers.of(contact), action),
	),
} as const;
