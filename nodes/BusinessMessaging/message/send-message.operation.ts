import type { Operation } from '../operation';
import { sendOptions } from './fields';
import { prepareSend } from './prepare-send';

/** Sends freeform content of any type as asked; the gateway has the last word. */
export const sendMessage: Operation = {
	description: [],
	options: sendOptions,
	prepare: (context) => prepareSend(context, { as: 'freeform', hasFreeform: true, hasTemplate: false }),
};
