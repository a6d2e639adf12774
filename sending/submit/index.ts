export {
	activeSince,
	heldForConversation,
	isForConversation,
	mayBeForConversation,
} from './active-conversation';
export type { Answer, KeptAnswer } from './answer';
export { keepAnswer, readKeptAnswer } from './answer';
export { CONSEQUENCES } from './effects';
export { toOutgoingMessage } from './outgoing-message';
export { openSlotClock } from './slot-clock';
export { openSubmitter } from './submitter';
export type { Begun, Submission, Submitter } from './submitter';
