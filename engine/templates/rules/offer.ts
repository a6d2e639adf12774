import { OFFER_TEXT_LENGTH } from '../../../platform';
import type { Component } from '../definition';
import { fieldsOf, at, missingText, tooLong } from '../rule';
import type { Rule } from '../rule';

const offerOf = ({ fields }: Component) => fieldsOf(fields.limited_time_offer);
const AT = 'limited_time_offer';

/**
 * Limited-time offers (docs/interface.md, Template components). The body beside one is shorter: see the body's rules.
 */
export const offerRules: ReadonlyArray<Rule<Component>> = [
	{
		name: 'offer-text-required',
		check: (offer) =>
			at([AT, 'text'], missingText('The text of the limited-time offer', offerOf(offer).text)),
	},
	{
		name: 'offer-text-length',
		check: (offer) =>
			at([AT, 'text'], tooLong('The text of the limited-time offer', offerOf(offer).text, OFFER_TEXT_LENGTH)),
	},
	{
		name: 'offer-has-expiration',
		check: (offer) => {
			const { has_expiration: expires } = offerOf(offer);
			if (expires === undefined || typeof expires === 'boolean') return undefined;
			return at([AT, 'has_expiration'], 'Whether the offer expires must be true or false.');
		},
	},
	{
		name: 'offer-category',
		check: ({ category }) =>
			category !== 'MARKETING' &&
			'A limited-time offer requires the category MARKETING. Change the category or remove the offer.',
	},
	{
		name: 'offer-without-footer',
		check: ({ types }) =>
			types.includes('FOOTER') &&
			"A template can't have both a limited-time offer and a footer. Remove one of them.",
	},
];
