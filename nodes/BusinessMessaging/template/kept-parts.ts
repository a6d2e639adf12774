import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../../../base';
import type { TemplateComponent } from '../../../platform';
import { normalizeName } from '../../../platform';
import { partsOf, samplesOf } from '../../shared/template/template-variables';

/** Where a text has its samples, as a list in order and by names. */
const SAMPLES: Readonly<Record<string, { inOrder(samples: string[]): object; named: string }>> = {
	HEADER: { inOrder: (samples) => ({ header_text: samples }), named: 'header_text_named_params' },
	BODY: { inOrder: (samples) => ({ body_text: [samples] }), named: 'body_text_named_params' },
};

/**
 * A part that the form fills in, with the samples that the template has for its variables, unless the form has others.
 * @param names the variables of its text
 * @param now the parts of the template
 */
export function withKeptSamples(
	part: TemplateComponent,
	names: readonly string[],
	now: readonly TemplateComponent[],
	isNamed: boolean,
): TemplateComponent {
	const keys = SAMPLES[normalizeName(part.type)];
	if (!keys || names.length === 0) return part;
	const before = now.filter((each) => normalizeName(each.type) === normalizeName(part.type));
	const had = new Map(partsOf(before).flatMap((each) => [...samplesOf(each)]));
	if (isNamed) {
		const given = ((part.example as IDataObject | undefined)?.[keys.named] ?? []) as Array<{
			param_name: string;
		}>;
		const kept = names
			.filter((name) => had.has(name) && !given.some((sample) => sample.param_name === name))
			.map((name) => ({ param_name: name, example: had.get(name) }));
		return kept.length === 0 ? part : { ...part, example: { [keys.named]: [...given, ...kept] } };
	}
	if (part.example !== undefined || !names.every((name) => had.has(name))) return part;
	const inOrder = [...names].sort((a, b) => Number(a) - Number(b));
	return { ...part, example: keys.inOrder(inOrder.map((name) => had.get(name)!)) };
}

/** Buttons whose label is the platform's own (docs/interface.md, Template components). */
const FIXED_LABEL: ReadonlySet<string> = new Set(['COPY_CODE', 'REQUEST_CONTACT_INFO']);

function withoutFixedLabel(button: unknown): unknown {
	if (!isObject(button) || !FIXED_LABEL.has(normalizeName(String(button.type)))) return button;
	const { text: _label, ...others } = button;
	return others;
}

/**
 * A part that a template keeps, as it's submitted again: without the labels that the platform lists for buttons but
 * doesn't take.
 */
export const submittedAgain = (part: TemplateComponent): TemplateComponent =>
	Array.isArray(part.buttons) ? { ...part, buttons: part.buttons.map(withoutFixedLabel) } : part;
