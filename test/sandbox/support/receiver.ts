import type { IncomingHttpHeaders } from 'node:http';
import { startHttpServer } from '../../support/http-server';
import type { EventValue, WireEntry } from './wire';

interface Received {
	readonly method: string;
	readonly url: string;
	readonly headers: IncomingHttpHeaders;
	readonly text: string;
	readonly field: string;
	readonly value: EventValue;
	readonly entry: WireEntry;
}

/** A real HTTP receiver of webhooks. It answers the next deliveries with the statuses in `answers`, then with 200. */
export async function startReceiver() {
	const received: Received[] = [];
	const answers: number[] = [];
	let answerToChallenge: string | undefined;
	const server = await startHttpServer(({ method, url, headers, text, body }, response) => {
		const [entry] = (body as { entry: WireEntry[] } | undefined)?.entry ?? [];
		for (const { field, value } of entry?.changes ?? []) {
			received.push({ method, url, headers, text, field, value, entry: entry as WireEntry });
		}
		response.statusCode = answers.shift() ?? 200;
		const challenge = new URL(url, 'http://receiver').searchParams.get('hub.challenge');
		response.end(challenge === null ? '' : (answerToChallenge ?? challenge));
	});
	return {
		url: `${server.url}/hook`,
		received,
		answers,
		/** Resolves once so many events have come, or the receiver is closed. */
		async has(count: number): Promise<void> {
			while (received.length < count && server.isListening())
				await new Promise((resolve) => setImmediate(resolve));
		},
		answerChallengeWith: (text: string) => (answerToChallenge = text),
		fields: () => received.map(({ field }) => field),
		statuses: () => received.flatMap(({ value }) => value.statuses ?? []),
		of: (field: string) => received.filter((one) => one.field === field),
		close: () => server.close(),
	};
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;
