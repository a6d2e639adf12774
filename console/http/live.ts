import type { ServerResponse } from 'node:http';
import type { Runtime } from '../../base';
import { errorText, every } from '../../base';
import type { LiveMessage } from '../records';

/** How often a view is read while somebody looks at it, unless reading it takes long. ms */
const EVERY = 1_000;
/** A view rests for so many times as long as reading it took. */
const RESTS = 5;
const HEARTBEAT = 15_000;

/** A view that people look at. It is read once for all of them. */
interface Watched {
	readonly listeners: Set<(text: string) => void>;
	/** What was sent last. */
	text: string | undefined;
	stop(): void;
}

/** Sends views to the pages that show them, whenever they change. */
interface Live {
	/** Streams a view by server-sent events until the page is closed. Views with one key are the same. */
	stream(key: string, read: () => Promise<unknown>, response: ServerResponse): void;
	/** How many pages look. */
	readonly pages: number;
}

export function createLive(runtime: Runtime): Live {
	const watched = new Map<string, Watched>();
	let pages = 0;

	function watch(key: string, read: () => Promise<unknown>): Watched {
		let cancel = () => {};
		let isOver = false;
		const one: Watched = {
			listeners: new Set(),
			text: undefined,
			stop() {
				isOver = true;
				cancel();
				watched.delete(key);
			},
		};
		async function look(): Promise<void> {
			const began = runtime.monotonic();
			const message: LiveMessage<unknown> = await read().then(
				(view) => ({ view }),
				(error: unknown) => ({ trouble: errorText(error) }),
			);
			if (isOver) return;
			const text = JSON.stringify(message);
			if (text !== one.text) for (const tell of one.listeners) tell(text);
			one.text = text;
			const rest = Math.max(EVERY, RESTS * (runtime.monotonic() - began));
			cancel = runtime.after(rest, () => void look(), 'background');
		}
		watched.set(key, one);
		void look();
		return one;
	}

	return {
		get pages() {
			return pages;
		},
		stream(key, read, response) {
			pages += 1;
			const one = watched.get(key) ?? watch(key, read);
			const tell = (text: string) => response.write(`data: ${text}\n\n`);
			one.listeners.add(tell);
			if (one.text !== undefined) tell(one.text);
			const stopHeartbeat = every(runtime, HEARTBEAT, () => response.write(':\n\n'), 'background');
			response.once('close', () => {
				pages -= 1;
				stopHeartbeat();
				one.listeners.delete(tell);
				if (one.listeners.size === 0) one.stop();
			});
		},
	};
}
