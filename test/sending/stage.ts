import type { Runtime } from '../../base';
import type { Engine, Intent, Store } from '../../engine';
import { createEngine, parseWebhook } from '../../engine';
import { openStore } from '../../store';
import type { GatewayClient } from '../../gateway';
import { axiosTransport, createGatewayClient } from '../../gateway';
import type { Sandbox, SandboxOptions } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import type { Content, Sender } from '../../sending';
import { createSender } from '../../sending';
import type { StorePlace } from '../support/stores';
import { openTestClock, type TestClock } from '../support/test-clock';

export const CUSTOMER = '491701234567';

/** How long a request takes, so that what is learned later is newer. ms */
const REQUEST = 1;

/** A sandbox and a sender against it, with a store of their own. */
export interface Stage {
	sandbox: Sandbox;
	store: Store;
	engine: Engine;
	gateway: GatewayClient;
	sender: Sender;
	/** Freeform text, and the template `hello`, for the customer. */
	intent: Intent;
	content: Content;
	/** The time of everything on the stage, unless that's real. */
	clock?: TestClock;
	/** Opens another handle of the store at its place, which acts like another process. */
	another(): Promise<Store>;
	/** Takes in all that the sandbox has to tell, in the order it happened. */
	hear(): Promise<void>;
	close(): Promise<void>;
}

export interface StageOptions {
	/** The local clock, for one that is wrong. */
	now?: () => number;
	/** Where the store is; in memory when left out. */
	place?: StorePlace;
	/**
	 * The store's runtime. When this and everything else is left out that brings a clock of its own, time passes by
	 * itself for the sandbox, the store, and the sender: from timer to timer, as soon as nothing real is under way.
	 */
	runtime?: Runtime;
	sandbox?: SandboxOptions;
	/** A sandbox that runs already, instead of a new one. The stage closes it. */
	running?: Sandbox;
	/** Messages a second. */
	perSecond?: number;
}

export async function openStage({
	now,
	place,
	runtime,
	perSecond,
	running,
	...options
}: StageOptions = {}): Promise<Stage> {
	const clock = runtime || now || running ? undefined : openTestClock();
	const sandbox = running ?? (await startSandbox({ ...options.sandbox, runtime: clock?.ofServer }));
	await sandbox.control.addTemplate({ name: 'hello', category: 'UTILITY', body: 'Hello from the shop.' });
	async function open(): Promise<Store> {
		const local = { runtime: clock?.runtime ?? runtime };
		const opened = await (place ? place.open(local) : openStore('sqlite::memory:', local));
		return clock ? clock.watch(opened) : opened;
	}
	const store = await open();
	const engine = createEngine({ store, now });
	const gateway = createGatewayClient({
		baseUrl: sandbox.url,
		apiKey: sandbox.apiKey,
		runtime: clock?.runtime,
		transport: clock?.real(axiosTransport(), REQUEST),
	});
	clock?.run();
	let heard = 0;
	return {
		sandbox,
		store,
		engine,
		gateway,
		sender: createSender({ engine, gateway, pace: { perSecond } }),
		intent: { channel: sandbox.phoneNumberId, to: CUSTOMER, template: { name: 'hello', language: 'en_US' } },
		content: { freeform: { type: 'text', text: { body: 'Hello' } } },
		...(clock && { clock }),
		another: open,
		async hear() {
			await sandbox.control.idle();
			const deliveries = sandbox.control.deliveries();
			await engine.observeClock(sandbox.phoneNumberId, sandbox.clock.now());
			for (const { payload } of deliveries.slice(heard)) await engine.ingest(parseWebhook(payload));
			heard = deliveries.length;
		},
		async close() {
			await store.close();
			await sandbox.close();
		},
	};
}
