import type { Operation } from '../operation';
import { sendOptions } from './fields';
import { prepareSend } from './prepare-send';

/** Sends freeform text as asked; the gateway has the last word. */
export const sendText: Operation = {
	description: [],
	options: sendOptions,
	prepare: (context) => prepareSend(context, { as: 'freeform', hasFreeform: true, hasTemplate: false }),
};
