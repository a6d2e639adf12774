import type { Invariant } from '../history';
import { eachEventIsInOneBurst, noBurstWaitsTooLong } from './bursts';
import { capsAreKept } from './caps';
import { customersAgree } from './customers';
import { nothingOutIsHeld, whatGoesOutWasDecided, whoIsSkippedWasDecided } from './decisions';
import { conversationsKeepTheirOrder, eachEventIsHandedOut, nothingAcknowledgedIsLost } from './events';
import { nothingIsLeasedForEver } from './leases';
import { neverCalledIsNotUnconfirmed, noMessageTwice, sendsAgree } from './messages';
import { rateIsKept } from './rate';
import { decisionsCountWhatWasSent } from './seen';

export { decisionsReplay } from './decisions';
export { stateIsItsFold } from './refold';
export { decisionsSawTheFold } from './seen';

/** What holds after every run. */
export const INVARIANTS: readonly Invariant[] = [
	({ unexpected }) => unexpected,
	noMessageTwice,
	sendsAgree,
	neverCalledIsNotUnconfirmed,
	rateIsKept,
	capsAreKept,
	nothingAcknowledgedIsLost,
	eachEventIsHandedOut,
	conversationsKeepTheirOrder,
	eachEventIsInOneBurst,
	noBurstWaitsTooLong,
	nothingIsLeasedForEver,
	customersAgree,
	whatGoesOutWasDecided,
	nothingOutIsHeld,
	whoIsSkippedWasDecided,
	decisionsCountWhatWasSent,
];
