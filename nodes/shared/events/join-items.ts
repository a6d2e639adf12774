import type { IDataObject } from 'n8n-workflow';

/** The contents of a message that are files. */
const FILES = ['image', 'video', 'audio', 'document', 'sticker'];

/** The files of a message, with what the gateway needs to download them. */
function mediaOf({ eventId, message }: IDataObject): IDataObject[] {
	const content = message as Record<string, IDataObject | undefined>;
	return FILES.flatMap((type) => {
		const file = content[type];
		if (typeof file?.id !== 'string') return [];
		const { id, mime_type: mimeType, filename, caption } = file;
		return {
			eventId,
			type,
			mediaId: id,
			...(mimeType !== undefined && { mimeType }),
			...(filename !== undefined && { filename }),
			...(caption !== undefined && { caption }),
		};
	});
}

/** What is said of all messages together. */
const OF_ALL = ['kind', 'account', 'channel', 'group', 'reactions', 'store'];

const ofOne = (item: IDataObject): IDataObject =>
	Object.fromEntries(Object.entries(item).filter(([name]) => !OF_ALL.includes(name)));

/** The first of each name. */
const withoutRepeats = (reactions: IDataObject[]): IDataObject[] =>
	reactions.filter(({ name }, index) => reactions.findIndex((each) => each.name === name) === index);

/**
 * The items of a conversation's messages as one, in the order in which they were written. It is like the newest of them,
 * but its `text` is that of all, a line each; `reply` is the newest, `reactions` are those of all, `messages` has each
 * message, and `media` all files.
 */
export function joinItems(items: readonly IDataObject[]): IDataObject {
	const newest = items.at(-1)!;
	const { contactName, contact, ...rest } = newest;
	delete rest.text;
	const texts = items.flatMap(({ text }) => (text === undefined ? [] : (text as string)));
	const reply = items.findLast((item) => item.reply !== undefined)?.reply;
	return {
		...(contactName !== undefined && { contactName }),
		...(contact !== undefined && { contact }),
		...(texts.length > 0 && { text: texts.join('\n') }),
		...(reply !== undefined && { reply }),
		messages: items.map(ofOne),
		media: items.flatMap(mediaOf),
		...rest,
		reactions: withoutRepeats(items.flatMap(({ reactions }) => reactions as IDataObject[])),
	};
}
