import { to } from '../../shared/common-fields';
import type { Operation } from '../../shared/operation';
import { template, templateVariables } from '../../shared/template/template-form';
import { countActions, prepareSend } from './prepare-send';
import { sendOptions } from './send-options';

/** No rule decides when it goes out. */
const sentAsAsked = { ...template, hint: 'Goes out at any time, once the platform has approved it' };

/** Sends a template without asking the rules. */
export const sendTemplate: Operation = {
	value: 'sendTemplate',
	name: 'Send Template',
	description: 'Send a template that the platform has approved. Allowed at any time.',
	action: 'Send a template message',
	fields: [to, sentAsAsked, templateVariables],
	options: sendOptions,
	forEachItem: (context) => prepareSend(context, { as: 'template', hasFreeform: false, hasTemplate: true }),
	hint: countActions,
};
