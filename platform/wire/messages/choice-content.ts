import * as z from 'zod';
import {
	LINK_LABEL_LENGTH,
	LIST_BODY_LENGTH,
	LIST_BUTTON_LENGTH,
	LIST_ROWS,
	LIST_SECTIONS,
	REPLY_BUTTONS,
	REPLY_ID_LENGTH,
	REPLY_TITLE_LENGTH,
	ROW_DESCRIPTION_LENGTH,
	ROW_ID_LENGTH,
	ROW_TITLE_LENGTH,
	SECTION_TITLE_LENGTH,
} from '../../message-limits';
import { optionalText, requestText } from '../request-text';
import { areDifferent, around, linkUrl, namedAction } from './around-content';

const replyButton = z.looseObject({
	type: z.literal('reply', "isn't reply"),
	reply: z.looseObject({ id: requestText(REPLY_ID_LENGTH), title: requestText(REPLY_TITLE_LENGTH) }),
});

const row = z.looseObject({
	id: requestText(ROW_ID_LENGTH),
	title: requestText(ROW_TITLE_LENGTH),
	description: optionalText(ROW_DESCRIPTION_LENGTH),
});

const sections = z
	.array(
		z.looseObject({
			title: optionalText(SECTION_TITLE_LENGTH),
			rows: z.array(row, 'has no rows').min(1, 'has no rows'),
		}),
		"isn't a list of sections",
	)
	.min(1, 'has no sections')
	.max(LIST_SECTIONS, `has more than ${LIST_SECTIONS} sections`)
	.refine(
		(all) => all.flatMap(({ rows }) => rows).length <= LIST_ROWS,
		`has more than ${LIST_ROWS} rows in total`,
	)
	.refine(
		(all) => areDifferent(all.flatMap(({ rows }) => rows.map(({ id }) => id))),
		'has rows with the same ID',
	)
	.refine((all) => all.length === 1 || all.every(({ title }) => title), 'needs a title for each section');

/** A button that opens a link. */
export const linkAction = namedAction('cta_url').extend({
	parameters: z.looseObject({ display_text: requestText(LINK_LABEL_LENGTH), url: linkUrl }),
});

/** Messages with buttons, a list, or a link (platform-facts, section 5). */
export const choiceContents = {
	button: z.looseObject({
		...around(),
		action: z.looseObject({
			buttons: z
				.array(replyButton, 'has no buttons')
				.min(1, 'has no buttons')
				.max(REPLY_BUTTONS, `has more than ${REPLY_BUTTONS} buttons`)
				.refine((all) => areDifferent(all.map(({ reply }) => reply.id)), 'has buttons with the same ID'),
		}),
	}),
	list: z.looseObject({
		...around(LIST_BODY_LENGTH),
		action: z.looseObject({ button: requestText(LIST_BUTTON_LENGTH), sections }),
	}),
	cta_url: z.looseObject({ ...around(), action: linkAction }),
} as const;
