import type { ILoadOptionsFunctions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { text } from '../read/values';

/** Fills in the variables of a text. Two braces in a row would end n8n's expression. */
const FILL = String.raw`(text, valueOf) => text.replace(/[{]{2}\s*(\w+)\s*[}]{2}/g, (whole, name) => String(valueOf(name) || whole))`;

/** A template while it is written, with its samples. What the editor has switched to Expression stays as it is written. */
const OF_FORM = String.raw`((form) => {
	const fill = ${FILL};
	const plain = (text) => String(text ?? "").replace(/^=/, "");
	const body = plain(form.templateBody);
	const rows = form.bodySamples?.sample ?? [];
	const names = [...new Set([...body.matchAll(/[{]{2}\s*(\w+)\s*[}]{2}/g)].map((match) => match[1]))];
	const others = names.filter((name) => !rows.some((row) => row.name === name));
	const nth = (name) => /^\d+$/.test(name) ? rows[Number(name) - 1] : rows.filter((row) => !row.name)[others.indexOf(name)];
	const sampleOf = (name) => (rows.find((row) => row.name === name) ?? nth(name))?.value;
	const format = form.headerFormat ?? "";
	const header = format === "TEXT" ? fill(plain(form.headerText), () => form.headerSample) : format && "[" + format.toLowerCase() + "]";
	const buttons = (form.templateButtons?.button ?? []).map((button) => "[" + (plain(button.text) || (button.type === "COPY_CODE" ? "Copy code" : "…")) + "]");
	return [header, fill(body, sampleOf), plain(form.templateFooter), buttons.join(" ")].filter((part) => part !== "").join("\n\n");
})($rawParameter)`;

/** The chosen template, whose text the fields of its variables have, with the values for the item. */
const OF_MESSAGE = String.raw`((mapping) => {
	const fill = ${FILL};
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

/**
 * A list that nothing reads, with the message as its only entry. n8n (2.41) shows an expression's result as it was when
 * somebody last left its field, but fetches a list again as soon as a field changes that it depends on. So the list depends
 * on a hidden expression, whose result n8n sends along.
 */
const previewFields = (
	name: string,
	code: string,
	displayOptions: INodeProperties['displayOptions'],
): INodeProperties[] => [
	{
		displayName: 'Message',
		name: `${name}Text`,
		type: 'hidden',
		default: `={{ ${code.replace(/\s*\n\s*/g, ' ')} }}`,
		displayOptions,
	},
	{
		// Nothing in this list is an entity that has an ID.
		// eslint-disable-next-line n8n-nodes-base/node-param-display-name-wrong-for-dynamic-options
		displayName: 'Preview',
		name,
		type: 'options',
		noDataExpression: true,
		typeOptions: { loadOptionsMethod: 'getPreview', loadOptionsDependsOn: [`${name}Text`] },
		default: '',
		// eslint-disable-next-line n8n-nodes-base/node-param-description-wrong-for-dynamic-options
		description:
			'What the customer sees. Click to see all of it. The values of expressions are there once the nodes before were executed. The node ignores this field.',
		displayOptions,
	},
];

const NOTHING_YET = 'Nothing to show yet';

/** The message of a form as the only entry of its list: its parts one after the other, as a list has no line breaks. */
export function getPreview(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const { templatePreviewText, messagePreviewText } = this.getCurrentNodeParameters() ?? {};
	const message = text(templatePreviewText) || text(messagePreviewText);
	return Promise.resolve([{ name: message.replace(/\s*\n\s*/g, ' · ') || NOTHING_YET, value: '' }]);
}

/** A template while it is written. */
export const previewOfForm = previewFields('templatePreview', OF_FORM, {
	show: { definitionInput: ['fields'] },
});

/** The chosen template. A model fills in an agent's tool, so there is nothing to show yet. */
export const previewOfMessage = previewFields('messagePreview', OF_MESSAGE, {
	hide: { template: [''], '@tool': [true] },
});
