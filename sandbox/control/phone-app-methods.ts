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
