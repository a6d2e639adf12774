import { eventFactCatalogue, factCatalogue, operatorCatalogue } from '../../../engine';

const NAMED = [factCatalogue, eventFactCatalogue, operatorCatalogue].flatMap((catalogue) =>
	Object.entries(catalogue).map(([name, { label }]: [string, { label: string }]) => [label, name] as const),
);

/** How the linter says that a list of conditions is empty, which a form has without any. */
const NO_CONDITIONS = /^A condition has the form .* The list can't be empty\.$/;

/** A problem in the words of the form, which shows the labels of facts and operators, not the names in the document. */
export function labelsOnly(message: string): string {
	if (NO_CONDITIONS.test(message)) return 'Add a condition.';
	const inForm = message.replaceAll(' (in JSON: true or false)', '');
	return NAMED.reduce(
		(text, [label, name]) =>
			text.replaceAll(`${label} (${name})`, label).replaceAll(`"${label}" (${name})`, `"${label}"`),
		inForm,
	);
}
