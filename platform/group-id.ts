import { MANY_RECIPIENTS, UNEVALUATED } from './recipients-in';

/** Longer than the id of any group. */
const GROUP_ID_LENGTH = 500;

/** Whether a text can be the id of a group: one word, whose form nobody documents (platform-facts, section 3). */
export const isGroupId = (text: string): boolean =>
	text !== '' &&
	text.length <= GROUP_ID_LENGTH &&
	!/\s/.test(text) &&
	!UNEVALUATED.test(text) &&
	!MANY_RECIPIENTS.test(text);
