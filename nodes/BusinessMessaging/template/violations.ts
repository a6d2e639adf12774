import type { Path } from '../../../base';
import { isObject, writtenPath } from '../../../base';
import type { FoundViolation } from '../../../engine';
import { toViolation } from '../../../engine';
import { ProblemList } from '../../shared/errors/item-errors';

/** What the form calls a field of the definition. */
const OF_DEFINITION: Readonly<Record<string, string>> = {
	name: 'Name',
	language: 'Language',
	category: 'Category',
	components: 'The template',
	parameter_format: 'Variable Format',
	message_send_ttl_seconds: 'Time to Live (Seconds)',
};

/** What the form calls the samples of the body. */
const BODY_SAMPLES = 'Body Samples';

/** What the form calls a component, and each of its fields. */
const OF_COMPONENT: Readonly<Record<string, { whole: string; fields?: Readonly<Record<string, string>> }>> = {
	HEADER: { whole: 'Header', fields: { text: 'Header Text', example: 'Header Sample' } },
	BODY: { whole: 'Body', fields: { example: BODY_SAMPLES } },
	FOOTER: { whole: 'Footer', fields: { code_expiration_minutes: 'Code Expires After (Minutes)' } },
	BUTTONS: { whole: 'Buttons' },
	CAROUSEL: { whole: 'Carousel Cards' },
	LIMITED_TIME_OFFER: {
		whole: 'Limited-Time Offer',
		fields: { 'limited_time_offer.has_expiration': 'Offer Expires' },
	},
};

const OF_BUTTON: Readonly<Record<string, string>> = {
	type: 'Type',
	text: 'Label',
	url: 'URL',
	phone_number: 'Phone Number',
	example: 'Sample',
	otp_type: 'Password Button',
};

const fieldOf = (given: unknown, name: string): unknown => (isObject(given) ? given[name] : undefined);
const entryOf = (given: unknown, index: number): unknown =>
	Array.isArray(given) ? (given as unknown[])[index] : undefined;
const numbered = (what: string, index: number) => `${what} ${index + 1}`;
const joined = (...labels: string[]) => labels.filter((label) => label !== '').join(', ');

function placeInComponent(component: unknown, index: number, path: Path): string {
	const [list, place, ...rest] = path;
	if (list === 'cards' && typeof place === 'number') {
		const card = entryOf(fieldOf(component, 'cards'), place);
		return joined(numbered('Card', place), placeInComponents(card, rest));
	}
	if (list === 'buttons' && typeof place === 'number') {
		const [field = ''] = rest;
		return joined(numbered('Button', place), OF_BUTTON[field] ?? String(field));
	}
	const type = String(fieldOf(component, 'type') ?? '').toUpperCase();
	const label = OF_COMPONENT[type];
	return label ? (label.fields?.[writtenPath(path)] ?? label.whole) : numbered('Component', index);
}

/** A place in what has components: a definition, or a card. */
function placeInComponents(given: unknown, path: Path): string {
	const [list, index, ...rest] = path;
	if (list !== 'components') return writtenPath(path);
	if (typeof index !== 'number') return '';
	return placeInComponent(entryOf(fieldOf(given, 'components'), index), index, rest);
}

/** Where a rule is broken, by the labels of the form: `Button 1, Sample`. */
export function placeOf(definition: unknown, { path }: Pick<FoundViolation, 'path'>): string {
	return OF_DEFINITION[writtenPath(path)] ?? (placeInComponents(definition, path) || 'The template');
}

/** The violations with the place of each by the labels of the form. */
export const placed = (definition: unknown, violations: readonly FoundViolation[]) =>
	violations.map((violation) => ({ where: placeOf(definition, violation), ...toViolation(violation) }));

/**
 * Refuses a definition that breaks a rule for certain. Warnings pass.
 * @param isJson whether the form has the definition as JSON, so that the problems say how to write it there
 * @param misnamed what is wrong with the names of the body's samples, said instead of that some are missing
 * @throws ProblemList of every broken rule: where, and how to fix it
 */
export function refuseViolations(
	definition: unknown,
	violations: readonly FoundViolation[],
	isJson: boolean,
	misnamed: readonly string[] = [],
): void {
	const problems = violations
		.filter(({ severity }) => severity === 'error')
		.flatMap((violation) => {
			const where = placeOf(definition, violation);
			if (where === BODY_SAMPLES && misnamed.length > 0) return misnamed;
			const { message } = isJson ? toViolation(violation) : violation;
			return `${where}: ${message}`;
		});
	if (problems.length > 0) throw new ProblemList('Nothing was submitted.', [...new Set(problems)]);
}

/** The warnings as an item carries them. */
export function warningsOf(definition: unknown, violations: readonly FoundViolation[]) {
	return placed(definition, violations)
		.filter(({ severity }) => severity === 'warning')
		.map(({ where, path, rule, message }) => ({ where, path, rule, message }));
}
