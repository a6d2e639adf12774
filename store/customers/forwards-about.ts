import type { Runtime } from '../../base';
import { parseWebhook } from '../../engine';
import { mentions } from '../../engine/events/is-about';
import type { Database } from '../database';
import { all } from '../work';

/** How many deliveries are read at a time: each can have some megabytes. */
const PAGE = 20;

const FROM = 'SELECT seq, target, received_at, body FROM forward WHERE seq > ? ORDER BY seq LIMIT ?';

interface ForwardRow {
	seq: number;
	target: string;
	received_at: number;
	body: Uint8Array;
}

/** A queued delivery that mentions a customer. */
export interface FoundForward {
	seq: number;
	target: string;
	receivedAt: number;
}

/** Whether a delivery can be of a number, and mentions one of the names. What isn't JSON does if they are in its text. */
function isAbout(body: Uint8Array, channel: string, names: readonly string[]): boolean {
	const text = Buffer.from(body).toString('utf8');
	let parsed: unknown;
	try {
		parsed = JSON.parse(text);
	} catch {
		return mentions(text, new Set(names));
	}
	if (!mentions(parsed, new Set(names))) return false;
	const events = parseWebhook(parsed, 0);
	return events.length === 0 || events.some((event) => (event.channel ?? channel) === channel);
}

/** The queued deliveries that mention a customer, after one, and the last one that was looked at. */
export async function findForwards(
	{ read }: Database,
	runtime: Runtime,
	{ channel, names, after }: { channel: string; names: readonly string[]; after: number },
): Promise<{ forwards: FoundForward[]; last: number }> {
	const forwards: FoundForward[] = [];
	for (let last = after; ;) {
		const from = last;
		const rows = await read(() => all<ForwardRow>(FROM, from, PAGE));
		last = rows.at(-1)?.seq ?? last;
		for (const { seq, target, received_at: receivedAt, body } of rows) {
			if (isAbout(body, channel, names)) forwards.push({ seq, target, receivedAt });
		}
		if (rows.length < PAGE) return { forwards, last };
		await runtime.turn();
	}
}
