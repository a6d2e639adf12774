import type { EntryRecord } from '../../simulator/records';
import { textAt } from './json';
import { filledTemplate } from './template-text';

const NAMES: Readonly<Record<string, string>> = {
	image: 'Picture',
	video: 'Video',
	audio: 'Voice message',
	document: 'Document',
	sticker: 'Sticker',
	location: 'Location',
	contacts: 'Contact card',
	order: 'Order',
	template: 'Template',
	interactive: 'Message with choices',
	unsupported: 'Message of another kind',
	pin: 'Pinned message',
};

/** What a kind of message is called. */
export const nameOfType = (type: string) => NAMES[type] ?? type;

/** One line about an entry, for lists and quotes. */
export function summaryOf(entry: EntryRecord): string {
	const { by, type, content, definition } = entry;
	if (by === 'note') return noteText(entry);
	if (type === 'template') {
		return filledTemplate(definition ?? [], (content as { template?: unknown }).template).body || 'Template';
	}
	if (type === 'reaction') {
		const emoji = textAt(content, 'reaction', 'emoji');
		return emoji === '' ? 'Removed a reaction' : `Reacted with ${emoji}`;
	}
	if (by === 'customer' && type === 'interactive') return answerIn(content);
	return (
		textAt(content, 'text', 'body') ||
		textAt(content, type, 'caption') ||
		textAt(content, 'button', 'text') ||
		textAt(content, 'interactive', 'body', 'text') ||
		nameOfType(type)
	);
}

/** What the customer chose or did in a message with choices. */
function answerIn(content: unknown): string {
	const permission = textAt(content, 'interactive', 'call_permission_reply', 'response');
	if (permission !== '') return permission === 'accept' ? 'Allowed calls' : "Didn't allow calls";
	const form = textAt(content, 'interactive', 'nfm_reply', 'name');
	if (form !== '') return form === 'address_message' ? 'Sent an address' : 'Filled in the form';
	return (
		textAt(content, 'interactive', 'button_reply', 'title') ||
		textAt(content, 'interactive', 'list_reply', 'title') ||
		nameOfType('interactive')
	);
}

const NOTES: Readonly<Record<string, string>> = {
	called: 'The customer called',
	'opted-out': 'The customer stopped marketing messages',
	'opted-in': 'The customer wants marketing messages again',
	'changed-identity': 'The customer has another phone number or user ID',
};

const HOLDERS: Readonly<Record<string, string>> = {
	business: 'The business holds this chat now',
	agent: 'The business agent holds this chat now',
	ai_agent: 'The business agent holds this chat now',
};

/** A note in words. */
export function noteText({ type, content }: Pick<EntryRecord, 'type' | 'content'>): string {
	if (type === 'handed-over') {
		const to = textAt(content, 'to');
		return HOLDERS[to] ?? `Another responder (${to}) holds this chat now`;
	}
	if (type === 'refused') {
		const template = textAt(content, 'template');
		const what = template === '' ? `a message (${textAt(content, 'type')})` : `the template ${template}`;
		return `The gateway refused ${what}: ${textAt(content, 'why')}`;
	}
	return NOTES[type] ?? type;
}
