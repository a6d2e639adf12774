import { feed } from './feed';
import { handOver } from './hand-over';
import type { LaneOptions } from './lane-state';
import { giveUp, openState } from './lane-state';
import { release } from './leave';
import { pace } from './pace';

export interface Lane {
	/** Sends until nothing is due, or until it is over. */
	run(): Promise<void>;
	/** It is over: the lane looks at once. */
	end(): void;
}

/** What sends from one number: claims, decides, takes slots, hands over, records. */
export function openLane(options: LaneOptions): Lane {
	const lane = openState(options, handOver);
	const { changed, recorder, schedule } = lane;
	const failed = (error: unknown) => giveUp(lane, error);
	return {
		end: () => changed.ring(),
		async run() {
			let fed = false;
			const feeding = feed(lane)
				.catch(failed)
				.finally(() => {
					fed = true;
					changed.ring();
				});
			await Promise.all([feeding, pace(lane, () => fed).catch(failed)]);
			release(lane, [...lane.ready, ...lane.again, ...schedule.clear()]);
			[lane.ready, lane.again] = [[], []];
			while (lane.onTheirWay > 0) await changed.wait(100);
			await recorder.flush();
			if (lane.broken) throw lane.broken.error;
		},
	};
}
