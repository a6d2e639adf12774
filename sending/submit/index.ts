export {
	activeSince,
	heldForConversation,
	isForConversation,
	mayBeForConversation,
} from './active-conversation';
export type { Attempt, CallResult, KeptResult, MessageParts } from './call';
export { callGateway, countedAs, keepResult, noteResult, readKeptResult, toOutgoing } from './call';
export { CONSEQUENCES } from './effects';
export { hasPassed, openSlotClock } from './slots';
export { openSubmitter } from './submitter';
export type { Begun } from './submitter';
