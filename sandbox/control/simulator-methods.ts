import * as z from 'zod';
import { ControlError } from './arguments';
import { method } from './method';

const editor = z.strictObject({
	url: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }),
	email: z.string().optional(),
	password: z.string().optional(),
});

/** What a person does on the page. */
export const simulatorMethods = {
	setEditor: method(['editor'], z.tuple([editor.optional()]), (world, given) => {
		world.editor = given;
	}),
	unsetWebhook: method([], z.tuple([]), (world) => {
		world.webhook = undefined;
	}),
	resend: method(['deliveryId'], z.tuple([z.string()]), ({ webhooks }, deliveryId) => {
		const last = webhooks.log.of(deliveryId).at(-1);
		if (last === undefined) throw new ControlError(`no delivery has the id ${deliveryId}`);
		webhooks.resend(last);
	}),
} as const;
