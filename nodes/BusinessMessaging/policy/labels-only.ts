import { factCatalogue, operatorCatalogue } from '../../../engine';

const NAMED = Object.entries({ ...factCatalogue, ...operatorCatalogue }).map(
	([name, { label }]) => [label, name] as const,
);

/** A problem in the words of the form, which shows the labels of facts and operators, not the names in the document. */
export function labelsOnly(message: string): string {
	const inForm = message.replaceAll(' (in JSON: true or false)', '');
	return NAMED.reduce(
		(text, [label, name]) =>
			text.replaceAll(`${label} (${name})`, label).replaceAll(`"${label}" (${name})`, `"${label}"`),
		inForm,
	);
}
