import type { Operation } from '../operation';
import { prepareSend } from './prepare-send';

/** Sends a template as asked; the gateway has the last word. */
export const sendTemplate: Operation = {
	description: [],
	prepare: (context) => prepareSend(context, { as: 'template', hasFreeform: false, hasTemplate: true }),
};
