import * as z from 'zod';
import { reportAgentStatus } from '../agent-replies';
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
	addCustomer: method(
		['customer'],
		z.tuple([z.strictObject({ from: contactSchema, ...identityShape })]),
		(world, given) => ({ userId: world.customers.described(identityOf(given)).userId }),
	),
	customerWrites: method(['message'], z.tuple([written]), (world, { from, ...given }) => {
		const customer = world.customers.described(identityOf({ from, ...given }));
		const isChange = given.type === 'system' && given.message === undefined;
		if (isChange) return changeIdentity(world, customer, { phone: randomPhone(customer.phone) });
		return customerWrites(world, customer, given);
	}),
	changeIdentity: method(['change'], z.tuple([change]), (world, { contact, ...given }) =>
		changeIdentity(world, world.customers.of(contact), given),
	),
	customerCalls: method(
		['call'],
		z.tuple([z.strictObject({ from: contactSchema, ...identityShape })]),
		(world, given) => customerCalls(world, world.customers.described(identityOf(given))),
	),
	customerReads: method(
		['messageId', 'status'],
		z.tuple([z.string(), z.enum(['read', 'played']).optional()]),
		(world, messageId, status = 'read') => {
			const message = world.ledger.find(messageId);
			if (message === undefined && reportAgentStatus(world, messageId, status)) return;
			if (message === undefined) throw new ControlError(`no message ${messageId} was accepted`);
			reportStatus(world, message, status);
		},
	),
	knownAs: method(['contact', 'waId'], z.tuple([contactSchema, contactSchema]), (world, contact, waId) => {
		world.customers.alias(contact, world.customers.of(waId));
	}),
	goOffline: method(['contact'], z.tuple([contactSchema]), (world, contact) =>
		goOffline(world, world.customers.of(contact)),
	),
	comeOnline: method(['contact'], z.tuple([contactSchema]), (world, contact) =>
		comeOnline(world, world.customers.of(contact)),
	),
	optOut: method(
		['contact', 'value'],
		z.tuple([contactSchema, z.enum(['stop', 'resume']).optional()]),
		(world, contact, value = 'stop') => setPreference(world, world.customers.of(contact), value),
	),
} as const;
