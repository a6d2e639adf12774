import { HOUR } from '../../base';
import { isUserId, normalizeAddress } from '../../platform';
import { systemChange, userIdUpdate } from '../../platform/wire/webhook-events';
import type { MessageEvent, MessagingEvent } from '../events/messaging-event';
import { RANK } from './register';
import type { AliasWrite, RegisterWrite } from './register';

/** Where the store keeps who a phone number belongs to. No customer is called that. */
export const numberSubject = (phone: string): string => `number:${phone}`;

type Link = Omit<AliasWrite, 'scope'>;

interface Names {
	phone?: string;
	userId?: string;
	parentUserId?: string;
}

const normalized = (name: string | undefined) => {
	const address = name === undefined ? '' : normalizeAddress(name);
	return address === '' ? undefined : address;
};

/** A phone number belongs to a user from some time on, as numbers are given to others; ids are a customer's for good. */
function linksBetween({ phone, userId, parentUserId }: Names, at: number): Link[] {
	const contact = userId ?? phone;
	return [
		...(phone !== undefined && userId !== undefined ? [{ alias: phone, contact: userId, ownedAt: at }] : []),
		...(parentUserId !== undefined && contact !== undefined ? [{ alias: parentUserId, contact }] : []),
	];
}

const same = (alias: string | undefined, contact: string | undefined): Link[] =>
	alias === undefined || contact === undefined ? [] : [{ alias, contact }];

/** A system message tells the customer's names before and after a change (docs/interface.md, User IDs). */
function linksOfSystem({ message, at }: MessageEvent): Link[] {
	const { data } = systemChange.safeParse(message.system);
	if (!data) return [];
	const phone = normalized(data.wa_id ?? data.new_wa_id);
	const [userId, parentUserId] = [normalized(data.user_id), normalized(data.parent_user_id)];
	const from = normalized(typeof message.from === 'string' ? message.from : undefined);
	const before = from !== undefined && !isUserId(from) ? from : undefined;
	const previous = normalized(data.previous_user_id);
	return [
		...same(previous, userId),
		...same(normalized(data.previous_parent_user_id), parentUserId),
		...linksBetween({ phone, userId, parentUserId }, at),
		...(userId === undefined ? same(phone, before) : []),
		...(before !== undefined && previous !== undefined && before !== phone
			? [{ alias: before, contact: previous, ownedAt: at - 1 }]
			: []),
	];
}

/** The field that the platform announced for changes of user ids, and withdrew again. */
function linksOfUserIdUpdate(raw: unknown, at: number): Link[] {
	const updates = (raw as { user_id_update?: unknown }).user_id_update;
	if (!Array.isArray(updates)) return [];
	return updates.flatMap((update: unknown) => {
		const { data } = userIdUpdate.safeParse(update);
		if (!data) return [];
		const userId = normalized(data.user_id.current);
		return [
			...same(normalized(data.user_id.previous), userId),
			...same(normalized(data.parent_user_id?.previous), normalized(data.parent_user_id?.current)),
			...linksBetween(
				{
					phone: normalized(data.wa_id),
					userId,
					parentUserId: normalized(data.parent_user_id?.current),
				},
				at,
			),
		];
	});
}

function linksOf(event: MessagingEvent): Link[] {
	if (event.kind === 'unknown')
		return event.field === 'user_id_update' ? linksOfUserIdUpdate(event.raw, event.at) : [];
	if (!('contact' in event) || event.contact === undefined) return [];
	if (event.kind === 'message' && event.message.type === 'system') return linksOfSystem(event);
	const { contact, userId, parentUserId } = event;
	const phone = contact === userId || contact === parentUserId ? undefined : contact;
	return linksBetween({ phone, userId, parentUserId }, event.at);
}

/** Links as the store learns them, and the marks of whose a number is, which the newest wins. */
export function identityChanges(
	channel: string,
	links: Link[],
): { aliases: AliasWrite[]; registers: RegisterWrite[] } {
	const aliases = links
		.filter(({ alias, contact }) => alias !== contact)
		.map((link) => ({ scope: channel, ...link }));
	const registers = aliases.flatMap(({ alias, contact, ownedAt }) =>
		ownedAt === undefined ? [] : [ownerRegister({ scope: channel, alias, contact, ownedAt })],
	);
	return { aliases, registers };
}

/** Whose a number is. Dated by the hour, so that a customer who writes on and on changes it rarely. */
export const ownerRegister = ({
	scope,
	alias,
	contact,
	ownedAt,
}: Required<AliasWrite>): RegisterWrite<string> => ({
	scope,
	subject: numberSubject(alias),
	name: 'owner',
	at: Math.floor(ownedAt / HOUR) * HOUR,
	rank: RANK.message,
	id: contact,
	value: contact,
});

/** Which names an event shows to be of one customer. */
export function identityOfEvent(event: MessagingEvent): ReturnType<typeof identityChanges> {
	return event.channel === undefined
		? { aliases: [], registers: [] }
		: identityChanges(event.channel, linksOf(event));
}
