import { request } from 'node:http';
import type { ConsoleOptions } from '../../../console';
import { startConsole } from '../../../console';
import type { Engine, Store } from '../../../engine';
import { createEngine, parseWebhook } from '../../../engine';
import { createSender, type Sender } from '../../../sending';
import { createGatewayClient } from '../../../gateway';
import { startSandbox, type Sandbox } from '../../../sandbox';
import { fastRuntime, impatientRuntime } from '../../support/impatient-runtime';
import type { StorePlace } from '../../support/stores';

/** What a request was answered. */
interface Answered {
	status: number;
	headers: Record<string, string | string[] | undefined>;
	text: string;
}

interface Asked {
	method?: string;
	headers?: Record<string, string>;
}

/** A bare request: unlike fetch, it sends any Host and Origin. */
export function ask(url: string, { method = 'GET', headers = {} }: Asked = {}): Promise<Answered> {
	const { port, pathname, search, host } = new URL(url);
	return new Promise((resolve, reject) => {
		const options = {
			host: '127.0.0.1',
			port,
			path: pathname + search,
			method,
			headers: { host, ...headers },
		};
		const asked = request(options, (response) => {
			let text = '';
			response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
			response.on('end', () =>
				resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
			);
		});
		asked.on('error', reject).end();
	});
}

/** The console keeps what it read for seconds, which pass faster. */
const fast = fastRuntime(50);
/** For a view of a whole day: the console counts for so long at a time, which passes as it does. */
export const unhurried = impatientRuntime((ms) => ms / 50);

/** A business that receives and sends, with a console over its store. */
export interface Served {
	sandbox: Sandbox;
	store: Store;
	engine: Engine;
	sender: Sender;
	/** The console's address, without a query. */
	url: string;
	/** Takes in all that the sandbox has to tell. */
	hear(): Promise<void>;
	/** The first view that the console sends of a live view, or the first that fits. */
	view<View>(name: string, query?: Record<string, string>, fits?: (view: View) => boolean): Promise<View>;
	/** What the console answers under `api/`. */
	api<Body>(name: string, query?: Record<string, string>): Promise<Body>;
	close(): Promise<void>;
}

/** Starts a business at a place, and a console over its store. */
export async function serve(place: StorePlace, options: Partial<ConsoleOptions> = {}): Promise<Served> {
	const sandbox = await startSandbox();
	const store = await place.open();
	const engine = createEngine({ store });
	const gateway = createGatewayClient({ baseUrl: sandbox.url, apiKey: sandbox.apiKey });
	const served = await startConsole({ store: place.url, runtime: fast, ...options });
	const url = served.url.replace(/\?.*/, '');
	let heard = 0;
	return {
		sandbox,
		store,
		engine,
		sender: createSender({ engine, gateway }),
		url,
		async hear() {
			await sandbox.control.idle();
			const deliveries = sandbox.control.deliveries();
			for (const { payload } of deliveries.slice(heard)) await engine.ingest(parseWebhook(payload));
			heard = deliveries.length;
		},
		async view<View>(
			name: string,
			query: Record<string, string> = {},
			fits: (view: View) => boolean = () => true,
		) {
			const response = await fetch(`${url}live/${name}?${new URLSearchParams(query)}`);
			let text = '';
			const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
			for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
				text += value;
				for (const [, data] of text.matchAll(/^data: (.*)\n\n/gm)) {
					const message = JSON.parse(data!) as { view: View; trouble?: string };
					if (message.trouble === undefined && !fits(message.view)) continue;
					await reader.cancel();
					if (message.trouble !== undefined) throw new Error(message.trouble);
					return message.view;
				}
			}
			throw new Error('The console ended the view.');
		},
		api: async <Body>(name: string, query: Record<string, string> = {}) =>
			(await (await fetch(`${url}api/${name}?${new URLSearchParams(query)}`)).json()) as Body,
		async close() {
			await served.close();
			await sandbox.close();
		},
	};
}
