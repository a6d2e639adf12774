import { setTimeout as wait } from 'node:timers/promises';
import { createEngine } from '../../engine';
import { createGatewayClient } from '../../gateway';
import { createSender } from '../../sending';
import { openStore } from '../../store';
import type { BenchGateway } from '../bench/campaign/gateway';
import { startGateway } from '../bench/campaign/gateway';
import type { LoadResult } from '../bench/webhooks/load';
import { startReceive } from '../bench/webhooks/receive';
import { printed, spawnSource } from '../bench/webhooks/source-process';
import { drained, inSqlite } from '../bench/webhooks/stores';
import type { Credential, N8n, Workflow } from '../n8n';
import { N8N_TELLS, sampleN8n, startN8n } from '../n8n';
import type { Series } from './series';

const SECRET = 'secret';
const PACKAGE = 'n8n-nodes-business-messaging';
const CAMPAIGN = 'soak';
/** Deliveries are prepared for so long at a time. s */
const SLICE = 20;
/** How many recipients are planned at a time. */
const CHUNK = 10_000;

export interface SoakOptions {
	/** Deliveries and messages a second. */
	events: number;
	sends: number;
	seconds: number;
}

const credentials = { businessMessagingApi: { id: 'bmSandbox', name: 'Sandbox gateway' } };
/** Saves no execution data, as recommended at high volume. */
const settings = {
	executionOrder: 'v1',
	saveDataSuccessExecution: 'none',
	saveDataErrorExecution: 'none',
	saveManualExecutions: false,
};

const workflow = (id: string, nodes: Array<Record<string, unknown>>): Workflow => ({
	id,
	name: id,
	settings,
	nodes: nodes.map((node, index) => ({ id: `${id}-${index}`, position: [index * 200, 0], ...node })) as never,
	connections: Object.fromEntries(
		nodes
			.slice(1)
			.map(({ name }, index) => [nodes[index]!.name, { main: [[{ node: name, type: 'main', index: 0 }]] }]),
	),
});

/** An Inbox Trigger that reads everything, and Send Due each minute, as users set them up. */
const workflows = [
	workflow('inbox', [
		{
			name: 'Inbox',
			type: `${PACKAGE}.businessMessagingInboxTrigger`,
			typeVersion: 1,
			credentials,
			parameters: {
				events: ['message', 'status'],
				numbers: 'all',
				batchSize: 500,
				deliveries: 'elsewhere',
				options: { startTime: '2020-01-01T00:00:00.000Z' },
			},
		},
		{ name: 'Nothing', type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} },
	]),
	workflow('send', [
		{
			name: 'Schedule',
			type: 'n8n-nodes-base.scheduleTrigger',
			typeVersion: 1.2,
			parameters: { rule: { interval: [{ field: 'seconds', secondsInterval: 30 }] } },
		},
		{
			name: 'Campaign',
			type: `${PACKAGE}.businessMessagingCampaign`,
			typeVersion: 1,
			credentials,
			parameters: { operation: 'sendDue', campaign: { __rl: true, mode: 'id', value: CAMPAIGN } },
		},
	]),
];

const credentialFor = ({ url, apiKey, phoneNumberId }: BenchGateway, store: string): Credential => ({
	id: 'bmSandbox',
	name: 'Sandbox gateway',
	type: 'businessMessagingApi',
	data: {
		profile: 'gateway',
		baseUrl: url,
		apiKey,
		phoneNumberId,
		signingSecret: SECRET,
		accountId: '',
		store,
		overrideHeaders: false,
		authenticationHeader: '',
		signatureHeader: '',
	},
});

/** Plans more recipients than the time is enough for. */
async function plan(storeUrl: string, gateway: BenchGateway, { sends, seconds }: SoakOptions): Promise<void> {
	const store = await openStore(storeUrl);
	const client = createGatewayClient({ baseUrl: gateway.url, apiKey: gateway.apiKey });
	const { campaigns } = createSender({ engine: createEngine({ store }), gateway: client });
	const template = { name: 'hello', language: 'en_US' };
	const of = { id: CAMPAIGN, channel: gateway.phoneNumberId, template, perSecond: sends };
	const count = Math.ceil(sends * (seconds + 60));
	for (let from = 0; from < count; from += CHUNK) {
		const some = Array.from({ length: Math.min(CHUNK, count - from) }, (_, index) => ({
			to: String(491_700_000_000 + from + index),
		}));
		await campaigns.plan(of, some);
	}
	await store.close();
}

/** The parts of a soak, all running except the load. */
export async function startSoak(folder: string, options: SoakOptions) {
	const place = inSqlite(folder);
	const gateway = await startGateway(options.sends * 1.2);
	await plan(place.url, gateway, options);
	const receiver = await startReceive(place.url, SECRET);
	const idle: N8n = await startN8n({ env: N8N_TELLS, packageFolder: false });
	const busy: N8n = await startN8n({
		env: N8N_TELLS,
		workflows,
		publish: true,
		credentials: [credentialFor(gateway, place.url)],
	});
	const store = await openStore(place.url);
	const series = new Map<string, Series>();
	const begun = performance.now();

	function note(name: string, unit: string, value: number): void {
		const known = series.get(name) ?? { name, unit, readings: [] };
		known.readings.push([(performance.now() - begun) / 1_000, value]);
		series.set(name, known);
	}

	async function loadSlice(from: number, count: number): Promise<LoadResult> {
		const load = { url: receiver.url, secret: SECRET, from, count, connections: 32, rate: options.events };
		const child = spawnSource('tools/bench/webhooks/load-process.ts', [JSON.stringify(load)]);
		return JSON.parse((await printed(child, /^(\{.*\})$/m))[1]!) as LoadResult;
	}

	return {
		series: () => [...series.values()],
		/** Delivers events for the whole time. A slice begins on time, also while the last one is still ending. */
		async load() {
			const [start, per] = [performance.now(), options.events * SLICE];
			const slices: Array<Promise<LoadResult>> = [];
			for (let count = Math.ceil(options.seconds / SLICE); slices.length < count;) {
				await wait(Math.max(0, start + slices.length * SLICE * 1_000 - performance.now()));
				slices.push(loadSlice(slices.length * per, per));
			}
			const results = await Promise.all(slices);
			const delivered = per * results.length;
			return {
				delivered,
				perSecond: delivered / ((performance.now() - start) / 1_000),
				refused: results.reduce((sum, { refused }) => sum + refused, 0),
				unanswered: results.reduce((sum, { unanswered }) => sum + unanswered.length, 0),
			};
		},
		async sample(): Promise<void> {
			for (const [which, { url }] of [
				['n8n', busy],
				['idle n8n', idle],
			] as const) {
				for (const { name, unit, value } of await sampleN8n(url)) note(`${which}: ${name}`, unit, value);
			}
			const { subscriptions } = await store.inbox.stats();
			note('events not yet read', '', Math.max(0, ...subscriptions.map(({ lag }) => lag)));
			note('store', 'MB', (await place.keeping.databaseSize()) / 1_048_576);
		},
		/** Waits until all events are read, and counts what became of everything. */
		async settle(withinMs: number) {
			await busy.api.unpublish('send');
			await Promise.race([
				drained(place.url),
				new Promise((resolve) => setTimeout(resolve, withinMs).unref()),
			]);
			const { subscriptions, deadLetters } = await store.inbox.stats();
			const sent = (await gateway.accepted()).map(({ to }) => to);
			return {
				unread: Math.max(0, ...subscriptions.map(({ lag }) => lag)),
				deadLetters,
				sent: sent.length,
				twice: sent.length - new Set(sent).size,
			};
		},
		async stop(): Promise<void> {
			await store.close();
			await busy.stop();
			await idle.stop();
			await receiver.stop();
			await gateway.stop();
		},
	};
}
