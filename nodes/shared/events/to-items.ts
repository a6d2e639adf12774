import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import * as z from 'zod';
import type { Engine, MessagingEvent, Reaction, Reply, Store } from '../../../engine';
import { createEngine, findPolicy, repliesTo, replyOf } from '../../../engine';
import { eventTimes } from '../times';
import type { Choice } from './choose-events';

type OfStore = Pick<Engine, 'reactionsTo' | 'store'>;

/** The campaign whose message an event answers: `campaign`, `recipient`, and, as `with`, what was planned to come back. */
async function campaignOf(event: MessagingEvent, store: Store): Promise<IDataObject> {
	const messageId = repliesTo(event);
	if (messageId === undefined || event.channel === undefined) return {};
	const { name: _, ...campaign } = (await store.campaigns.ofMessage(event.channel, messageId)) ?? {};
	return campaign as IDataObject;
}

/** The name of a customer who never wrote, as the campaign that a status is about was planned with. */
async function plannedName(event: MessagingEvent, store: Store): Promise<string | undefined> {
	if (event.kind !== 'status' || event.channel === undefined) return undefined;
	return (await store.campaigns.ofMessage(event.channel, event.messageId))?.name;
}

/** Only messages carry the name in their customer's profile. For other events about them, the store has it. */
async function nameOf(event: MessagingEvent, store: Store): Promise<IDataObject> {
	const { channel, contact, contactName }: { channel?: string; contact?: string; contactName?: string } =
		event;
	if (contactName !== undefined || contact === undefined || channel === undefined) return {};
	const profiles = await store.overview.profiles({ channel, contacts: [contact] });
	const name = profiles.get(contact) ?? (await plannedName(event, store));
	return name === undefined ? {} : { contactName: name };
}

/** An event as an item, with the customer's name, the campaign that it answers, its reactions, and the store that it is in. */
export const itemOf = async (
	event: MessagingEvent,
	{ reactionsTo, store }: OfStore,
	withRaw: boolean,
): Promise<IDataObject> => ({
	...(await nameOf(event, store)),
	...toItem(event, await reactionsTo(event), withRaw),
	...(await campaignOf(event, store)),
	store: { ...(await store.identity()) },
});

/** The messages that waited for silence together, as one item. */
export async function itemOfBurst(
	messages: readonly MessagingEvent[],
	engine: OfStore,
	withRaw: boolean,
): Promise<IDataObject> {
	const items: IDataObject[] = [];
	for (const message of messages) items.push(await itemOf(message, engine, withRaw));
	return joinItems(items);
}

/** Makes items of events. Those of messages that waited together are one. */
export type ToItems = (groups: readonly EventGroup[], repeat: boolean) => Promise<INodeExecutionData[]>;

/** An event, or the messages of a conversation that waited together. */
export type EventGroup = MessagingEvent | readonly MessagingEvent[];

/** What of a group starts the workflow; `undefined` if nothing does. */
async function chosenOf(group: EventGroup, choice: Choice, engine: Engine): Promise<EventGroup | undefined> {
	const events = Array.isArray(group) ? (group as MessagingEvent[]) : [group as MessagingEvent];
	const chosen: MessagingEvent[] = [];
	for (const event of events) if (await choice.wants(event, engine)) chosen.push(event);
	if (chosen.length === 0) return undefined;
	return Array.isArray(group) ? chosen : chosen[0];
}

/**
 * Reads the policy whose reactions the items carry, as it is now. Items that may have come before have the field
 * `repeat`. With a choice, there are items only for events that it wants.
 * @throws what the store throws, and Error if the policy doesn't exist
 */
export function createToItems(
	store: Store,
	policyName: string,
	withRaw: boolean,
	choice?: Choice,
): () => Promise<ToItems> {
	let last: { engine: Engine; version: number | undefined } | undefined;

	return async () => {
		const policy = await findPolicy(store, policyName);
		if (last?.version !== policy.version) last = undefined;
		const { engine } = (last ??= { engine: createEngine({ store, policy }), version: policy.version });

		return async (groups, repeat) => {
			const items: INodeExecutionData[] = [];
			for (const given of groups) {
				const group = choice ? await chosenOf(given, choice, engine) : given;
				if (!group) continue;
				const json = await (Array.isArray(group)
					? itemOfBurst(group as MessagingEvent[], engine, withRaw)
					: itemOf(group as MessagingEvent, engine, withRaw));
				items.push({ json: repeat ? { ...json, repeat } : json });
			}
			return items;
		};
	};
}

/** The fields with these names that an event has, in this order. */
const pick = (event: Readonly<Record<string, unknown>>, ...names: string[]) =>
	Object.fromEntries(names.flatMap((name) => (event[name] === undefined ? [] : [[name, event[name]]])));

/** The contents of a message that are files. */
const FILES = ['image', 'video', 'audio', 'document', 'sticker'];

/** The files of a message, with what the gateway needs to download them. */
function mediaOf(event: MessagingEvent): IDataObject[] {
	if (!('message' in event)) return [];
	const content = event.message as Record<string, IDataObject | undefined>;
	return FILES.flatMap((type) => {
		const file = content[type];
		if (typeof file?.id !== 'string') return [];
		const { id, mime_type: mimeType, filename, caption } = file;
		return {
			eventId: event.id,
			type,
			mediaId: id,
			...(mimeType !== undefined && { mimeType }),
			...(filename !== undefined && { filename }),
			...(caption !== undefined && { caption }),
		};
	});
}

/**
 * An event as an item: first who wrote and what (`contactName`, `contact`, `text`, `reply` for what they pressed,
 * chose, filled in, or reacted with, `campaign`, `recipient`, and `with` for what they answer, and `media` for a file), then its ID as `eventId`, which Send Once uses, its times
 * as ISO 8601, and the reactions to it, each with its name and a sentence.
 */
export function toItem(event: MessagingEvent, reactions: Reaction[], withRaw: boolean): IDataObject {
	const { id, at, datedAt, raw, ...rest } = event;
	const times = eventTimes(event);
	delete rest.placed;
	if ('undated' in rest) delete rest.undated;
	const answered = pick({ ...rest }, 'campaign', 'recipient', 'with');
	const reply = replyOf(event);
	const text = textOf(event, reply);
	const media = mediaOf(event);
	return {
		...pick({ ...rest }, 'contactName', 'contact'),
		...(text !== undefined && { text }),
		...(reply && { reply }),
		...answered,
		...(media.length > 0 && { media }),
		eventId: id,
		...pick(times, 'at', 'datedAt'),
		...rest,
		...times,
		reactions: reactions.map(({ name, text }) => ({ name, text })),
		...(withRaw && { raw: raw as IDataObject }),
	} as IDataObject;
}

/** What is said of all messages together. */
const OF_ALL = ['kind', 'account', 'channel', 'group', 'media', 'reactions', 'store'];

const ofOne = (item: IDataObject): IDataObject =>
	Object.fromEntries(Object.entries(item).filter(([name]) => !OF_ALL.includes(name)));

/** The first of each name. */
const withoutRepeats = (reactions: IDataObject[]): IDataObject[] =>
	reactions.filter(({ name }, index) => reactions.findIndex((each) => each.name === name) === index);

/**
 * The items of a conversation's messages as one, in the order in which they were written. It is like the newest of them,
 * but its `text` is that of all, a line each; `reply` is the newest, as are `campaign`, `recipient`, and `with`,
 * `reactions` are those of all, `messages` has each message, and `media` all files.
 */
export function joinItems(items: readonly IDataObject[]): IDataObject {
	const newest = items.at(-1)!;
	const { contactName, contact, ...rest } = newest;
	for (const name of ['text', 'media', 'campaign', 'recipient', 'with']) delete rest[name];
	const texts = items.flatMap(({ text }) => (text === undefined ? [] : (text as string)));
	const reply = items.findLast((item) => item.reply !== undefined)?.reply;
	const { campaign, recipient, with: given } = items.findLast((item) => item.campaign !== undefined) ?? {};
	return {
		...(contactName !== undefined && { contactName }),
		...(contact !== undefined && { contact }),
		...(texts.length > 0 && { text: texts.join('\n') }),
		...(reply !== undefined && { reply }),
		...(campaign !== undefined && { campaign, recipient }),
		...(given !== undefined && { with: given }),
		messages: items.map(ofOne),
		media: items.flatMap(({ media = [] }) => media as IDataObject[]),
		...rest,
		reactions: withoutRepeats(items.flatMap(({ reactions }) => reactions as IDataObject[])),
	};
}

const words = z.lazy(() => z.string().optional().catch(undefined));
const part = (name: string) =>
	z
		.looseObject({ [name]: words })
		.optional()
		.catch(undefined);

const content = z.lazy(() =>
	z.looseObject({
		text: part('body'),
		image: part('caption'),
		video: part('caption'),
		document: part('caption'),
	}),
);

/** Replies whose title is what the customer says. */
const SAID = new Set<Reply['kind']>(['quick_reply', 'button', 'list']);

/** What a message says: its text, the label of the button or row that the customer tapped, or the caption of its file. */
export function textOf(event: MessagingEvent, reply: Reply | undefined): string | undefined {
	if (!('message' in event)) return undefined;
	if (reply && SAID.has(reply.kind)) return reply.title ?? undefined;
	const { text, image, video, document } = content.parse(event.message);
	return text?.body ?? image?.caption ?? video?.caption ?? document?.caption;
}
