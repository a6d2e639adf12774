import { to } from '../../shared/fields/recipient-fields';
import { textFields } from '../../shared/message/content';
import type { Operation } from '../../shared/operation';
import { prepareSend } from './prepare-send';
import { sendOptions } from './send-options';

/** Sends freeform text without asking the rules. */
export const sendText: Operation = {
	value: 'sendText',
	name: 'Send Text',
	description: 'Send freeform text',
	action: 'Send a text message',
	fields: [to, ...textFields],
	options: sendOptions,
	forEachItem: (context) => prepareSend(context, { as: 'freeform', hasFreeform: true, hasTemplate: false }),
};
