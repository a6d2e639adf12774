import { isObject } from '../../../base';
import type { TemplateComponent } from '../../../platform';
import { normalizeName } from '../../../platform';

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
