import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
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

/** A real HTTP receiver of webhooks; `answers` are the statuses of the next deliveries, then 200. */
export async function startReceiver() {
	const received: Received[] = [];
	const answers: number[] = [];
	let answerToChallenge: string | undefined;
	const server = createServer((request, response) => {
		let text = '';
		request.setEncoding('utf8');
		request.on('data', (chunk: string) => (text += chunk));
		request.on('end', () => {
			const { method = '', url = '', headers } = request;
			const [entry] = text === '' ? [] : (JSON.parse(text) as { entry: WireEntry[] }).entry;
			for (const { field, value } of entry?.changes ?? []) {
				received.push({ method, url, headers, text, field, value, entry: entry as WireEntry });
			}
			response.statusCode = answers.shift() ?? 200;
			const asked = new URL(url, 'http://receiver').searchParams.get('hub.challenge');
			response.end(asked === null ? '' : (answerToChallenge ?? asked));
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
		received,
		answers,
		/** Resolves once so many events have come, or the receiver is closed. */
		async has(count: number): Promise<void> {
			while (received.length < count && server.listening)
				await new Promise((resolve) => setImmediate(resolve));
		},
		answerChallengeWith: (text: string) => (answerToChallenge = text),
		fields: () => received.map(({ field }) => field),
		statuses: () => received.flatMap(({ value }) => value.statuses ?? []),
		of: (field: string) => received.filter((one) => one.field === field),
		close: () => {
			server.closeAllConnections();
			return new Promise((resolve) => server.close(resolve));
		},
	};
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;
