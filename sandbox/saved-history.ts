import * as z from 'zod';
import type { ChatEntry } from './chat-log';
import type { Customer } from './customers/customer';
import type { SentMessage } from './messages/ledger';
import type { World } from './world';

/** So many of the newest lines of chats, and of the newest messages, are kept: the file is written after each change. */
const KEPT = 2_000;

const text = z.string();
const time = z.number();
const keys = z.array(text);
const objects = z.array(z.record(text, z.unknown()));

const charge = z.object({
	type: z.enum(['regular', 'free_entry_point', 'free_customer_service', 'free_group_customer_service']),
	category: text,
	subtype: z.literal('paid_exempt').optional(),
});

const entryPoint = z.object({ id: text, expiresAt: time });

const sentMessage = z.object({
	id: text,
	at: time,
	to: text,
	userId: text.optional(),
	type: text,
	recipientType: z.enum(['individual', 'group']),
	body: z.record(text, z.unknown()),
	status: z.enum(['accepted', 'sent', 'delivered', 'read', 'played', 'failed']),
	error: z.object({ code: time, title: text }).optional(),
	template: z.object({ name: text, language: text }).optional(),
	callbackData: text.optional(),
});

const sent = z.object({
	message: sentMessage,
	/** The key of the customer; none of a group. */
	customer: text.optional(),
	billable: z
		.object({
			category: text,
			entryPoint: entryPoint.optional(),
			charge: charge.optional(),
			charges: z.array(z.tuple([text, charge])),
			told: keys,
		})
		.optional(),
});

const chatEntry = z.object({
	id: text,
	at: time,
	conversation: text,
	by: z.enum(['customer', 'business', 'agent', 'phone-app', 'note']),
	type: text,
	content: z.unknown(),
	author: text.optional(),
	replyTo: text.optional(),
	/** The ID of the business's message. */
	sent: text.optional(),
	definition: objects.optional(),
	read: z.boolean().optional(),
	typingUntil: time.optional(),
});

const group = z.object({
	id: text,
	sequence: time,
	createdAt: time,
	joinApprovalMode: z.enum(['auto_approve', 'approval_required']),
	subject: text,
	description: text,
	suspended: z.boolean(),
	inviteLink: text,
	participants: keys,
	joinRequests: z.array(z.object({ id: text, customer: text, createdAt: time })),
});

const billedUnit = charge.extend({
	messageId: text,
	to: text,
	userId: text,
	at: time,
	day: text,
	market: text,
	currency: text.nullable(),
	price: time.nullable(),
	cost: time.nullable(),
});

/** What was said and sent, the groups, and the bill. Files of before don't have it. */
export const savedHistory = z.object({
	chats: z.array(chatEntry),
	sent: z.array(sent),
	groups: z.array(group),
	bill: z.array(billedUnit),
	entryPoints: z.object({
		cameAt: z.array(z.tuple([text, time])),
		open: z.array(z.tuple([text, entryPoint])),
	}),
});

type SavedHistory = z.infer<typeof savedHistory>;

function sentOf({ billing, ledger }: World, message: SentMessage): SavedHistory['sent'][number] {
	const billable = billing.of(message);
	const customer = ledger.customerOf(message)?.key;
	return {
		message: message as SavedHistory['sent'][number]['message'],
		...(customer !== undefined && { customer }),
		...(billable && {
			billable: {
				category: billable.category,
				...(billable.entryPoint && { entryPoint: billable.entryPoint }),
				...(billable.charge && { charge: billable.charge }),
				charges: [...billable.charges],
				told: [...billable.told],
			},
		}),
	};
}

const entryOf = ({ sent: message, ...entry }: ChatEntry) =>
	({ ...entry, ...(message && { sent: message.id }) }) as SavedHistory['chats'][number];

/** What is kept of what was said and sent, of the groups, and of the bill. */
export const historyOf = (world: World): SavedHistory => ({
	chats: world.chats.entries.slice(-KEPT).map(entryOf),
	sent: world.ledger.sent.slice(-KEPT).map((message) => sentOf(world, message)),
	groups: world.groups.all.map(({ participants, joinRequests, ...each }) => ({
		...each,
		participants: [...participants].map(({ key }) => key),
		joinRequests: [...joinRequests.values()].map((request) => ({
			...request,
			customer: request.customer.key,
		})),
	})),
	bill: world.billing.units.all as SavedHistory['bill'],
	entryPoints: world.entryPoints.saved,
});

/** Takes it over into a world whose customers are there already. */
export function takeHistory(world: World, saved: SavedHistory): void {
	const customers = new Map(world.customers.all.map((customer) => [customer.key, customer]));
	const known = (key: string | undefined) => (key === undefined ? undefined : customers.get(key));
	const isKnown = (customer: Customer | undefined): customer is Customer => customer !== undefined;
	for (const { message, customer, billable } of saved.sent) {
		const taken = message as SentMessage;
		world.ledger.take(taken, known(customer));
		if (!billable) continue;
		world.billing.note(taken, billable.category);
		const noted = world.billing.of(taken)!;
		noted.entryPoint = billable.entryPoint;
		noted.charge = billable.charge as typeof noted.charge;
		for (const [key, each] of billable.charges) noted.charges.set(key, each as typeof noted.charge & object);
		for (const key of billable.told) noted.told.add(key);
	}
	for (const { sent: id, ...entry } of saved.chats) {
		const message = id === undefined ? undefined : world.ledger.find(id);
		world.chats.take({ ...entry, ...(message && { sent: message }) } as ChatEntry);
	}
	for (const { participants, joinRequests, ...each } of saved.groups) {
		const requests = joinRequests.flatMap(({ customer: key, ...request }) => {
			const customer = known(key);
			return customer ? [[request.id, { ...request, customer }] as const] : [];
		});
		world.groups.take({
			...each,
			participants: new Set(participants.map(known).filter(isKnown)),
			joinRequests: new Map(requests),
		});
	}
	for (const unit of saved.bill)
		world.billing.units.add(unit as Parameters<typeof world.billing.units.add>[0]);
	world.entryPoints.take(saved.entryPoints);
}
