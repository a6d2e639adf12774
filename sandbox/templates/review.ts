import type { World } from '../world';
import { isMiscategorised } from './category';
import { componentOf, type Template } from './template';

/** Why the platform rejects a template at once: its `rejected_reason`, and what is wrong. */
export interface Objection {
	readonly reason: string;
	readonly details: string;
}

const ANY_VARIABLE = /\{\{[^{}]*\}\}/g;
const WELL_FORMED = /^\{\{(\d+|[a-z][a-z0-9_]*)\}\}$/;
const SENSITIVE = /\b(card number|account number|social security|national id(entifier)?|passport number)\b/i;
const THREATENING = /\b(legal action|we will sue|or else)\b/i;

/** Interface, "Template parameter rules": each rule, and whether a text breaks it. */
const TEXT_RULES: readonly (readonly [details: string, breaks: (text: string) => boolean])[] = [
	['starts or ends with a parameter', (text) => /^\s*\{\{[^{}]*\}\}|\{\{[^{}]*\}\}\s*$/.test(text)],
	['two parameters are adjacent', (text) => /\}\}[\s\p{Cf}]*\{\{/u.test(text)],
	['a parameter has unmatched braces', (text) => /\{\{|\}\}|\{\d+\}/.test(text.replace(ANY_VARIABLE, ' '))],
	['a parameter is not written {{n}}', (text) => variables(text).some((one) => !WELL_FORMED.test(one))],
	['parameters are not numbered 1, 2, 3 without gaps', hasGaps],
	['too many parameters for its length', (text) => words(text) < new Set(variables(text)).size],
];

/** What the platform objects to in a submitted template, if anything. */
export function objectionTo(world: World, template: Template): Objection | undefined {
	const texts = ['HEADER', 'BODY'].map((type) => componentOf(template, type)?.text ?? '');
	for (const [details, breaks] of TEXT_RULES) {
		if (texts.some((text) => text !== '' && breaks(text))) return { reason: 'INVALID_FORMAT', details };
	}
	const all = template.components.map(({ text = '' }) => text).join('\n');
	if (SENSITIVE.test(all)) return { reason: 'SCAM', details: 'asks for sensitive identifiers' };
	if (THREATENING.test(all)) return { reason: 'ABUSIVE_CONTENT', details: 'threatens' };
	if (hasTwin(world, template)) {
		return { reason: 'INVALID_FORMAT', details: 'has the body and footer of another template' };
	}
	const mismatch = isMiscategorised(template) && world.settings.categoryMismatch === 'reject';
	return mismatch ? { reason: 'TAG_CONTENT_MISMATCH', details: 'the category does not fit' } : undefined;
}

function hasGaps(text: string): boolean {
	const numbers = variables(text).flatMap((variable) => /\d+/.exec(variable) ?? []);
	if (numbers.length < variables(text).length) return false;
	const distinct = [...new Set(numbers.map(Number))].sort((a, b) => a - b);
	return distinct.some((number, index) => number !== index + 1);
}

function hasTwin({ templates }: World, template: Template): boolean {
	const wording = wordingOf(template);
	return templates.some(
		(other) => other.name !== template.name && other.status !== 'REJECTED' && wordingOf(other) === wording,
	);
}

function wordingOf(template: Template): string {
	const texts = ['BODY', 'FOOTER'].map((type) => componentOf(template, type)?.text);
	return texts[0] === undefined ? template.id : JSON.stringify(texts);
}

function variables(text: string): string[] {
	return text.match(ANY_VARIABLE) ?? [];
}

function words(text: string): number {
	return text.replace(ANY_VARIABLE, ' ').match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
}
