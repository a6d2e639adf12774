/** Time that passes only from one event to the next. ms */
export interface VirtualTime {
	now(): number;
	after(ms: number, act: () => void): void;
	/** Lets everything happen until then. */
	run(until: number): void;
}

interface Due {
	at: number;
	act: () => void;
}

/** What is due is in a heap: the earliest first. */
export function openVirtualTime(): VirtualTime {
	const heap: Due[] = [];
	let now = 0;

	function push(due: Due): void {
		let place = heap.push(due) - 1;
		while (place > 0) {
			const parent = (place - 1) >> 1;
			if (heap[parent]!.at <= due.at) break;
			heap[place] = heap[parent]!;
			place = parent;
		}
		heap[place] = due;
	}

	function pop(): Due {
		const [first] = heap as [Due];
		const last = heap.pop()!;
		let place = 0;
		for (let child = 1; child < heap.length; child = 2 * place + 1) {
			if (child + 1 < heap.length && heap[child + 1]!.at < heap[child]!.at) child += 1;
			if (heap[child]!.at >= last.at) break;
			heap[place] = heap[child]!;
			place = child;
		}
		if (heap.length > 0) heap[place] = last;
		return first;
	}

	return {
		now: () => now,
		after: (ms, act) => push({ at: now + Math.max(0, ms), act }),
		run(until) {
			while (heap.length > 0 && heap[0]!.at <= until) {
				const { at, act } = pop();
				now = at;
				act();
			}
			now = until;
		},
	};
}
