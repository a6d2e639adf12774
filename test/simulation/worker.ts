import type { Batch, BatchEnd, Intent, PolicyDocument, Store } from '../../engine';
import { createEngine, signPayload } from '../../engine';
import { createGatewayClient } from '../../gateway';
import type { Transport } from '../../gateway/transport';
import { receiveDelivery } from '../../receiver/http/receive-delivery';
import type { GatherOptions } from '../../receiver/inbox/bursts';
import type { Subscriber } from '../../receiver';
import { startSubscriber } from '../../receiver';
import type { CampaignPlan, Content, PlannedRecipient } from '../../sending';
import { createSender } from '../../sending';
import { sleep } from '../../base';
import { CHANNEL } from '../support/wire';
import type { Faults } from './faults';
import type { Receive } from './gateway/deliveries';
import { StoreAway } from './simulated-database';
import type { SimulatedProcess } from './simulated-process';

const SECRET = 'secret';
const SUBSCRIPTION = 'reader';
const MINUTE = 60_000;

/** What happens in a run that is checked afterwards. */
interface Witness {
	/** A batch is run. */
	handedOut(batch: Batch): void;
	/** The receiver answered a delivery with 200. */
	acknowledged(body: string): void;
	/** Something threw that isn't the simulated trouble of the store. */
	unexpected(what: string, error: unknown): void;
}

/** A process of the package: it receives, reads the inbox, and sends. */
export interface Worker {
	readonly process: SimulatedProcess;
	readonly receive: Receive;
	plan(plan: CampaignPlan, recipients: PlannedRecipient[]): void;
	send(intent: Intent, content: Content, once?: string): void;
	keep(intent: Intent, content: Content, once: string): void;
	/** Lets paused campaigns go on, and failed messages be sent again, as a person does. */
	lookAfter(campaign: string): void;
	/** Claims no more batches. */
	stopReading(): void;
	startReading(): void;
}

export interface WorkerOptions {
	process: SimulatedProcess;
	store: Store;
	/** What decides. The store knows it. */
	policy: PolicyDocument;
	transport: Transport;
	faults: Faults;
	witness: Witness;
	/** How messages wait until their customers are silent, if they do. */
	gather: GatherOptions | undefined;
}

export function startWorker({
	process,
	store,
	policy,
	transport,
	faults,
	witness,
	gather,
}: WorkerOptions): Worker {
	const { runtime } = process;
	const engine = createEngine({ store, policy });
	const client = { baseUrl: 'https://gateway.example.com', apiKey: 'key', transport, runtime };
	const sender = createSender({ engine, gateway: createGatewayClient(client) });
	const { campaigns } = sender;
	let subscriber: Promise<Subscriber> | undefined;
	let isReading = false;

	/** Does something in this process. The store may be away; nothing else may go wrong. */
	function attempt(what: string, act: () => Promise<unknown>): void {
		process.after(0, what, () => {
			act().catch((error: unknown) => {
				if (!(error instanceof StoreAway)) witness.unexpected(`${process.name} ${what}`, error);
			});
		});
	}

	async function runBatch(batch: Batch): Promise<BatchEnd | undefined> {
		witness.handedOut(batch);
		await sleep(runtime, faults.areOn() && runtime.random() < 0.02 ? 1.5 * MINUTE : runtime.random() * 200);
		const drawn = faults.areOn() ? runtime.random() : 1;
		if (drawn < 0.05) return undefined;
		if (drawn < 0.1) return { kind: 'failed', error: 'It failed.', tries: 2, inHalves: true };
		return { kind: 'done' };
	}

	function subscribe(): void {
		attempt('subscribes', async () => {
			subscriber ??= startSubscriber({
				store,
				subscription: { id: SUBSCRIPTION, partitions: 4, from: 'where-it-stood', firstFrom: 0 },
				...(gather && { gather }),
				run: runBatch,
				batchSize: 8,
				maxWaitMs: 0,
				concurrency: 2,
				leaseMs: 30_000,
				longestRunMs: 2 * MINUTE,
				log: () => {},
			});
			await subscriber.catch((error: unknown) => {
				subscriber = undefined;
				process.after(1_000, 'subscribes again', () => {
					if (isReading) subscribe();
				});
				throw error;
			});
		});
	}

	function startReading(): void {
		isReading = true;
		subscribe();
	}

	/** How long to wait until something is due. ms */
	async function untilDue(nextDueAt = Infinity): Promise<number> {
		if (faults.areOn()) return 500 + runtime.random() * 4_000;
		return Math.min(Math.max(nextDueAt - (await engine.now(CHANNEL)), 1_000), 30 * MINUTE);
	}

	async function sendDue(): Promise<void> {
		const { nextDueAt } = await campaigns.sendDue({ budgetMs: 10_000 });
		process.after(await untilDue(nextDueAt), 'looks for what is due', sendInTurns);
	}

	function sendInTurns(): void {
		attempt('sends what is due', () =>
			sendDue().catch((error: unknown) => {
				process.after(1_000, 'looks again for what is due', sendInTurns);
				throw error;
			}),
		);
	}

	startReading();
	sendInTurns();

	return {
		process,
		receive(body, answer) {
			process.after(faults.networkDelay(), 'receives', () => {
				const delivery = { rawBody: Buffer.from(body), signature: signPayload(body, SECRET) };
				const how = { engine, secret: SECRET, channel: CHANNEL, measureClock: sender.measureClock };
				receiveDelivery(delivery, how).then(
					({ status }) => {
						if (status === 200) witness.acknowledged(body);
						process.after(faults.networkDelay(), `answers ${status}`, () => answer(status));
					},
					(error: unknown) => witness.unexpected(`${process.name} receives`, error),
				);
			});
		},
		plan: (plan, recipients) => attempt('plans', () => campaigns.plan(plan, recipients)),
		send: (intent, content, once) => attempt('sends', () => sender.send(intent, content, { once })),
		keep: (intent, { freeform, ...content }, once) =>
			attempt('keeps', () =>
				sender.keep(
					intent,
					{ ...content, ...(typeof freeform === 'object' && { freeform }) },
					{ once, policy: policy.name },
				),
			),
		lookAfter: (campaign) =>
			attempt('looks after a campaign', async () => {
				const found = await campaigns.get(campaign);
				if (found?.state === 'paused') await campaigns.resume(campaign);
			}),
		startReading,
		stopReading() {
			isReading = false;
			const closing = subscriber;
			subscriber = undefined;
			if (closing) attempt('stops reading', async () => (await closing).close(MINUTE));
		},
	};
}
