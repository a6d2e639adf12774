import { shownFor } from '../operation';
import type { Operation } from '../operation';
import { optionsField, sendOptions, template, templateVariables, to } from './fields';
import { prepareSend } from './prepare-send';

/** Sends a template as asked; the gateway has the last word. */
export const sendTemplate: Operation = {
	description: shownFor('message', 'sendTemplate', [
		to,
		{ ...template, required: true },
		templateVariables,
		optionsField(sendOptions),
	]),
	prepare: (context) => prepareSend(context, { as: 'template', hasText: false, hasTemplate: true }),
};
