import { ruleOptions, to } from '../../shared/common-fields';
import { contentFields, freeformType, textFields } from '../../shared/message/content';
import type { Operation } from '../../shared/operation';
import { template, templateVariables } from '../../shared/template/template-form';
import { countActions, prepareSend } from './prepare-send';
import { autoOptions, sendOptions } from './send-options';

/** Asks the rules, and sends what they allow: freeform content, the template, or nothing yet. */
export const sendAuto: Operation = {
	value: 'sendAuto',
	name: 'Send Auto',
	description:
		'Send the freeform content or the template, whichever is allowed now. If neither is, nothing goes out, and the item says why.',
	action: 'Send a message (text or template, whichever is allowed)',
	fields: [to, freeformType, ...textFields, ...contentFields, template, templateVariables],
	options: [...autoOptions, ...ruleOptions, ...sendOptions],
	forEachItem: (context) => prepareSend(context, { hasFreeform: true, hasTemplate: true }),
	hint: countActions,
};
