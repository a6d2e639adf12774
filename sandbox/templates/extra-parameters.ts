import type { TemplateComponent, TemplateParameter } from '../messages/template-shape';
import { platformRefusal } from '../refusal';
import { componentOf, type Template, type TemplateButtonDefinition } from './template';

/** Product carousels are approved with two cards and sent with up to ten. Facts 2026, §6. */
const MOST_CARDS = 10;

/** An offer that expires needs its expiration: 131008. Facts, §4. */
export function checkOffer(template: Template, parameters: readonly TemplateParameter[]): void {
	const offer = componentOf(template, 'LIMITED_TIME_OFFER')?.limited_time_offer;
	if (!isRecord(offer) || offer.has_expiration !== true) return;
	if (parameters.some(({ type }) => type === 'limited_time_offer')) return;
	throw platformRefusal(131008, 'limited_time_offer: expiration_time_ms is missing');
}

/** Only a button that opens a flow takes its token and its data: 132012. Facts 2026, §5. */
export function checkFlowButtons(
	buttons: readonly TemplateButtonDefinition[],
	components: readonly TemplateComponent[],
): void {
	for (const component of components) {
		if (component.type !== 'button') continue;
		const approved = buttons[component.index]?.type.toUpperCase();
		if (approved === undefined || (approved === 'FLOW') === (component.sub_type === 'flow')) continue;
		const received = component.sub_type.toUpperCase();
		throw platformRefusal(
			132012,
			`buttons: Button at index ${component.index} is of type ${approved}, received ${received}`,
		);
	}
}

/** A carousel needs its cards: exactly as many as were approved, or up to ten products. Facts 2026, §6: 132000. */
export function checkCarousel(template: Template, components: readonly TemplateComponent[]): void {
	const approved: unknown = componentOf(template, 'CAROUSEL')?.cards;
	if (!Array.isArray(approved)) return;
	const sent = components.find((component) => component.type === 'carousel')?.cards.length ?? 0;
	const fits = isOfProducts(approved)
		? sent >= approved.length && sent <= MOST_CARDS
		: sent === approved.length;
	if (fits) return;
	throw platformRefusal(
		132000,
		`carousel: number of cards (${sent}) does not match the expected number of cards (${approved.length})`,
	);
}

function isOfProducts(cards: readonly unknown[]): boolean {
	return JSON.stringify(cards).toUpperCase().includes('"FORMAT":"PRODUCT"');
}

function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null;
}
