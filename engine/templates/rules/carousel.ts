import { isObject, oneOf } from '../../../base';
import { CAROUSEL_CARDS } from '../../../platform';
import type { Component } from '../definition';
import { readComponents } from '../definition';
import { fieldsOf, itemsOf, nameOf, at } from '../rule';
import type { Finding, Rule } from '../rule';

/** What a card is made of (docs/interface.md, Template components). */
const CARD_COMPONENTS = ['HEADER', 'BODY', 'BUTTONS'];

export const cardsOf = ({ fields }: Component) => itemsOf(fields.cards);

/** The components of a card, as the rules look at them. */
export function componentsOfCard({ category, format }: Component, card: unknown): Component[] {
	return readComponents(fieldsOf(card).components, { category, format, inCard: true });
}

/** Types of the components, format of the header, types of the buttons. */
function shapeOf(carousel: Component, card: unknown): string {
	return componentsOfCard(carousel, card)
		.map(({ type, fields }) =>
			[
				type,
				nameOf(fields.format),
				...itemsOf(fields.buttons).map((button) => nameOf(fieldsOf(button).type)),
			].join(':'),
		)
		.sort()
		.join();
}

function differentCards(carousel: Component): Finding[] {
	const cards = cardsOf(carousel);
	const first = shapeOf(carousel, cards[0]);
	return cards.flatMap((card, index) =>
		shapeOf(carousel, card) === first
			? []
			: [
					{
						at: ['cards', index],
						message:
							'All cards must have the same components, header format, and buttons. Make this card match the first one.',
					},
				],
	);
}

/**
 * Carousels (docs/interface.md, Template components). The content of the cards follows the rules of headers, bodies,
 * and buttons.
 */
export const carouselRules: ReadonlyArray<Rule<Component>> = [
	{
		name: 'carousel-cards',
		check: (carousel) => {
			const { least, most } = CAROUSEL_CARDS;
			const count = cardsOf(carousel).length;
			if (count >= least && count <= most) return undefined;
			return at(
				['cards'],
				`A carousel must have ${least} to ${most} cards, but this one has ${count}. Add or remove cards.`,
			);
		},
	},
	{
		name: 'carousel-category',
		check: ({ category }) =>
			category !== 'MARKETING' &&
			'A carousel requires the category MARKETING. Change the category or remove the carousel.',
	},
	{ name: 'carousel-same-shape', check: differentCards },
	{
		name: 'card-components',
		check: (carousel) =>
			cardsOf(carousel).flatMap((card, index): Finding[] => {
				const types = componentsOfCard(carousel, card).map(({ type }) => type);
				const fits = isObject(card) && types.length > 0;
				if (fits && types.every((type) => CARD_COMPONENTS.includes(type))) return [];
				const message = `A card must have a list of components, each of the type ${oneOf(CARD_COMPONENTS)}.`;
				return [{ at: ['cards', index, 'components'], message }];
			}),
	},
];
