import { to } from '../../shared/common-fields';
import { contentFields, freeformType, textFields } from '../../shared/message/content';
import type { Operation } from '../../shared/operation';
import { countActions, prepareSend } from './prepare-send';
import { sendOptions } from './send-options';

/** Sends freeform content of any type without asking the rules. */
export const sendMessage: Operation = {
	value: 'sendMessage',
	name: 'Send Message',
	description:
		'Send a file, buttons, list, location, contacts, reaction, or link. Allowed only within 24 hours of the last message from the customer.',
	action: 'Send a file, buttons, list or location',
	fields: [to, freeformType, ...textFields, ...contentFields],
	options: sendOptions,
	forEachItem: (context) => prepareSend(context, { as: 'freeform', hasFreeform: true, hasTemplate: false }),
	hint: countActions,
};
