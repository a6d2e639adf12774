import type { ReceiverLimits } from './limits';

/** What a receiver holds in memory at the moment. */
export interface Load {
	readonly bytes: number;
	readonly deliveries: number;
	/** Whether these bytes may be held too; they count until they are released. */
	takeBytes(count: number): boolean;
	releaseBytes(count: number): void;
	/** Whether one more delivery may wait for the store; it counts until it is released. */
	takeDelivery(): boolean;
	releaseDelivery(): void;
}

/** Counts what is in flight, and says when it is too much. */
export function openLoad({
	bytesInFlight,
	deliveriesInFlight,
}: Pick<ReceiverLimits, 'bytesInFlight' | 'deliveriesInFlight'>): Load {
	let bytes = 0;
	let deliveries = 0;
	return {
		get bytes() {
			return bytes;
		},
		get deliveries() {
			return deliveries;
		},
		takeBytes(count) {
			if (bytes + count > bytesInFlight) return false;
			bytes += count;
			return true;
		},
		releaseBytes(count) {
			bytes -= count;
		},
		takeDelivery() {
			if (deliveries >= deliveriesInFlight) return false;
			deliveries += 1;
			return true;
		},
		releaseDelivery() {
			deliveries -= 1;
		},
	};
}
