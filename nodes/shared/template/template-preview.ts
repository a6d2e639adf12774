import type { ILoadOptionsFunctions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { text } from '../read/values';
import { BETWEEN_PARTS } from './template-variables';

/**
 * The chosen template, whose text the fields of its variables have, with the values for the item. Two braces in a row would
 * end n8n's expression.
 */
const OF_MESSAGE = String.raw`((mapping) => {
	const fill = (text, valueOf) => text.replace(/[{]{2}\s*(\w+)\s*[}]{2}/g, (whole, name) => String(valueOf(name) || whole));
	const fields = mapping.schema ?? [];
	const text = fields.find((field) => field.id.startsWith("template_text_"))?.options?.[0];
	const resolved = (value) => typeof value === "string" && value.startsWith("=") ? $evaluateExpression(value.slice(1)) : value;
	const valueOf = (id, name) => {
		try {
			return mapping.mappingMode === "autoMapInputData" ? $json[id] ?? $json[name] : resolved(mapping.value?.[id]);
		} catch {
			return undefined;
		}
	};
	const seen = new Set();
	return fill(text?.description ?? text?.name ?? "", (name) => {
		const isInHeader = fields.some((field) => field.id === "header_" + name) && !seen.has(name);
		seen.add(name);
		return valueOf((isInHeader ? "header_" : "body_") + name, name);
	});
})($rawParameter.templateVariables ?? ({}))`;

/** The hidden expressions that the preview depends on: a template that is written or changed, or a message. */
const PREVIEWED = { templatePreviewText: 'Template', messagePreviewText: 'Message' } as const;

/** A model fills in an agent's tool, so there is nothing to show yet. */
const SHOWN = { hide: { template: [''], '@tool': [true] } };

/**
 * What a preview shows, as an expression: its result is sent along when n8n fetches the list of the preview. `name`: one of
 * those that the list depends on
 */
export const previewed = (name: keyof typeof PREVIEWED, code: string): INodeProperties => ({
	displayName: PREVIEWED[name],
	name,
	type: 'hidden',
	default: `={{ ${code.replace(/\s*\n\s*/g, ' ')} }}`,
	displayOptions: SHOWN,
});

/**
 * A list that nothing reads, with the message as its entry. n8n (2.41) shows an expression's result as it was when
 * somebody last left its field, but fetches a list again as soon as a field changes that it depends on. So the list depends
 * on a hidden expression, whose result n8n sends along.
 */
export const preview: INodeProperties = {
	// Nothing in this list is an entity that has an ID.
	// eslint-disable-next-line n8n-nodes-base/node-param-display-name-wrong-for-dynamic-options
	displayName: 'Preview',
	name: 'preview',
	type: 'options',
	noDataExpression: true,
	typeOptions: { loadOptionsMethod: 'getPreview', loadOptionsDependsOn: Object.keys(PREVIEWED) },
	default: '',
	// eslint-disable-next-line n8n-nodes-base/node-param-description-wrong-for-dynamic-options
	description:
		'What the customer sees. Click to see all of it, and what an edit changes. The values of expressions are there once the nodes before were executed. The node ignores this field.',
	displayOptions: SHOWN,
};

const NOTHING_YET = 'Nothing to show yet';

/** A message as an entry of the preview: its parts one after the other, as a list has no line breaks. */
export const asEntry = (message: string): INodePropertyOptions => ({
	name: message.replace(/\s*\n\s*/g, BETWEEN_PARTS) || NOTHING_YET,
	value: '',
});

/** The preview of a message. */
export function getPreview(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return Promise.resolve([asEntry(text(this.getCurrentNodeParameters()?.messagePreviewText))]);
}

/** The chosen template with its values. */
export const previewOfMessage = [previewed('messagePreviewText', OF_MESSAGE), preview];
