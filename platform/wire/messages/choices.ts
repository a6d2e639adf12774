import * as z from 'zod';
import {
	LIST_ROWS,
	LIST_SECTIONS,
	REPLY_BUTTONS,
	REPLY_ID_LENGTH,
	REPLY_TITLE_LENGTH,
	ROW_DESCRIPTION_LENGTH,
	ROW_ID_LENGTH,
	ROW_TITLE_LENGTH,
	SECTION_TITLE_LENGTH,
} from '../../limits';
import { atMostEntries, optionalText, requestText } from '../common';

/** Whether several sections can be told apart. */
export const HAVE_TITLES = [
	(all: ReadonlyArray<{ title?: string }>) => all.length === 1 || all.every(({ title }) => title),
	'needs a title for each section',
] as const;

/** What the customer can choose, at its place in the list. */
interface Choice {
	at: Array<string | number>;
	id: string;
	title: string;
}

/** Refuses each choice that has the ID of an earlier one; with `byTitle`, also each that has its title. */
function refuseSame(choices: readonly Choice[], context: z.RefinementCtx, byTitle = false): void {
	for (const [index, { at, id, title }] of choices.entries()) {
		const earlier = choices
			.slice(0, index)
			.filter((one) => (id !== '' && one.id === id) || (byTitle && title !== '' && one.title === title));
		if (earlier.length === 0) continue;
		const field = earlier.some((one) => one.title === title) ? 'title' : 'id';
		const message = 'is the same as that of an earlier one. Each needs its own';
		context.addIssue({ code: 'custom', path: [...at, field], message });
	}
}

const replyButton = z.lazy(() =>
	z.looseObject({
		type: z.literal('reply', "isn't reply"),
		reply: z.looseObject({ id: requestText(REPLY_ID_LENGTH), title: requestText(REPLY_TITLE_LENGTH) }),
	}),
);

const listRow = z.lazy(() =>
	z.looseObject({
		id: requestText(ROW_ID_LENGTH),
		title: requestText(ROW_TITLE_LENGTH),
		description: optionalText(ROW_DESCRIPTION_LENGTH),
	}),
);

const NO_ROWS = 'is empty: add at least one row';

/** The sections of a list (docs/interface.md, Message types). */
export const listSections = z.lazy(() =>
	z
		.array(
			z.looseObject({
				title: optionalText(SECTION_TITLE_LENGTH),
				rows: z.array(listRow, NO_ROWS).min(1, NO_ROWS),
			}),
			"isn't a list of sections",
		)
		.min(1, 'is empty: add at least one section')
		.refine(...atMostEntries(LIST_SECTIONS))
		.superRefine((all, context) => {
			const { length } = all.flatMap(({ rows }) => rows);
			if (length <= LIST_ROWS) return;
			const message = `has ${length} rows in total, but only ${LIST_ROWS} are allowed`;
			context.addIssue({ code: 'custom', message });
		})
		.superRefine((all, context) => {
			const choices = all.flatMap(({ rows }, section) =>
				rows.map(({ id, title }, row) => ({ at: [section, 'rows', row], id, title })),
			);
			refuseSame(choices, context);
		})
		.refine(...HAVE_TITLES),
);

/** The buttons to reply with (docs/interface.md, Message types). */
export const replyButtons = z.lazy(() =>
	z
		.array(replyButton, 'is empty: add at least one button')
		.min(1, 'is empty: add at least one button')
		.refine(...atMostEntries(REPLY_BUTTONS, 'For more choices, send a list'))
		.superRefine((all, context) => {
			const choices = all.map(({ reply: { id, title } }, index) => ({ at: [index, 'reply'], id, title }));
			refuseSame(choices, context, true);
		}),
);
