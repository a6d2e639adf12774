import type { IDataObject } from 'n8n-workflow';
import type { GroupInformation, GroupSummary, JoinRequest } from '../../../platform';

const iso = (seconds: number) => new Date(seconds * 1_000).toISOString();

/** Leaves out what isn't there. */
function present(fields: Record<string, unknown>): IDataObject {
	return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as IDataObject;
}

/** A group from a list, with names and times as n8n writes them. */
export function summaryJson({ id, subject, created_at: created }: GroupSummary): IDataObject {
	return present({ id, subject, createdAt: created === undefined ? undefined : iso(created) });
}

/** The chosen fields of a group. */
export function informationJson(group: GroupInformation): IDataObject {
	return present({
		id: group.id,
		subject: group.subject,
		description: group.description,
		joinApprovalMode: group.join_approval_mode,
		createdAt: group.creation_timestamp === undefined ? undefined : iso(group.creation_timestamp),
		suspended: group.suspended,
		participantCount: group.total_participant_count,
		participants: group.participants?.map(({ wa_id: contact }) => contact),
	});
}

/** A customer's request to join a group. */
export function joinRequestJson(groupId: string, request: JoinRequest): IDataObject {
	const { join_request_id: joinRequestId, wa_id: contact, creation_timestamp: created } = request;
	const createdAt = created === undefined ? undefined : iso(created);
	return present({ groupId, joinRequestId, contact, createdAt });
}
