import * as z from 'zod';
import { agentReplies, passControl } from '../agent';
import { contactSchema } from '../identity';
import { method } from './method';

const handover = z.strictObject({
	contact: contactSchema,
	to: z.enum(['business', 'agent']),
	metadata: z.unknown().optional(),
});

/** What the business agent does. */
export const agentMethods = {
	/** Enables the agent, which then holds every conversation, or disables it. */
	setAgent: method(['enabled'], z.tuple([z.boolean()]), (world, enabled) =>
		world.conversations.setAgent(enabled),
	),
	/** The agent answers a customer; returns the message's id. */
	agentReplies: method(
		['reply'],
		z.tuple([z.strictObject({ to: contactSchema, text: z.string().min(1) })]),
		(world, { to, text }) => agentReplies(world, to, text),
	),
	/** Control of a conversation passes to the business or to the agent; emits `messaging_handovers`. */
	handOver: method(['handover'], z.tuple([handover]), (world, { contact, to, metadata }) =>
		passControl(world, contact, to, { metadata }),
	),
} as const;
