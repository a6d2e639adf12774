import { CODE_EXPIRATION } from '../../../platform';
import type { Component, Definition } from '../definition';
import { fieldsOf, itemsOf, nameOf, at } from '../rule';
import type { Finding, Rule } from '../rule';

/** Of what an authentication template is made (docs/interface.md, Template components). */
const COMPONENTS: ReadonlySet<string> = new Set(['BODY', 'FOOTER', 'BUTTONS']);

const isGiven = (value: unknown) => value !== undefined && value !== null;

/** A rule about the components of one type in an authentication template. */
function about(
	name: string,
	type: string,
	field: string,
	check: (component: Component) => string | false | undefined,
	severity?: 'warning',
): Rule<Definition> {
	return {
		name,
		...(severity && { severity }),
		check: ({ category, components }) =>
			category === 'AUTHENTICATION'
				? components.flatMap((component, index): Finding[] => {
						const message = component.type === type && check(component);
						return message ? [{ at: ['components', index, field], message }] : [];
					})
				: undefined,
	};
}

const buttonTypes = ({ components }: Definition) =>
	components.flatMap(({ fields }) => itemsOf(fields.buttons).map((button) => nameOf(fieldsOf(button).type)));

/** Authentication templates: their texts are the platform's own (docs/interface.md, Template components). */
export const authenticationRules: ReadonlyArray<Rule<Definition>> = [
	{
		name: 'authentication-components',
		check: ({ category, components }) =>
			category === 'AUTHENTICATION'
				? components.flatMap(({ type }, index) =>
						COMPONENTS.has(type)
							? []
							: [
									{
										at: ['components', index],
										message:
											'An authentication template can have only a body, a footer, and a button. Remove this component.',
									},
								],
					)
				: undefined,
	},
	{
		name: 'authentication-button',
		check: (definition) => {
			const types = buttonTypes(definition);
			if (definition.category !== 'AUTHENTICATION' || (types.length === 1 && types[0] === 'OTP')) return;
			return at(
				['components'],
				'An authentication template must have exactly one button, for the one-time password.',
				'{ "type": "otp", "otp_type": "copy_code" }.',
			);
		},
	},
	about(
		'authentication-body',
		'BODY',
		'text',
		({ fields }) =>
			isGiven(fields.text) &&
			'The platform provides the text of authentication templates. Remove yours. The security recommendation adds a warning to it.',
		// The interface doesn't show these fields, and the platform's pages don't say that a text is refused.
		'warning',
	),
	about(
		'authentication-recommendation',
		'BODY',
		'add_security_recommendation',
		({ fields: { add_security_recommendation: value } }) =>
			isGiven(value) && typeof value !== 'boolean' && 'The security recommendation must be true or false.',
	),
	about(
		'authentication-footer',
		'FOOTER',
		'text',
		({ fields }) =>
			isGiven(fields.text) &&
			'The platform provides the footer of authentication templates. Remove yours, and say when the code expires instead.',
		'warning',
	),
	about('code-expiration', 'FOOTER', 'code_expiration_minutes', ({ fields }) => {
		const minutes = fields.code_expiration_minutes;
		const { least, most } = CODE_EXPIRATION;
		if (Number.isInteger(minutes) && Number(minutes) >= least && Number(minutes) <= most) return undefined;
		return `The time after which the code expires must be a whole number of minutes from ${least} to ${most}.`;
	}),
];
