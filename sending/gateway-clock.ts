import { MINUTE } from '../base';
import type { Engine } from '../engine';
import type { ClockReading, GatewayClient } from '../gateway';
import { CLOCK_OFFSET_THRESHOLD } from '../platform';

/** After this long without an answer, the gateway's clock is read again before a decision. ms */
const CLOCK_AGE = 10 * MINUTE;

interface Noted {
	reading: ClockReading;
	/** Of the process's monotonic clock. ms */
	at: number;
	/** Local time. Epoch ms */
	local: number;
}

/** The last reading of each channel's gateway. */
const notedByChannel = () => new Map<string, Noted>();

/** Keeps the engine on the gateway's clock. */
export interface GatewayClock {
	/**
	 * Notes what the last answer said.
	 * @param believed what the caller takes the gateway's time to be, by what it has just read. Epoch ms
	 * @returns the gateway's time. Epoch ms
	 */
	note(channel: string, believed?: number): Promise<number>;
	/** Asks the gateway for the time. @throws GatewayError */
	measure(channel: string): Promise<void>;
	/** Measures if the last reading can't be relied on: it is old, or local time was set since. A gateway that doesn't answer changes nothing. */
	freshen(channel: string): Promise<void>;
}

/**
 * Notes the `Date` of every answer, and asks the gateway if there was none for long, or if its clock says of itself
 * that it can jump (an emulator's).
 */
export function followGatewayClock(engine: Engine, gateway: GatewayClient): GatewayClock {
	const { monotonic, now: localTime } = engine.runtime;
	const noted = engine.store.session.part(notedByChannel);
	const asking = new Map<string, Promise<void>>();

	async function note(channel: string, believed?: number): Promise<number> {
		const reading = gateway.clock();
		if (reading) {
			if (noted.get(channel)?.reading !== reading) {
				noted.set(channel, { reading, at: monotonic(), local: localTime() });
			}
			await engine.observeClock(channel, reading.gatewayTime, believed);
			const differs = Math.abs(reading.gatewayTime - (believed ?? NaN)) > CLOCK_OFFSET_THRESHOLD;
			if (differs) return engine.now(channel);
		}
		return believed ?? engine.now(channel);
	}

	/** Whether local time went another way than the monotonic clock, so that its distance to the gateway's isn't known. */
	const wasSet = ({ at, local }: Noted) =>
		Math.abs(localTime() - local - (monotonic() - at)) > CLOCK_OFFSET_THRESHOLD;

	async function measure(channel: string): Promise<void> {
		await gateway.webhook.get();
		await note(channel);
	}

	return {
		note,
		measure,
		async freshen(channel) {
			const last = noted.get(channel);
			const isFresh = last && monotonic() - last.at < CLOCK_AGE && !wasSet(last);
			if (isFresh && !last.reading.virtual) return;
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
