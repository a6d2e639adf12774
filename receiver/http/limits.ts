import { DELIVERY_BYTES } from '../../platform';

const MEGABYTE = 1_024 * 1_024;
const SECOND = 1_000;

/** What a receiver takes at most. Beyond it a delivery is answered 503, so that the gateway sends again. */
export interface ReceiverLimits {
	/** Of one body; a larger one is answered 413. bytes */
	bodyBytes: number;
	/** Of all bodies that are being received or committed. bytes */
	bytesInFlight: number;
	/** Deliveries that wait for the store. */
	deliveriesInFlight: number;
	connections: number;
	/** How long a request's head may take to arrive. ms */
	headersTimeout: number;
	/** How long a whole request may take to arrive. ms */
	requestTimeout: number;
	/** How long a connection may stay open between requests: longer than a proxy's usual minute. ms */
	idleTimeout: number;
}

/**
 * The store takes some thousand deliveries a second, so what waits for it at most is answered within a second or two.
 */
export const DEFAULT_LIMITS: Readonly<ReceiverLimits> = {
	bodyBytes: DELIVERY_BYTES,
	bytesInFlight: 32 * MEGABYTE,
	deliveriesInFlight: 2_000,
	connections: 10_000,
	headersTimeout: 10 * SECOND,
	requestTimeout: 30 * SECOND,
	idleTimeout: 65 * SECOND,
};
