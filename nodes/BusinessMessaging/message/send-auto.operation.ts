import type { INodeProperties } from 'n8n-workflow';
import { shownFor } from '../operation';
import type { Operation } from '../operation';
import { optionsField, ruleOptions, sendOptions, template, templateVariables, to } from './fields';
import { countActions, prepareSend } from './prepare-send';

const freeformText: INodeProperties = {
	displayName: 'Freeform Text',
	name: 'text',
	type: 'string',
	typeOptions: { rows: 3 },
	default: '',
	description:
		'Sent while the conversation window is open: within 24 hours of the last message of the customer',
};

/** Asks the rules, and sends what they allow: freeform text, the template, or nothing yet. */
export const sendAuto: Operation = {
	description: shownFor('message', 'sendAuto', [
		to,
		freeformText,
		{ ...template, description: 'Sent when no conversation is active' },
		templateVariables,
		optionsField([...ruleOptions, ...sendOptions]),
	]),
	prepare: (context) => prepareSend(context, { hasText: true, hasTemplate: true }),
	hint: countActions,
};
