import type { ServerResponse } from 'node:http';
import { every } from '../../base';
import type { World } from '../world';
import type { PageRecord, Update } from './records';
import { viewOf } from './view';

/** Changes that come this soon after each other, in real ms, reach the page together. */
const GATHERING_MS = 40;
const HEARTBEAT_MS = 15_000;

/**
 * Server-sent events: first everything that the page shows, then whatever changes. A page that connects again begins
 * anew, so no update can be lost.
 */
export function streamUpdates(world: World, url: string, response: ServerResponse): void {
	response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
	let shown: ReadonlyMap<string, string> | undefined;
	let cancelWait: (() => void) | undefined;
	const send = () => {
		cancelWait = undefined;
		const view = viewOf(world, url);
		const texts = new Map([...view].map(([key, record]) => [key, JSON.stringify(record)]));
		const update = updateOf(world.clock.now(), view, texts, shown);
		shown = texts;
		response.write(`data: ${JSON.stringify(update)}\n\n`);
	};
	const stopListening = world.changes.subscribe(() => {
		cancelWait ??= world.runtime.after(GATHERING_MS, send, 'background');
	});
	const stopHeartbeat = every(world.runtime, HEARTBEAT_MS, () => response.write(':\n\n'), 'background');
	response.once('close', () => {
		stopListening();
		stopHeartbeat();
		cancelWait?.();
	});
	send();
}

function updateOf(
	now: number,
	view: ReadonlyMap<string, PageRecord>,
	texts: ReadonlyMap<string, string>,
	shown: ReadonlyMap<string, string> | undefined,
): Update {
	const changed = [...view].filter(([key]) => texts.get(key) !== shown?.get(key));
	const drop = [...(shown?.keys() ?? [])].filter((key) => !view.has(key));
	return { now, ...(shown === undefined ? { reset: true } : {}), put: Object.fromEntries(changed), drop };
}
