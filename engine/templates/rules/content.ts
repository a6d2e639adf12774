import type { Definition } from '../definition';
import { isFilled } from '../rule';
import type { Rule } from '../rule';

/** Words for which the platform's policies are likely to object (docs/interface.md, Template variables). */
const OBJECTIONABLE: ReadonlyArray<readonly [rule: string, words: RegExp, message: string]> = [
	[
		'policy-sensitive-data',
		/\b((full |credit |debit )?card number|account number|social security|national id(entifier|entity)?|passport number|cvv|pin code)\b/i,
		"The platform rejects texts that ask for card numbers, account numbers, or national identifiers. Ask only for the last digits, or don't ask.",
	],
	[
		'policy-threat',
		/\b(legal action|we will sue|take you to court|or else)\b/i,
		'The platform rejects texts that contain threats. Say what happens without a threat.',
	],
];

const MARKETING_WORDS =
	/\b(discount|sale|coupon|promo(tion|code)?|special offer|limited time|buy now|free gift|cashback)\b|\d\s?% off/i;

const textsOf = ({ components }: Definition) =>
	components.flatMap(({ fields }, index) =>
		isFilled(fields.text) ? [{ at: ['components', index, 'text'], text: fields.text }] : [],
	);

/** What only the platform judges: all of it warnings, from words that often lead to a rejection. */
export const contentRules: ReadonlyArray<Rule<Definition>> = [
	...OBJECTIONABLE.map(([name, words, message]): Rule<Definition> => ({
		name,
		severity: 'warning',
		check: (definition) =>
			textsOf(definition)
				.filter(({ text }) => words.test(text))
				.map(({ at }) => ({ at, message })),
	})),
	{
		name: 'category-fits-content',
		severity: 'warning',
		check: (definition) =>
			definition.category === 'UTILITY'
				? textsOf(definition)
						.filter(({ text }) => MARKETING_WORDS.test(text))
						.map(({ at }) => ({
							at,
							message:
								'This reads like marketing, so the platform may reject the category UTILITY (TAG_CONTENT_MISMATCH) or change it. Choose MARKETING, or reword the text.',
						}))
				: undefined,
	},
];
