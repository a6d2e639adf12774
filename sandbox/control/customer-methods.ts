import * as z from 'zod';
import { customerCalls } from '../customers/customer-calls';
import { customerWrites } from '../customers/customer-writes';
import { changeForms, changeIdentity } from '../customers/identity-change';
import { setPreference } from '../customers/preference';
import { randomPhone } from '../customers/random-phone';
import { isUserId } from '../customers/user-id';
import { contactSchema } from '../identity';
import { comeOnline, goOffline } from '../messages/offline';
import { reportStatus } from '../messages/statuses';
import { ControlError } from './arguments';
import { identityOf, identityShape, userIdSchema } from './identity-arguments';
import { method } from './method';

const written = z.strictObject({
	from: contactSchema,
	...identityShape,
	text: z.string().optional(),
	group: z.string().min(1).optional(),
	type: z.string().min(1).optional(),
	replyTo: z.string().min(1).optional(),
	message: z.record(z.string(), z.unknown()).optional(),
});

const change = z
	.strictObject({
		contact: contactSchema,
		phone: contactSchema.optional(),
		userId: userIdSchema.optional(),
		parentUserId: userIdSchema.optional(),
		form: z.enum(changeForms).optional(),
	})
	.refine(({ phone }) => phone === undefined || !isUserId(phone), 'phone must be a phone number');

/** What customers do. */
export const customerMethods = {
	/**
	 * Introduces a customer without an event: by phone number or user ID in `from`, with further ids. `phone: false`
	 * hides the number from events, `phone: true` always shows it. Returns the customer's user ID.
	 */
	addCustomer: method(
		['customer'],
		z.tuple([z.strictObject({ from: contactSchema, ...identityShape })]),
		(world, given) => ({ userId: world.customers.described(identityOf(given)).userId }),
	),
	/**
	 * A customer writes. Returns the message's id. `type` other than text brings sample content. `message` replaces the
	 * content, or adds and replaces fields of the message if it names the type or `id`. `replyTo` is the id of a
	 * message that this one answers. The ids are those of `addCustomer`.
	 */
	customerWrites: method(['message'], z.tuple([written]), (world, { from, ...given }) => {
		const customer = world.customers.described(identityOf({ from, ...given }));
		const isChange = given.type === 'system' && given.message === undefined;
		if (isChange) return changeIdentity(world, customer, { phone: randomPhone(customer.phone) });
		return customerWrites(world, customer, given);
	}),
	/**
	 * A customer changes phone number (`phone`), and user ID with it, or only user ID. Emits a message of type
	 * `system`. Returns its id and the new user ID, random unless given.
	 */
	changeIdentity: method(['change'], z.tuple([change]), (world, { contact, ...given }) =>
		changeIdentity(world, world.customers.of(contact), given),
	),
	/** A customer calls the number. Opens the window. Returns the call's id. */
	customerCalls: method(
		['call'],
		z.tuple([z.strictObject({ from: contactSchema, ...identityShape })]),
		(world, given) => customerCalls(world, world.customers.described(identityOf(given))),
	),
	/** A customer reads a message of the business, or plays it. Emits the status. */
	customerReads: method(
		['messageId', 'status'],
		z.tuple([z.string(), z.enum(['read', 'played']).optional()]),
		(world, messageId, status = 'read') => {
			const message = world.ledger.find(messageId);
			if (message === undefined) throw new ControlError(`no message ${messageId} was accepted`);
			reportStatus(world, message, status);
		},
	),
	/** The platform knows a phone number or user ID by another `wa_id`, and answers sends to it with that one. */
	knownAs: method(['contact', 'waId'], z.tuple([contactSchema, contactSchema]), (world, contact, waId) => {
		world.customers.alias(contact, world.customers.of(waId));
	}),
	/** A customer's device goes offline: messages stay `sent`. */
	goOffline: method(['contact'], z.tuple([contactSchema]), (world, contact) =>
		goOffline(world, world.customers.of(contact)),
	),
	/** A customer's device comes back online and receives what has waited. */
	comeOnline: method(['contact'], z.tuple([contactSchema]), (world, contact) =>
		comeOnline(world, world.customers.of(contact)),
	),
	/** A customer stops, or resumes, marketing messages. Emits `user_preferences`. */
	optOut: method(
		['contact', 'value'],
		z.tuple([contactSchema, z.enum(['stop', 'resume']).optional()]),
		(world, contact, value = 'stop') => setPreference(world, world.customers.of(contact), value),
	),
} as const;
