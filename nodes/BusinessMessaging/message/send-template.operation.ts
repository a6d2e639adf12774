import type { Operation } from '../operation';
import { sendOptions } from './fields';
import { prepareSend } from './prepare-send';

/** Sends a template as asked; the gateway has the last word. */
export const sendTemplate: Operation = {
	description: [],
	options: sendOptions,
	prepare: (context) => prepareSend(context, { as: 'template', hasFreeform: false, hasTemplate: true }),
};
