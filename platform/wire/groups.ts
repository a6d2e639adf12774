import * as z from 'zod';
import {
	GROUP_DESCRIPTION_LENGTH,
	GROUP_PAGE_MAX,
	GROUP_SUBJECT_LENGTH,
	PARTICIPANTS_PER_REMOVAL,
} from '../limits';
import { anyId, anyText, maybe, platformError, unixSeconds } from './common';
import { optionalText, requestText } from './request-text';

/** How customers who follow the invite link get in (platform-facts, section 3). The first is the default. */
const JOIN_APPROVAL_MODES = ['auto_approve', 'approval_required'] as const;

/** A field of a group's information that can be requested (interface, Group information). */
export type GroupInformationField =
	| 'id'
	| 'subject'
	| 'description'
	| 'join_approval_mode'
	| 'messaging_product'
	| 'creation_timestamp'
	| 'suspended'
	| 'total_participant_count'
	| 'participants';

/** What is asked for when a group is created (interface, Groups; bounds: platform-facts, section 3). */
export const newGroup = z.object({
	subject: requestText(GROUP_SUBJECT_LENGTH),
	description: optionalText(GROUP_DESCRIPTION_LENGTH),
	join_approval_mode: z
		.enum(JOIN_APPROVAL_MODES, { error: `is neither ${JOIN_APPROVAL_MODES.join(' nor ')}` })
		.optional(),
});
export type NewGroup = z.input<typeof newGroup>;

/** What of a group can be changed (interface, Groups). */
export const groupChange = z.object({
	subject: requestText(GROUP_SUBJECT_LENGTH).optional(),
	description: optionalText(GROUP_DESCRIPTION_LENGTH),
	profile_picture_file: requestText().optional(),
});
export type GroupChange = z.input<typeof groupChange>;

const PAGE_SIZE = `isn't a whole number from 1 to ${GROUP_PAGE_MAX}`;

/** Query of the group list (interface, limits). */
export const groupPageQuery = z.object({
	limit: z.number(PAGE_SIZE).int(PAGE_SIZE).min(1, PAGE_SIZE).max(GROUP_PAGE_MAX, PAGE_SIZE).optional(),
	after: requestText().optional(),
	before: requestText().optional(),
});
export type GroupPageQuery = z.input<typeof groupPageQuery>;

/** Participants to remove: phone numbers or account ids (interface, limits). */
export const participantsToRemove = z
	.array(requestText())
	.min(1, 'is empty')
	.max(PARTICIPANTS_PER_REMOVAL, {
		error: ({ input }) =>
			`has ${(input as unknown[]).length} participants, but one request can remove at most ${PARTICIPANTS_PER_REMOVAL}`,
	});

/** Join requests to decide on. */
export const joinRequestIds = z.array(requestText()).min(1, 'is empty');

/** Where the next and the previous page are (interface, Paging object). */
const paging = maybe(
	z.looseObject({
		cursors: maybe(z.looseObject({ after: maybe(anyText), before: maybe(anyText) })),
		next: maybe(z.string()),
		previous: maybe(z.string()),
	}),
).catch(undefined);
export type Paging = z.output<typeof paging>;

const groupSummary = z.looseObject({ id: anyId, subject: maybe(anyText), created_at: maybe(unixSeconds) });
export type GroupSummary = z.output<typeof groupSummary>;

/** One page of the group list. */
export const groupList = z.looseObject({
	data: z.looseObject({ groups: z.array(groupSummary) }),
	paging,
});
export type GroupList = z.output<typeof groupList>;

export const groupCreated = z.looseObject({ id: anyId });

/** A group; only the chosen fields are there. Times are Unix seconds. */
export const groupInformation = z.looseObject({
	id: maybe(anyId),
	subject: maybe(anyText),
	description: maybe(anyText),
	join_approval_mode: maybe(z.string()),
	messaging_product: maybe(z.string()),
	creation_timestamp: maybe(unixSeconds),
	suspended: maybe(z.boolean()),
	total_participant_count: maybe(z.number().int().nonnegative()),
	participants: maybe(z.array(z.looseObject({ wa_id: maybe(anyId) }))),
});
export type GroupInformation = z.output<typeof groupInformation>;

export const inviteLink = z.looseObject({ invite_link: z.string().min(1) });

const joinRequest = z.looseObject({
	join_request_id: anyId,
	wa_id: maybe(anyId),
	creation_timestamp: maybe(unixSeconds),
});
export type JoinRequest = z.output<typeof joinRequest>;

/** One page of the pending join requests. */
export const joinRequestList = z.looseObject({ data: z.array(joinRequest), paging });
export type JoinRequestList = z.output<typeof joinRequestList>;

/** What was done cannot be undone by an answer that is written otherwise: a list that cannot be read is empty. */
const listOf = <Item extends z.ZodType>(item: Item) =>
	z
		.array(item)
		.nullish()
		.transform((items) => items ?? [])
		.catch([]);

/** What became of each of several join requests; some may have failed (interface, Errors, rule 1). */
export const joinDecision = z.looseObject({
	approved_join_requests: listOf(anyId),
	rejected_join_requests: listOf(anyId),
	failed_join_requests: listOf(z.looseObject({ join_request_id: anyId, errors: listOf(platformError) })),
	errors: listOf(platformError),
});
export type JoinDecision = z.output<typeof joinDecision>;
