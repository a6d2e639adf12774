import { isObject, oneOf } from '../../../base';
import { TEMPLATE_NAME_LENGTH } from '../../../platform';
import type { Definition } from '../definition';
import { isFilled, itemsOf, nameOf, at, missingText, tooLong } from '../rule';
import type { Finding, Rule } from '../rule';

const CATEGORIES = ['UTILITY', 'MARKETING', 'AUTHENTICATION'];
const FORMATS = ['POSITIONAL', 'NAMED'];
const COMPONENTS = [
	'HEADER',
	'BODY',
	'FOOTER',
	'BUTTONS',
	'LIMITED_TIME_OFFER',
	'CAROUSEL',
	'CALL_PERMISSION_REQUEST',
];
/** `en`, `en_US`, `es_419`, `zh_Hans_CN`: a language, perhaps a script, perhaps a place or a region's number. */
const LANGUAGE = /^[a-z]{2,3}([_-][A-Za-z]{4})?([_-]([A-Za-z]{2,3}|\d{3}))?$/;

/** A rule about one field of the definition. */
function about(
	name: string,
	field: string,
	check: (value: unknown) => string | false | undefined,
): Rule<Definition> {
	return {
		name,
		check: ({ given, fields }) => isObject(given) && at([field], check(fields[field])),
	};
}

function repeatedComponents({ components }: Definition): Finding[] {
	const types = components.map(({ type }) => type);
	return types.flatMap((type, index) =>
		type !== '' && types.indexOf(type) < index
			? [
					{
						at: ['components', index],
						message: `There is already a ${type} component. A template can have only one of each type.`,
					},
				]
			: [],
	);
}

/** Name, language, category, and which components there are (docs/interface.md, Templates; Template components). */
export const definitionRules: ReadonlyArray<Rule<Definition>> = [
	{
		name: 'definition-form',
		check: ({ given }) =>
			!isObject(given) && 'A template must be an object with name, language, category, and components.',
	},
	about('name-required', 'name', (name) => missingText('The name', name)),
	about('name-length', 'name', (name) => tooLong('The name', name, TEMPLATE_NAME_LENGTH)),
	about(
		'name-characters',
		'name',
		(name) =>
			isFilled(name) &&
			!/^[a-z0-9_]+$/.test(name) &&
			'A name can contain only lowercase letters, digits, and underscores, for example order_update.',
	),
	about('language-required', 'language', (language) => missingText('The language', language)),
	about(
		'language-form',
		'language',
		(language) =>
			isFilled(language) &&
			!LANGUAGE.test(language) &&
			'A language must be a code such as en, or a language and a region such as en_US, es_419, or zh_Hans_CN.',
	),
	about('category', 'category', (category) =>
		CATEGORIES.includes(nameOf(category)) ? undefined : `The category must be ${oneOf(CATEGORIES)}.`,
	),
	about('parameter-format', 'parameter_format', (format) =>
		format === undefined || format === null || FORMATS.includes(nameOf(format))
			? undefined
			: `The variable format must be ${oneOf(FORMATS)}. If you leave it out, it's POSITIONAL.`,
	),
	about('components-required', 'components', (components) =>
		itemsOf(components).length > 0
			? undefined
			: 'A template must have a list of components. Add one with a BODY.',
	),
	{
		name: 'body-required',
		check: ({ components }) =>
			components.length > 0 &&
			!components.some(({ type }) => type === 'BODY') &&
			at(['components'], 'The BODY is missing. Every template needs one.'),
	},
	{
		name: 'component-type',
		check: ({ components }) =>
			components.flatMap(({ type }, index) =>
				COMPONENTS.includes(type)
					? []
					: [
							{
								at: ['components', index, 'type'],
								message: `A component's type must be ${oneOf(COMPONENTS)}.`,
							},
						],
			),
	},
	{ name: 'component-repeated', check: repeatedComponents },
	{
		name: 'category-change-unsupported',
		severity: 'warning',
		check: ({ fields }) =>
			fields.allow_category_change !== undefined &&
			at(
				['allow_category_change'],
				'allow_category_change is no longer supported. Remove it. The platform may change the category to MARKETING automatically.',
			),
	},
];
