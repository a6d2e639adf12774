import type { NodeHint } from 'n8n-workflow';

/** The fields with a template's text, as the form stores them. */
const TEXTS = ['templateBody', 'headerText', 'templateFooter', 'templateButtons', 'moreParts', 'definition'];

// Two braces in a row would end n8n's expression.
const STORED = `JSON.stringify([${TEXTS.map((name) => `$rawParameter[${JSON.stringify(name)}]`).join(', ')}])`;
const HAS_VARIABLE = String.raw`/"=[^"]*[{]{2}\s*(\d+|[A-Za-z_]\w*)\s*[}]{2}/`;

/** Says that a template's variables survive a field that the editor has switched to Expression. */
export const variablesHint: NodeHint = {
	message:
		'Variables of the template, such as {{1}}, stay as you wrote them. The result that n8n shows below the field leaves out their braces, but the template keeps them.',
	type: 'info',
	location: 'ndv',
	whenToDisplay: 'always',
	displayCondition: `={{ $parameter["resource"] === "template" && ${HAS_VARIABLE}.test(${STORED}) }}`,
};
