import { BODY_EMOJI, CARD_BODY_LENGTH, OFFER_BODY_LENGTH, TEMPLATE_BODY_LENGTH } from '../../../platform';
import type { Component } from '../definition';
import { textOf, at, missingText, tooLong } from '../rule';
import type { Rule } from '../rule';
import { sampleProblems } from './examples';

const SAMPLES = { POSITIONAL: 'body_text', NAMED: 'body_text_named_params', nested: true };

function longestBody({ inCard, types }: Component): number {
	if (inCard) return CARD_BODY_LENGTH;
	return types.includes('LIMITED_TIME_OFFER') ? OFFER_BODY_LENGTH : TEMPLATE_BODY_LENGTH;
}

/** The body of an authentication template is the platform's own. */
const isOwn = ({ category }: Component) => category !== 'AUTHENTICATION';

/** Bodies (docs/interface.md, Template components). */
export const bodyRules: ReadonlyArray<Rule<Component>> = [
	{
		name: 'body-text-required',
		check: (body) => isOwn(body) && at(['text'], missingText('The text of the body', body.fields.text)),
	},
	{
		name: 'body-length',
		check: (body) => at(['text'], tooLong('The text of the body', body.fields.text, longestBody(body))),
	},
	{
		name: 'body-example',
		check: (body) => {
			const { text, example } = body.fields;
			return sampleProblems(text, example, body.format, SAMPLES);
		},
	},
	{
		name: 'emoji-count',
		severity: 'warning',
		check: ({ fields }) => {
			const count = textOf(fields.text)?.match(/\p{Extended_Pictographic}/gu)?.length ?? 0;
			if (count <= BODY_EMOJI) return undefined;
			return at(['text'], `The platform may refuse a body with ${count} emoji. Use fewer.`);
		},
	},
];
