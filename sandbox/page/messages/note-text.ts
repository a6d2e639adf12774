import type { EntryRecord } from '../../simulator/records';
import { textAt } from './json';

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
