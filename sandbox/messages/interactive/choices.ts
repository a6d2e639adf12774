import * as z from 'zod';
import { limits } from '../limits';
import { common, replyButton } from './common';

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

/** Messages whose answer is a choice: reply buttons and lists. Facts, §5. */
export const choiceShapes = [
	z.object({
		type: z.literal('button'),
		...common,
		action: z.object({
			buttons: z
				.array(z.object({ type: z.literal('reply'), reply: replyButton }))
				.min(1)
				.max(limits.replyButtons),
		}),
	}),
	z.object({ type: z.literal('list'), ...common, action: list }),
] as const;
