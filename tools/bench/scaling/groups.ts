import { openLine } from './line';
import type { VirtualTime } from './virtual-time';

export interface GroupOptions<Item> {
	/** The most in a group. */
	most: number;
	/** The most groups at a time. */
	atATime?: number;
	/** How long a group that isn't full waits for more. ms */
	gather?: number;
	act(group: Item[], done: () => void): void;
}

/** Does what waits in groups: who comes while all groups are busy shares the next one. Returns what adds to them. */
export function openGroups<Item>({ after }: VirtualTime, options: GroupOptions<Item>): (item: Item) => void {
	const { most, atATime = 1, gather = 0, act } = options;
	const waiting = openLine<Item>();
	let [running, gathering] = [0, false];

	function begin(): void {
		while (running < atATime && waiting.size() > 0) {
			if (waiting.size() < most && gather > 0) return beginLater();
			start();
		}
	}

	function beginLater(): void {
		if (gathering) return;
		gathering = true;
		after(gather, () => {
			gathering = false;
			if (running < atATime && waiting.size() > 0) start();
			begin();
		});
	}

	function start(): void {
		running += 1;
		act(waiting.take(most), () => {
			running -= 1;
			begin();
		});
	}

	return (item) => {
		waiting.push(item);
		begin();
	};
}
