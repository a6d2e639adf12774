import { SECOND } from '../../base';
import { DELIVERY_BYTES } from '../../platform';

const MEGABYTE = 1_024 * 1_024;

/** What a receiver takes at most. Beyond it a delivery is answered 503, so that the gateway sends again. */
export interface ReceiverLimits {
	/** Of one body; a larger one is answered 413. bytes */
	bodyBytes: number;
	/** Of the memory that holds bodies while they are received or committed. bytes */
	bytesInFlight: number;
	/** Deliveries that are waiting for the store. */
	deliveriesInFlight: number;
	connections: number;
	/** How long a request's head may take to arrive. ms */
	headersTimeout: number;
	/** How long a whole request may take to arrive. ms */
	requestTimeout: number;
	/** How long a connection may stay open between requests: longer than a proxy's usual minute. ms */
	idleTimeout: number;
	/** How long a client may take to read an answer. ms */
	answerTimeout: number;
	/** Requests that came before the answer to an earlier one on their connection, on all connections together. */
	waitingRequests: number;
	/** A body that arrives more slowly is dropped when its memory is needed. Bytes a second */
	slowestBody: number;
	/** Connections from one address. No limit by default, because all of a proxy's come from its address. */
	connectionsPerAddress: number;
	/** `bytesInFlight` of one address. No limit by default. bytes */
	bytesPerAddress: number;
}

const REQUEST_TIMEOUT = 30 * SECOND;

/**
 * The store takes some thousand deliveries a second, so what waits for it at most is answered within a second or two.
 * A body that arrives at `slowestBody` is just complete when its time is over.
 */
export const DEFAULT_LIMITS: Readonly<ReceiverLimits> = {
	bodyBytes: DELIVERY_BYTES,
	bytesInFlight: 32 * MEGABYTE,
	deliveriesInFlight: 2_000,
	connections: 10_000,
	headersTimeout: 10 * SECOND,
	requestTimeout: REQUEST_TIMEOUT,
	idleTimeout: 65 * SECOND,
	answerTimeout: 5 * SECOND,
	waitingRequests: 2_000,
	slowestBody: (DELIVERY_BYTES * SECOND) / REQUEST_TIMEOUT,
	connectionsPerAddress: Infinity,
	bytesPerAddress: Infinity,
};
