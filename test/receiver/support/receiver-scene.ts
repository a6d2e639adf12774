import type { MessagingEvent, Store } from '../../../engine';
import { signPayload } from '../../../engine';
import { openStore } from '../../../store';
import type { Incident, Receiver, ReceiverOptions } from '../../../receiver';
import { startReceiver } from '../../../receiver';
import { customerMessage } from '../../support/wire';

export const SECRET = 'a-key-to-sign-with';

export interface ReceiverScene {
	store: Store;
	receiver: Receiver;
	incidents: Incident[];
	/** Posts a body to the receiver, signed. */
	post(body: string, headers?: Record<string, string>): Promise<{ status: number; body: unknown }>;
	/** Gets another path of the receiver. */
	get(path: string): Promise<{ status: number; text: string }>;
	/** All figures, as Prometheus reads them. */
	figures(): Promise<string>;
	/** What a metric says now, labels included in its name. */
	metric(name: string): Promise<number>;
	/** The ids of the events in the inbox. */
	kept(): Promise<string[]>;
	events(): Promise<MessagingEvent[]>;
	close(): Promise<void>;
}

/** A receiver over a store in memory. */
export async function openReceiverScene(options: Partial<ReceiverOptions> = {}): Promise<ReceiverScene> {
	const store = options.store ?? (await openStore('sqlite::memory:'));
	const incidents: Incident[] = [];
	const log = (incident: Incident) => void incidents.push(incident);
	const receiver = await startReceiver({ secret: SECRET, port: 0, metricsPort: 0, log, ...options, store });
	const get = async (path: string) => {
		const response = await fetch(new URL(path, receiver.url));
		return { status: response.status, text: await response.text() };
	};
	const figures = async () => await (await fetch(receiver.metricsUrl!)).text();
	const events = async () => (await store.inbox.read({ limit: 1_000 })).map(({ event }) => event);
	return {
		store,
		receiver,
		incidents,
		async post(body, headers = {}) {
			const signature = { 'x-provider-signature': signPayload(body, SECRET) };
			const response = await fetch(receiver.url, {
				method: 'POST',
				headers: { 'content-type': 'application/json', ...signature, ...headers },
				body,
			});
			return { status: response.status, body: await response.json() };
		},
		get,
		figures,
		async metric(name) {
			const text = await figures();
			const line = text.split('\n').find((each) => each.startsWith(`business_messaging_${name} `));
			if (line === undefined) throw new Error(`There is no metric ${name} in:\n${text}`);
			return Number(line.split(' ').at(-1));
		},
		events,
		kept: async () => (await events()).map(({ id }) => id),
		async close() {
			await receiver.close();
			await store.close();
		},
	};
}

/** A body that is made again is the same, so that it fits the signature of the first one. */
const BEGAN = Date.now();

/** A delivery with one message of a customer. */
export const messageBody = (id: string, at = BEGAN) => JSON.stringify(customerMessage({ at, id }));
