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
	/** Tells the page where workflows are edited, and how to log in there. Without an editor, the page names none. */
	setEditor: method(['editor'], z.tuple([editor.optional()]), (world, given) => {
		world.editor = given;
	}),
	/** Forgets the webhook, as if none had been set. The API can only replace it. */
	unsetWebhook: method([], z.tuple([]), (world) => {
		world.webhook = undefined;
	}),
	/** Delivers an event once more, by the id of its delivery. */
	resend: method(['deliveryId'], z.tuple([z.string()]), ({ webhooks }, deliveryId) => {
		const last = webhooks.log.of(deliveryId).at(-1);
		if (last === undefined) throw new ControlError(`no delivery has the id ${deliveryId}`);
		webhooks.resend(last);
	}),
} as const;
