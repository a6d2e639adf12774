import * as z from 'zod';
import {
	GROUP_DESCRIPTION_LENGTH,
	GROUP_PAGE_MAX,
	GROUP_SUBJECT_LENGTH,
	PARTICIPANTS_PER_REMOVAL,
} from '../limits';
import type { PlatformError } from './common';
import {
	anyId,
	anyText,
	maybe,
	optionalText,
	platformError,
	product,
	requestText,
	unixSeconds,
} from './common';

/** How customers who follow the invite link get in (docs/interface.md, Groups). The first is the default. */
const JOIN_APPROVAL_MODES = ['auto_approve', 'approval_required'] as const;

/** A field of a group's information that can be requested (docs/interface.md, Groups). */
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

/** What is asked for when a group is created (docs/interface.md, Groups). */
export interface NewGroup {
	/** 1 to 128 characters. */
	subject: string;
	/** Up to 2,048 characters. */
	description?: string;
	/** `auto_approve` if left out. */
	join_approval_mode?: (typeof JOIN_APPROVAL_MODES)[number];
}

export const newGroup: z.ZodType<NewGroup> = z.lazy(() =>
	z.object({
		subject: requestText(GROUP_SUBJECT_LENGTH),
		description: optionalText(GROUP_DESCRIPTION_LENGTH),
		join_approval_mode: z
			.enum(JOIN_APPROVAL_MODES, { error: `is neither ${JOIN_APPROVAL_MODES.join(' nor ')}` })
			.optional(),
	}),
);

/** What of a group can be changed (docs/interface.md, Groups). What is left out stays. */
export interface GroupChange {
	subject?: string;
	description?: string;
	/** The handle of an uploaded picture. */
	profile_picture_file?: string;
}

export const groupChange: z.ZodType<GroupChange> = z.lazy(() =>
	z.object({
		subject: requestText(GROUP_SUBJECT_LENGTH).optional(),
		description: optionalText(GROUP_DESCRIPTION_LENGTH),
		profile_picture_file: requestText().optional(),
	}),
);

const PAGE_SIZE = `isn't a whole number from 1 to ${GROUP_PAGE_MAX}`;

/** Query of the group list (docs/interface.md, Groups). */
export interface GroupPageQuery {
	/** Groups a page, from 1 to 1,024. */
	limit?: number;
	/** The cursor of the page before. */
	after?: string;
	/** The cursor of the page behind. */
	before?: string;
}

export const groupPageQuery: z.ZodType<GroupPageQuery> = z.lazy(() =>
	z.object({
		limit: z.number(PAGE_SIZE).int(PAGE_SIZE).min(1, PAGE_SIZE).max(GROUP_PAGE_MAX, PAGE_SIZE).optional(),
		after: requestText().optional(),
		before: requestText().optional(),
	}),
);

/** Participants to remove: phone numbers or account ids (docs/interface.md, Groups). */
export const participantsToRemove = z.lazy(() =>
	z
		.array(requestText())
		.min(1, 'is empty')
		.max(PARTICIPANTS_PER_REMOVAL, {
			error: ({ input }) =>
				`has ${(input as unknown[]).length} participants, but one request can remove at most ${PARTICIPANTS_PER_REMOVAL}`,
		}),
);

/** Join requests to decide on. */
export const joinRequestIds = z.lazy(() => z.array(requestText()).min(1, 'is empty'));

/** Where the next and the previous page are (docs/interface.md, Groups). */
export interface Paging {
	cursors?: { after?: string; before?: string; [field: string]: unknown };
	next?: string;
	previous?: string;
	[field: string]: unknown;
}

const paging: z.ZodType<Paging | undefined> = z.lazy(() =>
	maybe(
		z.looseObject({
			cursors: maybe(z.looseObject({ after: maybe(anyText), before: maybe(anyText) })),
			next: maybe(z.string()),
			previous: maybe(z.string()),
		}),
	).catch(undefined),
);

/** A group in the list. */
export interface GroupSummary {
	id: string;
	subject?: string;
	/** Unix seconds */
	created_at?: number;
	[field: string]: unknown;
}

const groupSummary: z.ZodType<GroupSummary> = z.lazy(() =>
	z.looseObject({
		id: anyId,
		subject: maybe(anyText),
		created_at: maybe(unixSeconds),
	}),
);

/** One page of the group list. */
export interface GroupList {
	data: { groups: GroupSummary[]; [field: string]: unknown };
	paging?: Paging;
	[field: string]: unknown;
}

export const groupList: z.ZodType<GroupList> = z.lazy(() =>
	z.looseObject({
		data: z.looseObject({ groups: z.array(groupSummary) }),
		paging,
	}),
);

export const groupCreated = z.lazy(() => z.looseObject({ id: anyId }));

/** A group; only the chosen fields are there. */
export interface GroupInformation {
	id?: string;
	subject?: string;
	description?: string;
	join_approval_mode?: string;
	messaging_product?: string;
	/** Unix seconds */
	creation_timestamp?: number;
	suspended?: boolean;
	total_participant_count?: number;
	participants?: Array<{ wa_id?: string; user_id?: string; [field: string]: unknown }>;
	[field: string]: unknown;
}

export const groupInformation: z.ZodType<GroupInformation> = z.lazy(() =>
	z.looseObject({
		id: maybe(anyId),
		subject: maybe(anyText),
		description: maybe(anyText),
		join_approval_mode: maybe(z.string()),
		messaging_product: product,
		creation_timestamp: maybe(unixSeconds),
		suspended: maybe(z.boolean()),
		total_participant_count: maybe(z.number().int().nonnegative()),
		participants: maybe(z.array(z.looseObject({ wa_id: maybe(anyId), user_id: maybe(anyId) }))),
	}),
);

/** The link by which customers join a group. */
export interface InviteLink {
	invite_link: string;
	messaging_product?: string;
	[field: string]: unknown;
}

export const inviteLink: z.ZodType<InviteLink> = z.lazy(() =>
	z.looseObject({ invite_link: z.string().min(1), messaging_product: product }),
);

/** A customer who asked to join a group. */
export interface JoinRequest {
	join_request_id: string;
	/** Missing if the customer's number isn't shown; then there is a user ID. */
	wa_id?: string;
	user_id?: string;
	/** Unix seconds */
	creation_timestamp?: number;
	[field: string]: unknown;
}

const joinRequest: z.ZodType<JoinRequest> = z.lazy(() =>
	z.looseObject({
		join_request_id: anyId,
		wa_id: maybe(anyId),
		user_id: maybe(anyId),
		creation_timestamp: maybe(unixSeconds),
	}),
);

/** One page of the pending join requests. */
export interface JoinRequestList {
	data: JoinRequest[];
	paging?: Paging;
	[field: string]: unknown;
}

export const joinRequestList: z.ZodType<JoinRequestList> = z.lazy(() =>
	z.looseObject({
		data: z.array(joinRequest),
		paging,
	}),
);

/** What was done cannot be undone by an answer that is written otherwise: a list that cannot be read is empty. */
const listOf = <Item extends z.ZodType>(item: Item) =>
	z
		.array(item)
		.nullish()
		.transform((items) => items ?? [])
		.catch([]);

/** What became of each of several join requests; some may have failed (docs/interface.md, Groups). */
export interface JoinDecision {
	approved_join_requests: string[];
	rejected_join_requests: string[];
	failed_join_requests: Array<{
		join_request_id: string;
		errors: PlatformError[];
		[field: string]: unknown;
	}>;
	errors: PlatformError[];
	messaging_product?: string;
	[field: string]: unknown;
}

export const joinDecision: z.ZodType<JoinDecision> = z.lazy(() =>
	z.looseObject({
		approved_join_requests: listOf(anyId),
		rejected_join_requests: listOf(anyId),
		failed_join_requests: listOf(z.looseObject({ join_request_id: anyId, errors: listOf(platformError) })),
		errors: listOf(platformError),
		messaging_product: product,
	}),
);
