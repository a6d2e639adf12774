import type { CustomerRecord, EntryRecord, GroupRecord } from '../../simulator/records';
import type { World } from '../state/world';

/** A chat: with a customer, or in a group. */
export interface Conversation {
	readonly key: string;
	readonly title: string;
	readonly subtitle: string;
	/** The list that the customer is in; `null` for everybody else, and for groups. */
	readonly list: string | null;
	readonly closesAt: number | null;
	readonly last: EntryRecord | undefined;
	readonly customer: CustomerRecord | undefined;
	readonly group: GroupRecord | undefined;
}

/** All chats, the one with the newest message first. */
export function conversationsOf({ customers, entries, groups }: World): Conversation[] {
	const last = new Map(entries.map((entry) => [entry.conversation, entry]));
	const chats = [
		...customers.map((customer) => ofCustomer(customer, last.get(customer.key))),
		...groups.map((group) => ofGroup(group, last.get(group.key))),
	];
	return chats.sort((a, b) => (b.last?.order ?? -1) - (a.last?.order ?? -1));
}

function ofCustomer(customer: CustomerRecord, last: EntryRecord | undefined): Conversation {
	const { key, name, address, closesAt, list } = customer;
	const subtitle = /^\d+$/.test(address) ? `+${address}` : address;
	return { key, title: name, subtitle, list, closesAt, last, customer, group: undefined };
}

function ofGroup(group: GroupRecord, last: EntryRecord | undefined): Conversation {
	const { key, subject, participants, closesAt } = group;
	const count = participants.length;
	const subtitle = count === 1 ? '1 member' : `${count} members`;
	return { key, title: subject, subtitle, list: null, closesAt, last, customer: undefined, group };
}
