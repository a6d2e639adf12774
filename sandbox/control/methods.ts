import * as z from 'zod';
import { granularities, pricingAnalytics } from '../billing/analytics';
import { billOf } from '../billing/bill';
import { contactSchema } from '../identity';
import type { SentMessage } from '../messages/ledger';
import { customerMethods } from './customer-methods';
import { groupMethods } from './group-methods';
import { method } from './method';
import { agentMethods, phoneAppMethods } from './responder-methods';
import { templateMethods } from './template-methods';
import { accountMethods, simulatorMethods, worldMethods } from './world-methods';

/** What a test or a person can make happen behind the gateway. Every method returns a promise. */
export const actions = {
	...customerMethods,
	...agentMethods,
	...templateMethods,
	...groupMethods,
	...accountMethods,
	...phoneAppMethods,
	...simulatorMethods,
	...worldMethods,
} as const;

const filterSchema = z
	.strictObject({
		to: z.union([contactSchema, z.string()]).optional(),
		type: z.string().optional(),
		template: z.string().optional(),
		status: z.enum(['accepted', 'sent', 'delivered', 'read', 'played', 'failed']).optional(),
		callbackData: z.string().optional(),
	})
	.optional();

type Filter = NonNullable<z.output<typeof filterSchema>>;

const period = z
	.strictObject({
		month: z
			.string()
			.regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'must be a month such as 2026-10')
			.optional(),
	})
	.optional();

const seconds = z.number().int().min(0);

const analyticsQuery = z.strictObject({ start: seconds, end: seconds, granularity: z.enum(granularities) });

/** What the platform charges. */
const billingRecords = {
	bill: method(['period'], z.tuple([period]), (world, { month } = {}) => billOf(world, month)),
	pricingAnalytics: method(['query'], z.tuple([analyticsQuery]), pricingAnalytics),
} as const;

/** What has happened. These methods return at once. */
export const records = {
	sent: method(['filter'], z.tuple([filterSchema]), ({ customers, ledger }, { to, ...filter } = {}) => {
		const customer = to === undefined ? undefined : customers.find(to);
		const isTo = (message: SentMessage) =>
			to === undefined ||
			message.to === to ||
			(customer !== undefined && ledger.customerOf(message) === customer);
		return ledger.sent.filter((message) => isTo(message) && fits(message, filter));
	}),
	violations: method([], z.tuple([]), ({ ledger }) => [...ledger.violations]),
	deliveries: method([], z.tuple([]), ({ webhooks }) => [...webhooks.log.attempts]),
	...billingRecords,
	delivery: method(['deliveryId'], z.tuple([z.string()]), ({ webhooks }, id) => webhooks.log.of(id)),
} as const;

function fits(message: SentMessage, { type, template, status, callbackData }: Omit<Filter, 'to'>): boolean {
	return (
		(type === undefined || message.type === type) &&
		(template === undefined || message.template?.name === template) &&
		(status === undefined || message.status === status) &&
		(callbackData === undefined || message.callbackData === callbackData)
	);
}
