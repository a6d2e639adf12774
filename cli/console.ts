import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { errorText } from '../base';
import { startConsole } from '../console';
import type { Command } from './command';
import { action, onStop } from './command';
import { aSwitch, flag, json, list, port, storeFlag } from './flags';
import { inListenFlags } from './listening';
import { print, printJson } from './print';
import { FlagMistakes } from './read-arguments';

const ENCRYPTED = 'For other machines:';

const file = z.string().min(1, { error: 'must be the name of a file' }).optional();

function contentOf(name: string, path: string): string {
	try {
		return readFileSync(path, 'utf8');
	} catch (error) {
		throw new FlagMistakes([`--${name} can't be read: ${errorText(error)}.`]);
	}
}

/** `business-messaging console`: serves a page over a store until the process is stopped. */
export const consoleCommand: Command = {
	name: 'console',
	does: 'Serve a page over a store: what happened on a day, customers, and campaigns',
	about: 'It only reads, and runs until SIGTERM or SIGINT. Phone numbers of customers are masked.',
	exits: { 0: 'stopped', 1: "the store can't be read, or the port is in use" },
	actions: [
		action({
			does: 'Serve a page over a store: what happened in the last 24 hours, customers and why they got what they got, and campaigns',
			flags: {
				store: storeFlag,
				port: flag('N', 'The port to listen on (default: any free port)', port.default(0)),
				number: flag(
					'ID',
					'Show only this number, by its phone number ID. Repeat it for several numbers (default: every number of the store)',
					list(z.string()),
				),
				'n8n-url': flag(
					'URL',
					'The address of the n8n that uses the store, as you open it. Executions in timelines are links then',
					z.string().optional(),
				),
				'show-customers': aSwitch('Show phone numbers of customers in full'),
				token: flag(
					'TOKEN',
					'What the address has to carry (default: a random one if other machines can reach the console, none otherwise)',
					z.string().optional(),
					{ variable: 'BUSINESS_MESSAGING_CONSOLE_TOKEN' },
				),
				host: flag(
					'ADDRESS',
					'The address to listen on (default: 127.0.0.1). Any other needs a certificate, or a proxy that encrypts',
					z
						.string()
						.min(1, { error: 'must be an address or a host name, such as 0.0.0.0' })
						.default('127.0.0.1'),
					{ under: ENCRYPTED },
				),
				'tls-cert': flag('FILE', 'A certificate, as PEM', file, { under: ENCRYPTED }),
				'tls-key': flag('FILE', 'Its key, as PEM', file, { under: ENCRYPTED }),
				'public-url': flag(
					'URL',
					'The https address at which people open the console, if a proxy encrypts: https://console.example.com',
					z.string().optional(),
					{ under: ENCRYPTED },
				),
				json,
			},
			problems: (given) =>
				(given['tls-cert'] === undefined) === (given['tls-key'] === undefined)
					? []
					: ['--tls-cert and --tls-key need each other.'],
			async run({ flags }) {
				const { store, host, token, number: numbers } = flags;
				const { 'tls-cert': cert, 'tls-key': key, 'public-url': publicUrl, 'n8n-url': n8nUrl } = flags;
				const served = await startConsole({
					store,
					host,
					port: flags.port,
					...(cert !== undefined &&
						key !== undefined && {
							tls: { cert: contentOf('tls-cert', cert), key: contentOf('tls-key', key) },
						}),
					...(publicUrl !== undefined && { publicUrl }),
					...(token !== undefined && { token }),
					...(n8nUrl !== undefined && { n8nUrl }),
					...(numbers.length > 0 && { numbers }),
					showCustomers: flags['show-customers'],
				}).catch((error: unknown) => {
					throw inListenFlags(error);
				});
				if (flags.json) printJson({ url: served.url });
				else print(`Console:  ${served.url}\n`);
				onStop(() => served.close());
			},
		}),
	],
};
