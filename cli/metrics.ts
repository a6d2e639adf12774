import * as z from 'zod';
import { createEngine } from '../engine';
import { expose, storeSamples } from '../monitoring';
import { isFolderShared } from '../nodes/shared/shared-store';
import { logToStderr, serveMetrics, withoutFloods } from '../receiver';
import { openStore } from '../store';
import type { Command } from './command';
import { assertStoreExists } from './command';
import { host, port, readFlags } from './flags';
import { print, printError } from './print';
import { runService } from './service';

const USAGE = `business-messaging metrics --store URL

Prints what the store says about itself, in Prometheus' text format. With --port, it serves that at /metrics until
SIGTERM or SIGINT.

  --store URL      The store: sqlite:<file> or postgres://… (default: BUSINESS_MESSAGING_STORE)
  --port N         Serve the metrics on this port; 0 for any free port
  --host ADDRESS   With --port, the address to listen on (default: 127.0.0.1, this machine only)

Exit codes: 0 success, 1 the store doesn't respond or the command failed, 2 wrong flags.
`;

const shape = {
	store: z.string({
		error: 'is required: sqlite:<file> or postgres://… You can also set BUSINESS_MESSAGING_STORE',
	}),
	port: port.optional(),
	host: host.optional(),
};

const open = async (url: string) => {
	assertStoreExists(url);
	return openStore(url, { isFolderShared: isFolderShared() });
};

async function printOnce(url: string): Promise<void> {
	const store = await open(url);
	try {
		const samples = await storeSamples(createEngine({ store }), (trouble) => {
			printError(`${trouble}\n`);
			process.exitCode = 1;
		});
		print(expose(samples));
	} finally {
		await store.close();
	}
}

const serve = (url: string, place: { port: number; host?: string }) =>
	runService(async ({ started, endsWith }) => {
		const store = await open(url);
		const log = withoutFloods(logToStderr);
		try {
			const server = await serveMetrics(createEngine({ store }), place, log);
			endsWith(async () => {
				await server.close();
				await store.close();
				log.flush();
			});
			started(`Metrics are at ${server.url}`);
			print(`Metrics are at ${server.url}\n`);
		} catch (error) {
			await store.close();
			throw error;
		}
	});

/** `business-messaging metrics`: what the store says about itself, for Prometheus. */
export const metricsCommand: Command = {
	usage: USAGE,
	async run(args) {
		const {
			store,
			port: given,
			host: address,
		} = readFlags(shape, args, {
			variables: { store: 'BUSINESS_MESSAGING_STORE' },
			consistent: (flags) =>
				flags.host !== undefined && flags.port === undefined ? ['--host only works with --port.'] : [],
		});
		if (given === undefined) return printOnce(store);
		return serve(store, { port: given, ...(address !== undefined && { host: address }) });
	},
};
