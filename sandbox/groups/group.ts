import { randomBytes } from 'node:crypto';
import type { VirtualClock } from '../clock';
import type { Customer } from '../customers/customer';

/** Limits of a group (docs/interface.md, Groups). */
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
function newGroupId(): string {
	return `Y2FwaV9ncm91cDo${randomBytes(15).toString('base64url')}`;
}

/** A fresh invite link. The earlier one stops working. */
export function newInviteLink(): string {
	return `https://chat.whatsapp.com/${randomBytes(16).toString('base64url')}`;
}

/** The groups of the number, in the order of their creation. */
export class Groups {
	readonly #byId = new Map<string, Group>();
	#sequence = 0;

	constructor(readonly clock: VirtualClock) {}

	/** Adds a group. Only the subject is required. */
	add(given: { subject: string } & Partial<Pick<Group, 'id' | 'description' | 'joinApprovalMode'>>): Group {
		this.#sequence += 1;
		const group: Group = {
			id: newGroupId(),
			sequence: this.#sequence,
			createdAt: this.clock.seconds(),
			joinApprovalMode: 'auto_approve',
			description: '',
			suspended: false,
			inviteLink: newInviteLink(),
			participants: new Set(),
			joinRequests: new Map(),
			...given,
		};
		this.#byId.set(group.id, group);
		return group;
	}

	/** Takes over a group as it was. */
	take(group: Group): void {
		this.#sequence = Math.max(this.#sequence, group.sequence);
		this.#byId.set(group.id, group);
	}

	find(id: string): Group | undefined {
		return this.#byId.get(id);
	}

	remove(group: Group): void {
		this.#byId.delete(group.id);
	}

	get all(): Group[] {
		return [...this.#byId.values()];
	}

	get size(): number {
		return this.#byId.size;
	}
}
