import { wrongTypes } from '../base';
import type {
	GroupChange,
	GroupInformation,
	GroupInformationField,
	GroupList,
	GroupPageQuery,
	GroupSummary,
	InviteLink,
	JoinDecision,
	JoinRequest,
	JoinRequestList,
	NewGroup,
} from '../platform';
import {
	GROUP_PAGE_MAX,
	GROUP_PICTURE_BYTES,
	GROUP_PICTURE_SIDE,
	sizeInWords,
	groupChange,
	groupCreated,
	groupInformation,
	groupList,
	groupPageQuery,
	inviteLink,
	joinDecision,
	joinRequestIds,
	joinRequestList,
	newGroup,
	normalizeAddress,
	participantsToRemove,
} from '../platform';
import type { Checks, RequestProblem } from './check-request';
import { pathOf, problemsAt, problemsIn, problemsOfFile, refuse } from './check-request';
import { collectPages } from './collect-pages';
import type { Connection } from './connection';
import { act, PRODUCT } from './connection';
import type { OutgoingFile } from './transport';
import { LIST_BYTES } from './transport';

/** Segments that hold the size of a JPEG: start of frame, of whatever coding. */
const FRAMES: ReadonlySet<number> = new Set([
	0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf,
]);

/** Width and height of a JPEG picture in pixels; `undefined` for anything else. */
function jpegSize(content: Uint8Array): { width: number; height: number } | undefined {
	const view = new DataView(content.buffer, content.byteOffset, content.byteLength);
	if (view.byteLength < 4 || view.getUint16(0) !== 0xffd8) return undefined;
	let at = 2;
	while (at + 9 <= view.byteLength && view.getUint8(at) === 0xff) {
		const marker = view.getUint8(at + 1);
		if (FRAMES.has(marker)) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
		// Markers may be preceded by any number of fill bytes.
		at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
	}
	return undefined;
}

/**
 * What is wrong with a group's picture: a square JPEG of 192 pixels a side or more, up to 5 MB (docs/interface.md,
 * Groups).
 */
function problemsOfPicture({ content }: OutgoingFile): RequestProblem[] {
	const size = jpegSize(content);
	const side = GROUP_PICTURE_SIDE;
	return problemsAt('file', [
		content.length > GROUP_PICTURE_BYTES &&
			`has ${sizeInWords(content.length)}, but at most ${sizeInWords(GROUP_PICTURE_BYTES)} are allowed`,
		!size && "isn't a JPEG image",
		size && size.width !== size.height && `isn't square (${size.width} × ${size.height} pixels)`,
		size &&
			Math.min(size.width, size.height) < side &&
			`has ${size.width} × ${size.height} pixels, but at least ${side} × ${side} are required`,
	]);
}

/** What a query asks for. */
const givenOf = (query: GroupPageQuery) =>
	Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));

/** A change of a group; with a picture it goes out as multipart/form-data. */
export type GroupUpdate = GroupChange & { picture?: OutgoingFile };

/**
 * Groups (docs/interface.md, Groups). Every method rejects with a `GatewayError`, or with an `InvalidRequest` that
 * names all that is wrong before anything is sent.
 */
export function groupsOf(connection: Connection) {
	const { call } = connection;

	/** One page of the groups: 25 unless `limit` asks for 1 to 1,024, after or before a cursor. */
	async function list(query: GroupPageQuery = {}): Promise<GroupList> {
		refuse(problemsIn(groupPageQuery, query));
		return call({
			method: 'GET',
			path: '/groups',
			query: givenOf(query),
			answer: groupList,
			maxBytes: LIST_BYTES,
		});
	}

	/** One page of the pending join requests. The interface shows no size of a page, only cursors. */
	async function listJoinRequests(
		groupId: string,
		query: Pick<GroupPageQuery, 'after' | 'before'> = {},
	): Promise<JoinRequestList> {
		return call({
			method: 'GET',
			path: pathOf('groups', groupId, 'join_requests'),
			query: givenOf(query),
			answer: joinRequestList,
			maxBytes: LIST_BYTES,
		});
	}

	async function decide(method: 'POST' | 'DELETE', groupId: string, ids: string[]): Promise<JoinDecision> {
		refuse(problemsIn(joinRequestIds, ids, 'join_requests'));
		return call({
			method,
			path: pathOf('groups', groupId, 'join_requests'),
			body: { ...PRODUCT, join_requests: ids },
			answer: joinDecision,
		});
	}

	/**
	 * At most `limit` groups, any number, page by page and as one page: those after a cursor, or the last ones before a
	 * cursor. The interface doesn't show what both cursors together mean; the gateway gets both, and answers.
	 */
	async function listMany(query: GroupPageQuery = {}): Promise<GroupList> {
		refuse(wrongTypes(query, {}));
		const { limit = Infinity, ...position } = query;
		const direction = position.before !== undefined && position.after === undefined ? 'before' : 'after';
		const further = direction === 'after' ? 'next' : 'previous';
		const { items, paging } = await collectPages(
			async (cursor, rest) => {
				const from = { ...position, ...(cursor !== undefined && { [direction]: cursor }) };
				const { data, paging } = await list({ limit: Math.min(rest, GROUP_PAGE_MAX), ...from });
				return { items: data.groups, paging };
			},
			// A full page that names no further one may still be followed by another: it is asked for.
			({ items, paging }) => !paging?.[further] && items.length < GROUP_PAGE_MAX,
			{ direction, cursor: position[direction], limit },
		);
		return { data: { groups: items }, ...(paging && { paging }) };
	}

	return {
		list,
		listMany,
		/** All groups, or at most `limit` of them, as `listMany` reads them. */
		async listAll(query: GroupPageQuery = {}): Promise<GroupSummary[]> {
			return (await listMany(query)).data.groups;
		},
		/** Creates a group. */
		async create(group: NewGroup, { checkFirst = true }: Checks = {}): Promise<{ id: string }> {
			if (checkFirst) refuse(problemsIn(newGroup, group));
			return call({
				method: 'POST',
				path: '/groups',
				body: { ...PRODUCT, ...group },
				answer: groupCreated,
			});
		},
		/** Information about a group: the chosen fields. Without any, the platform returns only the id. */
		async get(groupId: string, fields: readonly GroupInformationField[] = []): Promise<GroupInformation> {
			return call({
				method: 'GET',
				path: pathOf('groups', groupId),
				...(fields.length > 0 && { query: { fields: fields.join(',') } }),
				answer: groupInformation,
			});
		},
		/** Changes subject, description or picture. */
		async update(
			groupId: string,
			update: GroupUpdate,
			{ checkFirst = true }: Checks = {},
		): Promise<{ success: true }> {
			refuse(wrongTypes(update, {}));
			const { picture, ...change } = update;
			if (picture !== undefined) refuse(problemsOfFile(picture));
			const isEmpty = !picture && Object.values(change).every((value) => value === undefined);
			const problems = [...problemsIn(groupChange, change), ...(picture ? problemsOfPicture(picture) : [])];
			refuse([
				...(checkFirst ? problems : []),
				...(isEmpty ? [{ path: [], message: "doesn't change anything" }] : []),
			]);
			const fields = { ...PRODUCT, ...change };
			return act(connection, {
				method: 'POST',
				path: pathOf('groups', groupId),
				...(picture
					? { form: { fields, file: picture, fileField: connection.profile.groupPictureField } }
					: { body: fields }),
			});
		},
		/** Deletes a group and removes all its participants for good. */
		async delete(groupId: string): Promise<{ success: true }> {
			return act(connection, { method: 'DELETE', path: pathOf('groups', groupId) });
		},
		/** The link by which customers join. */
		async getInviteLink(groupId: string): Promise<InviteLink> {
			return call({ method: 'GET', path: pathOf('groups', groupId, 'invite_link'), answer: inviteLink });
		},
		/** Creates a new invite link; earlier ones are no longer valid. */
		async resetInviteLink(groupId: string): Promise<InviteLink> {
			const path = pathOf('groups', groupId, 'invite_link');
			return call({ method: 'POST', path, body: PRODUCT, answer: inviteLink });
		},
		listJoinRequests,
		/** All pending join requests, for as long as the gateway says that there is a next page. */
		async listAllJoinRequests(groupId: string): Promise<JoinRequest[]> {
			const { items } = await collectPages(
				async (after) => {
					const { data, paging } = await listJoinRequests(groupId, { after });
					return { items: data, paging };
				},
				({ paging }) => !paging?.next,
			);
			return items;
		},
		/** Approves join requests. Those that failed are listed in the answer, which is still a success. */
		async approveJoinRequests(groupId: string, joinRequestIds: string[]): Promise<JoinDecision> {
			return decide('POST', groupId, joinRequestIds);
		},
		/** Rejects join requests. Those that failed are listed in the answer, which is still a success. */
		async rejectJoinRequests(groupId: string, joinRequestIds: string[]): Promise<JoinDecision> {
			return decide('DELETE', groupId, joinRequestIds);
		},
		/** Removes 1 to 8 participants, by phone number or account id. */
		async removeParticipants(groupId: string, users: string[]): Promise<{ success: true }> {
			refuse(problemsIn(participantsToRemove, users, 'participants'));
			const participants = users.map((user) => ({ user: normalizeAddress(user) }));
			return act(connection, {
				method: 'DELETE',
				path: pathOf('groups', groupId, 'participants'),
				body: { ...PRODUCT, participants },
			});
		},
	};
}
