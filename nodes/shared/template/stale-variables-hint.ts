import type { NodeHint } from 'n8n-workflow';
import { TEXT_OF } from './text-field';

const CHOSEN = 'String($rawParameter.template)';
const FIELDS = '($rawParameter.templateVariables?.schema ?? [])';
const IS_TEXT_OF_ANOTHER = `id.startsWith("${TEXT_OF}") && !id.startsWith("${TEXT_OF}" + ${CHOSEN} + ":")`;

/**
 * Says that the variables in the form are those of another template. n8n asks for them anew only if it can resolve every
 * expression of the form, which it can't before the previous nodes have run.
 */
export const staleVariablesHint: NodeHint = {
	message:
		'The variables in this form are still those of the template that you chose before. Close this node and open it again.',
	type: 'warning',
	location: 'ndv',
	whenToDisplay: 'always',
	displayCondition: `={{ !${CHOSEN}.startsWith("=") && ${FIELDS}.some(({ id }) => ${IS_TEXT_OF_ANOTHER}) }}`,
};
