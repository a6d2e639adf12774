import type { ReceiverLimits } from './receiver-options';

/** Counts what each holder has of something, and says when it would be too much. */
export function openQuota(limit: number) {
	const held = new Map<string, number>();
	return {
		/** Whether the holder may have so much more; it counts until it is released. */
		take(holder: string, count: number): boolean {
			if (limit === Infinity) return true;
			const now = (held.get(holder) ?? 0) + count;
			if (now > limit) return false;
			held.set(holder, now);
			return true;
		},
		release(holder: string, count: number): void {
			if (limit === Infinity) return;
			const left = (held.get(holder) ?? 0) - count;
			if (left > 0) held.set(holder, left);
			else held.delete(holder);
		},
	};
}

/** A rate is measured over at least so long. ms */
const WINDOW = 1_000;

/** How fast something has arrived recently, so that a stall shows soon. Not an average. */
function openArrivalRate(monotonic: () => number) {
	let since = monotonic();
	let arrived = 0;
	let last = Infinity;
	return {
		note(count: number): void {
			const elapsed = monotonic() - since;
			if (elapsed >= WINDOW) {
				last = (arrived / elapsed) * 1_000;
				since += elapsed;
				arrived = 0;
			}
			arrived += count;
		},
		/** Per second; infinite in the first second, when nobody can tell yet. */
		now(): number {
			const elapsed = monotonic() - since;
			return elapsed >= WINDOW ? (arrived / elapsed) * 1_000 : last;
		},
	};
}

/** The memory that a body is held in. */
export interface BodyMemory {
	/** Whether this many more bytes may be held; slow bodies are dropped if memory is needed. */
	take(count: number): boolean;
	/** Notes that bytes of the body came. */
	arrived(count: number): void;
	/** The body is complete: it's no longer dropped. */
	complete(): void;
	/** Lets all of it go. May be called again. */
	release(): void;
}

/** What a receiver holds in memory at the moment. */
export interface Load {
	readonly bytes: number;
	readonly deliveries: number;
	/** @param giveUp ends the body's reception, and releases its memory */
	openBody(address: string, giveUp: () => void): BodyMemory;
	/** Whether one more delivery may wait for the store; it counts until it is released. */
	takeDelivery(): boolean;
	releaseDelivery(): void;
}

type LoadLimits = Pick<
	ReceiverLimits,
	'bytesInFlight' | 'bytesPerAddress' | 'deliveriesInFlight' | 'slowestBody'
>;

interface Arriving {
	rate(): number;
	giveUp(): void;
}

/** Counts what is in flight, and says when it is too much. */
export function openLoad(
	{ bytesInFlight, bytesPerAddress, deliveriesInFlight, slowestBody }: LoadLimits,
	monotonic: () => number,
): Load {
	let bytes = 0;
	let deliveries = 0;
	const arriving = new Set<Arriving>();
	const ofAddresses = openQuota(bytesPerAddress);

	/** Makes room by giving up bodies that arrive too slowly, the slowest first. */
	function makeRoom(count: number, asker: Arriving): boolean {
		const slow = [...arriving]
			.map((body) => ({ body, rate: body.rate() }))
			.filter(({ body, rate }) => body !== asker && rate < slowestBody)
			.sort((a, b) => a.rate - b.rate);
		for (const { body } of slow) {
			if (bytes + count <= bytesInFlight) break;
			body.giveUp();
		}
		return bytes + count <= bytesInFlight;
	}

	return {
		get bytes() {
			return bytes;
		},
		get deliveries() {
			return deliveries;
		},
		openBody(address, giveUp) {
			let held = 0;
			const rate = openArrivalRate(monotonic);
			const body: Arriving = { rate: rate.now, giveUp };
			arriving.add(body);
			return {
				take(count) {
					if (!ofAddresses.take(address, count)) return false;
					if (bytes + count > bytesInFlight && !makeRoom(count, body)) {
						ofAddresses.release(address, count);
						return false;
					}
					bytes += count;
					held += count;
					return true;
				},
				arrived: rate.note,
				complete: () => void arriving.delete(body),
				release() {
					arriving.delete(body);
					ofAddresses.release(address, held);
					bytes -= held;
					held = 0;
				},
			};
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
