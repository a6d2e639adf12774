import { FOOTER_TEXT_LENGTH } from '../../../platform';
import type { Component } from '../definition';
import { textOf, at, missingText, tooLong } from '../rule';
import type { Rule } from '../rule';

/** The footer of an authentication template says how long the code is valid, in the platform's words. */
const isOwn = ({ category }: Component) => category !== 'AUTHENTICATION';

/** Footers (docs/interface.md, Template components). */
export const footerRules: ReadonlyArray<Rule<Component>> = [
	{
		name: 'footer-text-required',
		check: (footer) =>
			isOwn(footer) && at(['text'], missingText('The text of the footer', footer.fields.text)),
	},
	{
		name: 'footer-length',
		check: ({ fields }) => at(['text'], tooLong('The text of the footer', fields.text, FOOTER_TEXT_LENGTH)),
	},
	{
		name: 'footer-parameters',
		check: ({ fields }) =>
			/\{\{[^{}]*\}\}/.test(textOf(fields.text) ?? '') &&
			at(['text'], "A footer can't have variables. Write the actual words, or use the body."),
	},
];
