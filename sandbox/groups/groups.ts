import type { VirtualClock } from '../clock';
import { newGroupId, newInviteLink, type Group } from './group';

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
