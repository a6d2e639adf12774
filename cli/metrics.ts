import * as z from 'zod';
import { createEngine } from '../engine';
import { expose, storeSamples } from '../monitoring';
import { logToStderr, serveMetrics, withoutFloods } from '../receiver';
import type { Command } from './command';
import { action } from './command';
import { flag, port, storeFlag } from './flags';
import { inListenFlags } from './listening';
import { print, printError } from './print';
import { runService } from './service';
import { openExisting, withStore } from './with-store';

const printOnce = (url: string) =>
	withStore({ store: url }, async (store) => {
		const samples = await storeSamples(createEngine({ store }), (trouble) => {
			printError(`${trouble}\n`);
			process.exitCode = 1;
		});
		print(expose(samples));
	});

const serve = (url: string, place: { port: number; host?: string }) =>
	runService(async ({ started, endsWith }) => {
		const store = await openExisting(url);
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
			throw inListenFlags(error);
		}
	});

/** `business-messaging metrics`: what the store says about itself, for Prometheus. */
export const metricsCommand: Command = {
	name: 'metrics',
	does: 'Print or serve metrics for Prometheus',
	about:
		"What it prints is Prometheus' text format. With --port, it serves that at /metrics until SIGTERM or SIGINT, and its log is JSON lines on stderr.",
	exits: { 1: "the store doesn't respond, or the command failed" },
	actions: [
		action({
			does: "Print what the store says about itself, in Prometheus' text format, or serve it",
			flags: {
				store: storeFlag,
				port: flag('N', 'Serve the metrics on this port; 0 for any free port', port.optional()),
				host: flag(
					'ADDRESS',
					'With --port, the address to listen on (default: 127.0.0.1, this machine only)',
					z.string().min(1).optional(),
				),
			},
			problems: (given) =>
				given.host !== undefined && given.port === undefined ? ['--host only works with --port.'] : [],
			async run({ flags: { store, port: given, host } }) {
				if (given === undefined) return printOnce(store);
				return serve(store, { port: given, ...(host !== undefined && { host }) });
			},
		}),
	],
};
