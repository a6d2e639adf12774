import * as z from 'zod';
import { reportAgentStatus } from '../agent-replies';
import { customerCalls, customerWrites, setPreference, changeForms, changeIdentity } from '../customers/acts';
import type { Identity } from '../customers/directory';
import { isUserId, randomPhone, contactSchema } from '../identity';
import { comeOnline, goOffline } from '../messages/progress';
import { reportStatus } from '../messages/statuses';
import { ControlError, method } from './method';

/** A BSUID or parent BSUID. */
const userIdSchema = z.string().refine(isUserId, 'must be a user ID such as US.1349 or US.ENT.1349');

/** Further ids and names of a customer, besides the phone number or user ID in `from`. */
const identityShape = {
	userId: userIdSchema.optional(),
	parentUserId: userIdSchema.optional(),
	username: z.string().min(1).optional(),
	phone: z.boolean().optional(),
	name: z.string().optional(),
};

interface Given extends Omit<Identity, 'phone' | 'showsPhone'> {
	readonly from: string;
	readonly phone?: boolean | undefined;
}

/** The identity that a control method was given. */
function identityOf({ from, userId, phone: showsPhone, ...names }: Given): Identity {
	const { parentUserId, username, name } = names;
	const ids = isUserId(from) ? { userId: from } : { phone: from, userId };
	return { ...ids, parentUserId, username, name, showsPhone };
}

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
		z.tuple([z.strictObject({ from: contactSchema, ...identityShape, list: z.string().min(1).optional() })]),
		(world, { list, ...given }) => {
			const customer = world.customers.described(identityOf(given));
			customer.list = list ?? customer.list;
			return { userId: customer.userId };
		},
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
		['messageId', 'status', 'contact'],
		z.tuple([z.string(), z.enum(['read', 'played']).optional(), contactSchema.optional()]),
		(world, messageId, status = 'read', contact = undefined) => {
			const message = world.ledger.find(messageId);
			if (message === undefined && reportAgentStatus(world, messageId, status)) return;
			if (message === undefined) throw new ControlError(`no message ${messageId} was accepted`);
			if (contact !== undefined && message.recipientType !== 'group') {
				throw new ControlError(
					'contact says who reads a message to a group: leave it out for other messages',
				);
			}
			const member = contact === undefined ? undefined : world.customers.of(contact);
			reportStatus(world, message, status, { ...(member && { member }) });
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
