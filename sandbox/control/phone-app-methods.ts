import * as z from 'zod';
import { contactSchema } from '../identity';
import { appReplies } from '../phone-app/app-replies';
import { refuseHistory, shareHistory, syncContact } from '../phone-app/history';
import { method } from './method';

const reply = z.strictObject({
	to: contactSchema,
	text: z.string().min(1).optional(),
	edits: z.string().min(1).optional(),
	revokes: z.string().min(1).optional(),
});

/** What people at the business do in the phone app on the same number. */
export const phoneAppMethods = {
	/** Answers a customer, or edits or revokes an answer by its id. Emits `smb_message_echoes`. Returns the id. */
	appReplies: method(['reply'], z.tuple([reply]), (world, { to, ...given }) =>
		appReplies(world, world.customers.of(to), given),
	),
	/** Shares older messages, by turns of the customer and the business. Emits `history`. */
	shareHistory: method(
		['contact', 'texts'],
		z.tuple([contactSchema, z.array(z.string()).min(1)]),
		(world, contact, texts) => shareHistory(world, world.customers.of(contact), texts),
	),
	/** Refuses to share the history. Emits `history` with an error. */
	refuseHistory: method([], z.tuple([]), (world) => refuseHistory(world)),
	/** Adds a customer to the contact book, or removes it. Emits `smb_app_state_sync`. */
	syncContact: method(
		['contact', 'action'],
		z.tuple([contactSchema, z.enum(['add', 'remove']).optional()]),
		(world, contact, action = 'add') => syncContact(world, world.customers.of(contact), action),
	),
} as const;
