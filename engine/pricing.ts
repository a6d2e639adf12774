import type { Pricing } from './events/messaging-event';

/** What the platform charges a message as, in both generations of its prices (docs/interface.md, Prices). */
export interface SendPricing {
	/** `PMP` (per message), or `CBP` (per conversation) before July 2025. */
	model?: string;
	/** `regular` is charged, `free_…` isn't. */
	type?: string;
	category?: string;
	billable?: boolean;
	/** `paid_exempt` of governments and non-profits, who pay nothing (docs/interface.md, Prices). */
	subtype?: string;
}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

/** What is kept of a status's pricing; `undefined` if it says nothing that is known. */
export function pricingOfSend(given: Pricing | undefined): SendPricing | undefined {
	const model = text(given?.pricing_model);
	const type = text(given?.type);
	const category = text(given?.category);
	const subtype = text(given?.subtype);
	const billable = typeof given?.billable === 'boolean' ? given.billable : undefined;
	const pricing = {
		...(model !== undefined && { model }),
		...(type !== undefined && { type }),
		...(category !== undefined && { category }),
		...(billable !== undefined && { billable }),
		...(subtype !== undefined && { subtype }),
	};
	return Object.keys(pricing).length === 0 ? undefined : pricing;
}
