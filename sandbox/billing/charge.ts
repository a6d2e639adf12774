import type { Customer } from '../customers/customer';
import type { MessageStatus, SentMessage } from '../messages/ledger';
import { droppedAt } from '../messages/time-to-live';
import { findTemplate } from '../templates/template';
import type { World } from '../world';
import { isCharged, marketOf, unitOf } from './bill';
import { FREE_SERVICE, type Charge } from './billed-units';
import type { Billable } from './billing';
import { dayIn, monthOf } from './calendar';
import type { EntryPoint } from './entry-points';
import { countVolume } from './tiers';

/** Notes what an accepted message belongs to: a template's later category doesn't count for it. */
export function noteAccepted(world: World, message: SentMessage, customer?: Customer): void {
	world.billing.note(message, categoryOf(world, message, customer));
}

function categoryOf({ settings, templates }: World, message: SentMessage, customer?: Customer): string {
	const { template, recipientType } = message;
	const known = template && findTemplate(templates, template.name, template.language);
	const category = template === undefined ? 'service' : (known?.category ?? 'utility').toLowerCase();
	if (recipientType === 'group') return `group_${category}`;
	const isAbroad = customer !== undefined && settings.internationalMarkets.includes(marketOf(customer));
	return category === 'authentication' && isAbroad ? 'authentication-international' : category;
}

/**
 * Puts a message on the bill as its statuses come, and returns what the status says about the price. `customers` are
 * those that the status is about.
 *
 * Charged is what is delivered, once for each recipient, and `read` may come without `delivered`. The price comes once:
 * with `sent`, or with the status of the settings (docs/interface.md, Prices).
 */
export function billStatus(
	world: World,
	message: SentMessage,
	status: MessageStatus,
	customers: readonly Customer[],
): object {
	const billable = world.billing.of(message);
	if (billable === undefined || status === 'accepted') return {};
	if (status === 'sent') return billSent(world, message, billable, customers);
	if (status === 'failed') {
		world.billing.release(billable);
		return {};
	}
	return billArrival(world, message, billable, status, customers);
}

/** A message that is sent with a price keeps it. What is free then keeps its place in the free part. */
function billSent(
	world: World,
	message: SentMessage,
	billable: Billable,
	customers: readonly Customer[],
): object {
	const { billing, settings } = world;
	const customer = world.ledger.customerOf(message);
	billable.entryPoint = customer && world.entryPoints.whenSent(customer, settings.freeEntryPointMs);
	if (settings.pricing === 'none') return {};
	if (settings.pricing === 'conversation') return conversationFields(message, billable);
	const conversation = billable.entryPoint && { conversation: freeConversation(billable.entryPoint) };
	if (settings.pricingStatus !== 'sent') return { ...conversation };
	// Sending a reaction yields only `sent` (docs/interface.md, Message types): it is never delivered, so never charged.
	const units = message.type === 'reaction' ? 0 : customers.length;
	billable.charge = chargeOf(world, billable, units);
	if (isFreeService(billable.charge)) billing.reserve(billable, units, droppedAt(world, message));
	return { ...conversation, ...pricingFields(world, billable.charge) };
}

/** A message reached these customers. */
function billArrival(
	world: World,
	message: SentMessage,
	billable: Billable,
	status: MessageStatus,
	customers: readonly Customer[],
): object {
	const { pricing, pricingStatus } = world.settings;
	const reached = customers.filter(({ key }) => !billable.charges.has(key));
	const charge = billable.charge ?? chargeOf(world, billable, reached.length);
	for (const customer of reached) {
		billable.charges.set(customer.key, charge);
		const unit = unitOf(world, message, customer, charge);
		world.billing.arrive(billable, unit);
		if (isCharged(unit)) countVolume(world, unit, 1);
	}
	const isTime = pricingStatus === 'delivered' || (pricingStatus === 'read' && status !== 'delivered');
	if (billable.charge !== undefined || pricing !== 'message' || !isTime) return {};
	const untold = customers.find(({ key }) => !billable.told.has(key));
	for (const { key } of customers) billable.told.add(key);
	const told = untold && billable.charges.get(untold.key);
	return told === undefined ? {} : pricingFields(world, told);
}

/**
 * In a free entry point, everything is free. Service messages are free while the month's free part has room for all
 * `units`. All others are charged, also utility templates in an open window (since October 2026) (docs/interface.md, Prices).
 */
function chargeOf(world: World, { category, entryPoint }: Billable, units: number): Charge {
	if (entryPoint !== undefined) return { type: 'free_entry_point', category: 'referral_conversion' };
	const left = freeServiceLeft(world);
	if (category === 'service' && left >= Math.max(units, 1))
		return { type: 'free_customer_service', category };
	if (category === 'group_service' && left >= Math.max(units, 1)) {
		return { type: 'free_group_customer_service', category };
	}
	return { type: 'regular', category, ...(world.settings.paidExempt ? { subtype: 'paid_exempt' } : {}) };
}

const isFreeService = ({ type }: Charge) => FREE_SERVICE.some((free) => free === type);

/**
 * How many service messages are still free this month: those that were delivered, or are under way as free ones, are
 * taken off. The month is that of the account's time zone (docs/interface.md, Prices).
 */
export function freeServiceLeft({ billing, clock, settings }: World): number {
	const now = clock.now();
	const delivered = billing.units.count(monthOf(dayIn(settings.timeZone, now)), FREE_SERVICE);
	return Math.max(0, settings.freeServiceMessages - delivered - billing.reserved(now));
}

/**
 * The price as a status says it. Some write the international category with an underscore, and some nest the price of
 * groups in a conversation (docs/interface.md, Prices).
 */
function pricingFields({ settings }: World, { type, category, subtype }: Charge): object {
	const pricing = {
		billable: type === 'regular',
		pricing_model: 'PMP',
		type,
		category: settings.hyphenatedCategories ? category : category.replaceAll('-', '_'),
		...(subtype === undefined ? {} : { subtype }),
	};
	const isNested = settings.groupPricing === 'conversation' && category.startsWith('group_');
	return isNested ? { conversation: { pricing } } : { pricing };
}

/** A conversation comes with `sent` only in a free entry point (docs/interface.md, Prices). */
function freeConversation({ id, expiresAt }: EntryPoint) {
	return {
		id,
		expiration_timestamp: String(Math.floor(expiresAt / 1000)),
		origin: { type: 'referral_conversion' },
	};
}

/** Until July 2025, the price was the conversation's (`CBP`) (docs/interface.md, Prices). */
function conversationFields({ id }: SentMessage, { category, entryPoint }: Billable): object {
	if (entryPoint !== undefined) {
		const pricing = { billable: false, pricing_model: 'CBP', category: 'referral_conversion' };
		return { conversation: freeConversation(entryPoint), pricing };
	}
	return {
		conversation: { id: id.slice(-32), origin: { type: category } },
		pricing: { billable: !category.endsWith('service'), pricing_model: 'CBP', category },
	};
}
