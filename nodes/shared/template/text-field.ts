import { createHash } from 'node:crypto';
import type { ResourceMapperField } from 'n8n-workflow';
import type { TemplateReference } from './template-reference';
import { writeTemplateReference } from './template-reference';

/** The ID of the field with a template's text begins so, followed by the template's name, language, and a colon. */
export const TEXT_OF = 'template_text_';

const idStart = (reference: TemplateReference) => `${TEXT_OF}${writeTemplateReference(reference)}:`;

/**
 * The template's text as the first field, which nobody can change; the label says if it is the only one. It is an
 * option without a value, because n8n shows the default of a text field only as long as no variable is filled in. The ID
 * names the template and follows the text, so that n8n doesn't keep the field of another template or an older text.
 */
export function textField(
	reference: TemplateReference,
	text: string,
	{ isOnly = false } = {},
): ResourceMapperField {
	return {
		id: `${idStart(reference)}${createHash('sha256').update(text).digest('hex').slice(0, 8)}`,
		displayName: isOnly ? 'This template has no variables. Its text:' : 'Text of the template',
		required: false,
		defaultMatch: false,
		canBeUsedToMatch: false,
		display: true,
		type: 'options',
		readOnly: true,
		options: [{ name: text, value: '' }],
	};
}

/** Whether the fields of a form are those of another template. */
export const areOfAnother = (
	fields: ReadonlyArray<Pick<ResourceMapperField, 'id'>>,
	reference: TemplateReference,
): boolean => fields.some(({ id }) => id.startsWith(TEXT_OF) && !id.startsWith(idStart(reference)));
