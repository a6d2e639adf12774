import type { INodeProperties } from 'n8n-workflow';

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
	const buttons = (form.templateButtons?.button ?? []).map((button) => "[" + (plain(button.text) || "Copy code") + "]");
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
 * A field that nothing reads. Its default is an expression whose result n8n (2.41) shows when the node is opened, when
 * another item is looked at, and when the field is selected, as soon as the nodes before have run. n8n shows the code of
 * an expression in its field, so the field only names a hidden one, which has the code. n8n doesn't store a value that
 * equals the default, so a newer version may have another one.
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
		displayName: 'Preview',
		name,
		type: 'string',
		default: `={{ $parameter.${name}Text }}`,
		description:
			'What the customer sees. Click into the field to see the message as it is now: until then, the result can be older than your changes. If n8n asks you to execute the nodes before, do so: the values of the item come from there. The node ignores this field.',
		displayOptions,
	},
];

/** A template while it is written. */
export const previewOfForm = previewFields('templatePreview', OF_FORM, {
	show: { definitionInput: ['fields'] },
});

/** The chosen template. A model fills in an agent's tool, so there is nothing to show yet. */
export const previewOfMessage = previewFields('messagePreview', OF_MESSAGE, {
	hide: { template: [''], '@tool': [true] },
});
