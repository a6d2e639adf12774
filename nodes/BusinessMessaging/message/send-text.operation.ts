import type { INodeProperties } from 'n8n-workflow';
import { shownFor } from '../operation';
import type { Operation } from '../operation';
import { sendOptions } from './fields';
import { prepareSend } from './prepare-send';

const text: INodeProperties = {
	displayName: 'Text',
	name: 'text',
	type: 'string',
	typeOptions: { rows: 3 },
	required: true,
	default: '',
	description: 'At most 4,096 characters',
};

/** Sends freeform text as asked; the gateway has the last word. */
export const sendText: Operation = {
	description: shownFor('message', 'sendText', [text]),
	options: sendOptions,
	prepare: (context) => prepareSend(context, { as: 'freeform', hasFreeform: true, hasTemplate: false }),
};
