import type { INodeProperties } from 'n8n-workflow';
import { ruleOptions, to } from '../../shared/common-fields';
import type { Operation } from '../../shared/operation';
import { template, templateVariables } from '../../shared/template/template-form';
import { countActions } from './prepare-send';
import { sendOptions } from './send-options';
import { askAndWait } from './wait/ask-and-wait';
import { listLabel, questionFields } from './wait/question-fields';
import { limitWaitTime } from './wait/wait-limit';

const remind: INodeProperties = {
	displayName: 'Remind When the Window Closes',
	name: 'remind',
	type: 'boolean',
	default: false,
	description:
		'Whether to send the template as a reminder when the conversation window closes before the customer responds. The node continues to wait.',
};

/** Asks the customer, in the form that the rules allow, and waits for the response in the chat. */
export const sendAndWait: Operation = {
	value: 'sendAndWait',
	name: 'Send and Wait for Response',
	description:
		'Ask the customer something, and wait for the response in the chat. Goes out as a message or as the template, whichever is allowed now.',
	action: 'Send a message and wait for the response',
	fields: [to, ...questionFields, template, templateVariables],
	options: [limitWaitTime, listLabel, remind, ...ruleOptions, ...sendOptions],
	forEachItem: askAndWait,
	hint: countActions,
};
