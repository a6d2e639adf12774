import { Agent } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import axios from 'axios';
import type { Engine } from '../../../engine';
import { createEngine, parseWebhook } from '../../../engine';
import { createGatewayClient } from '../../../gateway';
import { createSender } from '../../../sending';
import { openStore } from '../../../store';
import type { BenchPlace } from '../webhooks/stores';
import { inPostgres, inSqlite } from '../webhooks/stores';

export type Form = 'freeform' | 'template';

/** A way of sending messages one after the other, ready to send. */
export interface SendContestant {
	name: string;
	/** Sends so many messages. */
	send(form: Form, count: number): Promise<void>;
	close(): Promise<void>;
}

const CHANNEL = '100';
/** So many customers wrote lately; templates go to others. */
const WROTE = 500;
const customer = (index: number) => String(491_700_000_000 + index);

const text = { type: 'text', text: { body: 'Hello' } } as const;
const template = { name: 'hello', language: 'en_US' };

/** The bare call: the same message, over an ordinary instance of axios. */
export function axiosAlone(name: string, baseURL: string, keepAlive: boolean): SendContestant {
	const httpAgent = new Agent({ keepAlive });
	const instance = axios.create({ baseURL, httpAgent, headers: { 'SVC-API-KEY': 'key' } });
	return {
		name,
		async send(form, count) {
			const body =
				form === 'freeform'
					? text
					: { type: 'template', template: { name: 'hello', language: { code: 'en_US' } } };
			for (let index = 0; index < count; index += 1) {
				const message = { messaging_product: 'whatsapp', to: customer(index), ...body };
				await instance.post('/messages', message);
			}
		},
		close: async () => httpAgent.destroy(),
	};
}

/** The call by this package's client, which checks the message and reads the answer; without rules and store. */
export function clientAlone(baseUrl: string): SendContestant {
	const gateway = createGatewayClient({ baseUrl, apiKey: 'key' });
	return {
		name: 'gateway client alone',
		async send(form, count) {
			const { name, language } = template;
			const body =
				form === 'freeform' ? text : { type: 'template', template: { name, language: { code: language } } };
			for (let index = 0; index < count; index += 1) {
				await gateway.messages.send({ to: customer(index), ...body });
			}
		},
		close: async () => {},
	};
}

/** Customers who wrote just now. */
async function hearFrom(engine: Engine): Promise<void> {
	const messages = Array.from({ length: WROTE }, (_, index) => ({
		id: `wamid.in.${index}`,
		from: customer(index),
		timestamp: String(Math.floor(Date.now() / 1_000)),
		type: 'text',
		text: { body: 'Hi' },
	}));
	const value = { metadata: { phone_number_id: CHANNEL }, messages };
	await engine.ingest(parseWebhook({ entry: [{ id: 'A', changes: [{ field: 'messages', value }] }] }));
}

/** Send Auto: the rules choose the form. */
async function sendAuto(
	name: string,
	baseUrl: string,
	placeIn: (folder: string) => BenchPlace,
): Promise<SendContestant> {
	const folder = mkdtempSync(join(tmpdir(), 'bench-send-'));
	const place = placeIn(folder);
	const store = await openStore(place.url);
	const engine = createEngine({ store });
	const gateway = createGatewayClient({ baseUrl, apiKey: 'key' });
	const sender = createSender({ engine, gateway, pace: { perSecond: 10_000 } });
	await hearFrom(engine);
	let next = WROTE;
	return {
		name,
		async send(form, count) {
			for (let index = 0; index < count; index += 1) {
				const to = customer(form === 'freeform' ? index % WROTE : (next += 1));
				const content = form === 'freeform' ? { freeform: text } : {};
				const outcome = await sender.send({ channel: CHANNEL, to, template }, content);
				if (outcome.action !== form || outcome.messageId === undefined)
					throw new Error(JSON.stringify(outcome));
			}
		},
		async close() {
			await store.close();
			await place.remove();
			rmSync(folder, { recursive: true, force: true });
		},
	};
}

export const sendAutoEmbedded = (baseUrl: string) => sendAuto('Send Auto, embedded store', baseUrl, inSqlite);
export const sendAutoPostgres = (baseUrl: string) =>
	sendAuto('Send Auto, Postgres', baseUrl, () => inPostgres());
