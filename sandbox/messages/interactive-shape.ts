import * as z from 'zod';
import { limits } from './limits';

const text = z.object({ text: z.string().min(1) });
const common = { header: z.record(z.string(), z.unknown()).optional(), body: text, footer: text.optional() };

const reply = z.object({
	type: z.literal('reply'),
	reply: z.object({
		id: z.string().min(1).max(limits.replyId),
		title: z.string().min(1).max(limits.replyTitle),
	}),
});

const section = z.object({
	title: z.string().max(limits.rowTitle).optional(),
	rows: z
		.array(
			z.object({
				id: z.string().min(1).max(limits.rowId),
				title: z.string().min(1).max(limits.rowTitle),
				description: z.string().max(limits.rowDescription).optional(),
			}),
		)
		.min(1),
});

const list = z
	.object({
		button: z.string().min(1).max(limits.listButton),
		sections: z.array(section).min(1),
	})
	.refine(
		({ sections }) => sections.reduce((rows, { rows: { length } }) => rows + length, 0) <= limits.listRows,
		`at most ${limits.listRows} rows in all`,
	);

/** `interactive` of an interactive message. Facts, §5. */
export const interactiveShape = z.discriminatedUnion('type', [
	z.object({
		type: z.literal('button'),
		...common,
		action: z.object({ buttons: z.array(reply).min(1).max(limits.replyButtons) }),
	}),
	z.object({ type: z.literal('list'), ...common, action: list }),
	z.object({
		type: z.literal('cta_url'),
		...common,
		action: z.object({
			name: z.literal('cta_url'),
			parameters: z.object({ display_text: z.string().min(1).max(limits.replyTitle), url: z.url() }),
		}),
	}),
	z.object({
		type: z.literal('location_request_message'),
		body: text,
		action: z.object({ name: z.literal('send_location') }),
	}),
	z.object({
		type: z.literal('flow'),
		...common,
		action: z.object({ name: z.literal('flow'), parameters: z.record(z.string(), z.unknown()) }),
	}),
]);
