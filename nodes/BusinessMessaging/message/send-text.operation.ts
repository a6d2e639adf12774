import { to } from '../../shared/common-fields';
import { textFields } from '../../shared/message/content';
import type { Operation } from '../../shared/operation';
import { countActions, prepareSend } from './prepare-send';
import { sendOptions } from './send-options';
import { markAsReadOption } from './show-typing';

/** Sends freeform text without asking the rules. */
export const sendText: Operation = {
	value: 'sendText',
	name: 'Send Text',
	description: 'Send freeform text. Allowed only within 24 hours of the last message from the customer.',
	action: 'Send a text (only if the customer wrote within 24 hours)',
	fields: [to, ...textFields],
	options: [...sendOptions, markAsReadOption],
	forEachItem: (context) => prepareSend(context, { as: 'freeform', hasFreeform: true, hasTemplate: false }),
	hint: countActions,
};
