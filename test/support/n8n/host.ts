import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserServer } from 'playwright-core';
import { systemRuntime } from '../../../base';
import { EXAMPLES } from '../../../tools/main-job/examples';
import { freePort, type N8n, startN8n } from '../../../tools/n8n';
import { startBrowser } from './start-browser';

/** What outlives the test files: an n8n for each worker of Jest, and one browser for all. */
export interface Host {
	url: string;
	close(): Promise<void>;
}

/** What a test file is told of the n8n that it borrows. */
export interface Lent {
	access: N8n['api']['access'];
	owner: N8n['owner'];
	folder: string;
	pid: number;
}

/**
 * Starts n8n and the browser as soon as the first test file asks for them, in the process that outlives all files.
 * Each worker has an n8n of its own, so that a file can kill it.
 */
export async function startHost(): Promise<Host> {
	const running = new Map<string, Promise<N8n>>();
	let browser: Promise<BrowserServer> | undefined;

	const start = async () =>
		startN8n({
			// Kept by a restart, so that waiting executions are continued at the same address.
			port: await freePort(),
			env: { N8N_RESTRICT_FILE_ACCESS_TO: EXAMPLES },
		});

	function n8nOf(worker: string): Promise<N8n> {
		const starting = running.get(worker) ?? start();
		running.set(worker, starting);
		starting.catch(() => running.delete(worker));
		return starting;
	}

	async function restart(worker: string): Promise<N8n> {
		running.set(worker, (await n8nOf(worker)).restart());
		return n8nOf(worker);
	}

	async function lend(worker: string): Promise<N8n> {
		const n8n = await n8nOf(worker);
		const runs = systemRuntime.turn().then(() => false);
		const hasEnded = await Promise.race([n8n.ended.then(() => true), runs]);
		// The file before killed it and failed.
		return hasEnded ? restart(worker) : n8n;
	}

	const answers: Record<string, (worker: string) => Promise<unknown>> = {
		async lend(worker) {
			const { api, owner, folder, pid } = await lend(worker);
			return { access: api.access, owner, folder, pid } satisfies Lent;
		},
		kill: async (worker) => (await n8nOf(worker)).kill(),
		restart: async (worker) => ({ pid: (await restart(worker)).pid }),
		logs: async (worker) => (await n8nOf(worker)).logs(),
		async browser() {
			browser ??= startBrowser();
			return (await browser).wsEndpoint();
		},
	};

	const server = createServer((request, response) => {
		const [, question = '', worker = ''] = request.url!.split('/');
		const respond = (status: number, answer: unknown) => {
			response.writeHead(status, { 'content-type': 'application/json' });
			response.end(JSON.stringify(answer ?? null));
		};
		answers[question]!(worker).then(
			(answer) => respond(200, answer),
			(error: Error) => respond(500, error.message),
		);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		async close() {
			server.closeAllConnections();
			server.close();
			await Promise.allSettled([
				...[...running.values()].map(async (n8n) => (await n8n).stop()),
				browser?.then((each) => each.close()),
			]);
		},
	};
}
