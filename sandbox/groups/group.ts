import { randomBytes } from 'node:crypto';
import type { Customer } from '../customers/customer';

/** Facts, §3. */
export const groupLimits = {
	participants: 8,
	groups: 10_000,
	subject: 128,
	description: 2048,
	removals: 8,
	pageSize: 1024,
	defaultPageSize: 25,
	pictureBytes: 5 * 1024 * 1024,
	pictureSide: 192,
} as const;

interface JoinRequest {
	readonly id: string;
	readonly customer: Customer;
	readonly createdAt: number;
}

/** A group of the number. Times are in Unix seconds; `participants` don't include the business. */
export interface Group {
	readonly id: string;
	readonly sequence: number;
	readonly createdAt: number;
	readonly joinApprovalMode: 'auto_approve' | 'approval_required';
	subject: string;
	description: string;
	suspended: boolean;
	inviteLink: string;
	readonly participants: Set<Customer>;
	readonly joinRequests: Map<string, JoinRequest>;
}

/** An opaque group id. */
export function newGroupId(): string {
	return `Y2FwaV9ncm91cDo${randomBytes(15).toString('base64url')}`;
}

/** A fresh invite link. The earlier one stops working. */
export function newInviteLink(): string {
	return `https://chat.whatsapp.com/${randomBytes(16).toString('base64url')}`;
}
