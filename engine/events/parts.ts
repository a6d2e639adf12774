import type { MessageContent } from './messaging-event';

/** A list in a value: empty if it is missing, and a single part as a list of one. */
export function partsOf(value: Record<string, unknown>, name: string): unknown[] {
	const parts = value[name];
	if (parts === undefined || parts === null) return [];
	return Array.isArray(parts) ? parts : [parts];
}

/** A message as it came, with its id and its text as texts. */
export function contentOf(
	part: unknown,
	{ id, type, text }: Pick<MessageContent, 'id' | 'type' | 'text'>,
): MessageContent {
	const content: MessageContent = { ...(part as object), id, type };
	if (text) content.text = text;
	else delete content.text;
	return content;
}
