import type { RetentionPart } from '../../engine';

/** What people call the parts of the store that are kept for a time, in the order of these names. */
export const PART_NAMES: Readonly<Record<RetentionPart, string>> = {
	recipients: 'Campaigns',
	conversations: 'Conversations',
	decisions: 'Decisions',
	deadLetters: 'Dead Letters',
	events: 'Events',
	starts: 'Executions',
	sentTexts: 'Message Texts',
	sends: 'Messages',
};
