import { signPayload } from '../../../engine';
import type { Connection } from './connection';
import { openConnection } from './connection';
import { bodyOf, deliveryAt } from './deliveries';
import type { Load, LoadResult } from './load';

/** How often a delivery is sent if it isn't answered with 200. */
const TRIES = 20;

function requestsOf({ url, secret, from, count }: Load): Buffer[] {
	const { host, pathname } = new URL(url);
	const now = Date.now();
	return Array.from({ length: count }, (_, place) => {
		const body = JSON.stringify(bodyOf(deliveryAt(from + place), now));
		const lines = [
			`POST ${pathname} HTTP/1.1`,
			`host: ${host}`,
			'content-type: application/json',
			`content-length: ${Buffer.byteLength(body)}`,
			`x-provider-signature: ${signPayload(body, secret)}`,
		];
		return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`);
	});
}

/** Waits until a time of the monotonic clock (ms), with a precision of a millisecond. */
const waitUntil = (at: number) =>
	new Promise<void>((resolve) => setTimeout(resolve, Math.max(0, at - performance.now())));

/** Sends all deliveries in order, when they are due or when a connection is free. */
async function run(load: Load): Promise<LoadResult> {
	const { from, count, rate } = load;
	const requests = requestsOf(load);
	const url = new URL(load.url);
	const connections = await Promise.all(Array.from({ length: load.connections }, () => openConnection(url)));
	const took = new Float64Array(count);
	const unanswered: number[] = [];
	let refused = 0;
	let next = 0;
	const begun = performance.now();
	const dueAt = (place: number) => (rate === undefined ? performance.now() : begun + (place / rate) * 1_000);

	async function deliver(connection: Connection, place: number): Promise<void> {
		const due = dueAt(place);
		if (due > performance.now()) await waitUntil(due);
		for (let tries = 1; ; tries += 1) {
			if ((await connection.send(requests[place]!)) === 200) break;
			refused += 1;
			if (tries === TRIES) return void unanswered.push(from + place);
			await waitUntil(performance.now() + 100);
		}
		took[place] = performance.now() - due;
	}

	await Promise.all(
		connections.map(async (connection) => {
			while (next < count) await deliver(connection, next++);
			connection.close();
		}),
	);
	const seconds = (performance.now() - begun) / 1_000;
	took.sort();
	const percentile = (share: number) => took[Math.min(count - 1, Math.floor(count * share))]!;
	return { seconds, p50: percentile(0.5), p99: percentile(0.99), refused, unanswered };
}

void run(JSON.parse(process.argv[2]!) as Load).then((result) => process.stdout.write(JSON.stringify(result)));
