import * as z from 'zod';
import { customerWrites, setPreference } from '../customer';
import { contactSchema } from '../identity';
import { comeOnline, goOffline } from '../messages/offline';
import { reportStatus } from '../messages/statuses';
import { ControlError } from './arguments';
import { method } from './method';

const written = z.strictObject({
	from: contactSchema,
	text: z.string().optional(),
	group: z.string().min(1).optional(),
	type: z.string().min(1).optional(),
	name: z.string().optional(),
	message: z.record(z.string(), z.unknown()).optional(),
});

/** What customers do. */
export const customerMethods = {
	/**
	 * A customer writes; returns the message's id. `type` other than text brings sample content; `message` replaces
	 * the content, or adds and replaces fields of the message where it names the type or `id`.
	 */
	customerWrites: method(['message'], z.tuple([written]), (world, message) => customerWrites(world, message)),
	/** A customer reads a message of the business, or plays it; emits the status. */
	customerReads: method(
		['messageId', 'status'],
		z.tuple([z.string(), z.enum(['read', 'played']).optional()]),
		(world, messageId, status = 'read') => {
			const message = world.ledger.find(messageId);
			if (message === undefined) throw new ControlError(`no message ${messageId} was accepted`);
			reportStatus(world, message, status);
		},
	),
	/** The platform knows a number, or user id, by another `wa_id`, and answers sends to it so. */
	knownAs: method(['contact', 'waId'], z.tuple([contactSchema, contactSchema]), (world, contact, waId) => {
		world.aliases.set(contact, waId);
	}),
	/** A customer's device goes off: messages stay `sent`. */
	goOffline: method(['contact'], z.tuple([contactSchema]), (world, contact) => goOffline(world, contact)),
	/** A customer's device comes back and takes what has waited. */
	comeOnline: method(['contact'], z.tuple([contactSchema]), (world, contact) => comeOnline(world, contact)),
	/** A customer stops, or resumes, marketing messages; emits `user_preferences`. */
	optOut: method(
		['contact', 'value'],
		z.tuple([contactSchema, z.enum(['stop', 'resume']).optional()]),
		(world, contact, value = 'stop') => setPreference(world, contact, value),
	),
} as const;
