import type { Operation } from '../operation';
import { autoOptions, ruleOptions, sendOptions } from './fields';
import { countActions, prepareSend } from './prepare-send';

/** Asks the rules, and sends what they allow: freeform content, the template, or nothing yet. */
export const sendAuto: Operation = {
	description: [],
	options: [...autoOptions, ...ruleOptions, ...sendOptions],
	prepare: (context) => prepareSend(context, { hasFreeform: true, hasTemplate: true }),
	hint: countActions,
};
