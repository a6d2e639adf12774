import { findTemplate } from '../templates/template';
import type { World } from '../world';
import type { SentMessage } from './ledger';

/**
 * What a status says about the price: per message (`PMP`), or per conversation with the conversation (`CBP`, until
 * July 2025). It comes once, here with `sent`. Facts 2026, §2.
 */
export function pricingOf(world: World, sent: SentMessage): object {
	const { pricing } = world.settings;
	if (pricing === 'none') return {};
	const category = categoryOf(world, sent);
	const isService = category.endsWith('service');
	if (pricing === 'conversation') {
		const conversation = { id: sent.id.slice(-32), origin: { type: category } };
		return { conversation, pricing: { billable: !isService, pricing_model: 'CBP', category } };
	}
	const isFree = isService && isWithinFreePart(world);
	const free = sent.recipientType === 'group' ? 'free_group_customer_service' : 'free_customer_service';
	const type = isFree ? free : 'regular';
	return { pricing: { billable: !isFree, pricing_model: 'PMP', type, category } };
}

function categoryOf({ templates }: World, { template, recipientType }: SentMessage): string {
	const known = template && findTemplate(templates, template.name, template.language);
	const category = template === undefined ? 'service' : (known?.category ?? 'utility').toLowerCase();
	return recipientType === 'group' ? `group_${category}` : category;
}

/** Counts a service message, and returns whether it is one of the month's free ones. The month is in UTC. */
function isWithinFreePart({ clock, serviceMessages, settings }: World): boolean {
	const month = new Date(clock.now()).toISOString().slice(0, 7);
	const count = (serviceMessages.get(month) ?? 0) + 1;
	serviceMessages.set(month, count);
	return count <= settings.freeServiceMessages;
}
