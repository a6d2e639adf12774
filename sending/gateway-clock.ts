import type { Engine, Store } from '../engine';
import type { ClockReading, GatewayClient } from '../gateway';

/** After this long without an answer the gateway's clock is read again before a decision. ms */
const CLOCK_AGE = 10 * 60_000;

/** The last reading of each channel's gateway. Kept beside the store, as clients come and go with n8n's executions. */
const readingsOfStore = new WeakMap<Store, Map<string, ClockReading>>();

function readingsOf(store: Store): Map<string, ClockReading> {
	const readings = readingsOfStore.get(store) ?? new Map<string, ClockReading>();
	readingsOfStore.set(store, readings);
	return readings;
}

/**
 * Keeps the engine on the gateway's clock: notes the `Date` of every answer, and asks the gateway when there was
 * none for long, or when its clock says of itself that it can jump (an emulator's).
 */
export function followGatewayClock(engine: Engine, gateway: GatewayClient) {
	const readings = readingsOf(engine.store);
	const asking = new Map<string, Promise<void>>();

	/** Notes what the last answer said. */
	async function note(channel: string): Promise<void> {
		const reading = gateway.clock();
		if (!reading) return;
		readings.set(channel, reading);
		await engine.observeClock(channel, reading.gatewayTime);
	}

	/** Asks the gateway for the time. @throws GatewayError */
	async function measure(channel: string): Promise<void> {
		await gateway.webhook.get();
		await note(channel);
	}

	return {
		note,
		measure,
		/** Measures where the last reading cannot be relied on. A gateway that does not answer changes nothing. */
		async freshen(channel: string): Promise<void> {
			const reading = readings.get(channel);
			if (reading && !reading.virtual && Date.now() - reading.readAt < CLOCK_AGE) return;
			const answer =
				asking.get(channel) ??
				measure(channel)
					.catch(() => {})
					.finally(() => asking.delete(channel));
			asking.set(channel, answer);
			await answer;
		},
	};
}
