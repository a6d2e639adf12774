import { to } from '../../shared/fields/recipient-fields';
import { contentFields, freeformType, textFields } from '../../shared/message/content';
import type { Operation } from '../../shared/operation';
import { prepareSend } from './prepare-send';
import { sendOptions } from './send-options';

/** Sends freeform content of any type without asking the rules. */
export const sendMessage: Operation = {
	value: 'sendMessage',
	name: 'Send Message',
	description: 'Send a file, location, contacts, reaction, buttons, list, or link',
	action: 'Send other content',
	fields: [to, freeformType, ...textFields, ...contentFields],
	options: sendOptions,
	forEachItem: (context) => prepareSend(context, { as: 'freeform', hasFreeform: true, hasTemplate: false }),
};
