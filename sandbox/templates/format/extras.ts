import type { Definition } from '../definition';
import type { TemplateComponentDefinition } from '../template';
import { templateLimits } from './limits';
import { isList, lengthProblems, valueOf } from './texts';

/** A limited-time offer: a short text, in a MARKETING template without a footer. */
export function offerProblems(
	offer: TemplateComponentDefinition,
	{ category, components }: Definition,
): string[] {
	const text = valueOf(offer.limited_time_offer, 'text');
	return [
		...lengthProblems(
			'LIMITED_TIME_OFFER text',
			typeof text === 'string' ? text : undefined,
			templateLimits.offerText,
		),
		...(category === 'MARKETING' ? [] : ['LIMITED_TIME_OFFER needs the category MARKETING']),
		...(components.some(({ type }) => type.toUpperCase() === 'FOOTER')
			? ['LIMITED_TIME_OFFER and FOOTER exclude each other']
			: []),
	];
}

/** A carousel: two to ten cards that have the same components. */
export function carouselProblems({ cards }: TemplateComponentDefinition): string[] {
	const { min, max } = templateLimits.cards;
	if (!isList(cards, min) || cards.length > max) return [`CAROUSEL needs ${min} to ${max} cards`];
	const shapes = new Set(cards.map(shapeOf));
	return shapes.size === 1 ? [] : ['CAROUSEL cards must have the same components'];
}

/** A call permission request: in MARKETING and UTILITY templates. Facts 2026, §6. */
export function callPermissionProblems(
	_component: TemplateComponentDefinition,
	{ category }: Definition,
): string[] {
	if (category !== 'AUTHENTICATION') return [];
	return ['CALL_PERMISSION_REQUEST needs the category MARKETING or UTILITY'];
}

function shapeOf(card: unknown): string {
	const components = valueOf(card, 'components');
	if (!Array.isArray(components)) return 'none';
	return components.map((component: unknown) => String(valueOf(component, 'type')).toUpperCase()).join();
}
