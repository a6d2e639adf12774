import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { errorText } from '../base';
import { startConsole } from '../console';
import type { Command } from './command';
import { assertStoreExists, onStop } from './command';
import { FlagMistakes, host, list, port, readFlags } from './flags';
import { print } from './print';

const USAGE = `business-messaging console --store URL

Serves a page over a store: what happened in the last 24 hours, customers and why they got what they got, and campaigns.
It only reads. Phone numbers of customers are masked.

  --store URL        The store: sqlite:<file> or postgres://… (default: BUSINESS_MESSAGING_STORE)
  --port N           The port to listen on (default: any free port)
  --host ADDRESS     The address to listen on (default: 127.0.0.1). Other machines can reach any other address, which
                     needs --tls-cert and --tls-key, or --public-url, and the token in the printed address
  --tls-cert FILE    A certificate, as PEM
  --tls-key FILE     Its key, as PEM
  --public-url URL   The https address at which people open the console, if a proxy encrypts: https://console.example.com
  --token TOKEN      What the address has to carry (default: BUSINESS_MESSAGING_CONSOLE_TOKEN, or random if other
                     machines can reach the console)
  --number ID        Show only this number, by its phone number ID. You can repeat the flag (default: every number)
  --show-customers   Show phone numbers of customers in full

Exit codes: 0 success, 1 the store can't be read, 2 wrong flags.
`;

const shape = {
	store: z.string({
		error: 'is required: sqlite:<file> or postgres://… You can also set BUSINESS_MESSAGING_STORE',
	}),
	port: port.default(0),
	host: host.default('127.0.0.1'),
	'tls-cert': z.string().optional(),
	'tls-key': z.string().optional(),
	'public-url': z.string().optional(),
	token: z.string().optional(),
	number: list(z.string()),
	'show-customers': z.boolean().default(false),
};
type Flags = z.infer<z.ZodObject<typeof shape>>;

function fileOf(flag: 'tls-cert' | 'tls-key', file: string): string {
	try {
		return readFileSync(file, 'utf8');
	} catch (error) {
		throw new FlagMistakes([`--${flag} can't be read: ${errorText(error)}.`]);
	}
}

/** The certificate and its key. @throws FlagMistakes if a file can't be read */
function tlsOf({ 'tls-cert': cert, 'tls-key': key }: Flags) {
	if (cert === undefined || key === undefined) return {};
	return { tls: { cert: fileOf('tls-cert', cert), key: fileOf('tls-key', key) } };
}

/** Flags that need each other. */
const consistent = (given: Partial<Record<keyof Flags, unknown>>) =>
	('tls-cert' in given && given['tls-cert'] !== undefined) ===
	('tls-key' in given && given['tls-key'] !== undefined)
		? []
		: ['--tls-cert and --tls-key need each other.'];

/** `business-messaging console`: serves a page over a store until the process is stopped. */
export const consoleCommand: Command = {
	usage: USAGE,
	async run(args) {
		const variables = {
			store: 'BUSINESS_MESSAGING_STORE',
			token: 'BUSINESS_MESSAGING_CONSOLE_TOKEN',
		} as const;
		const flags = readFlags(shape, args, { variables, consistent });
		assertStoreExists(flags.store);
		const { 'public-url': publicUrl, token, number: numbers } = flags;
		const served = await startConsole({
			store: flags.store,
			port: flags.port,
			host: flags.host,
			...tlsOf(flags),
			...(publicUrl !== undefined && { publicUrl }),
			...(token !== undefined && { token }),
			...(numbers.length > 0 && { numbers }),
			showCustomers: flags['show-customers'],
		});
		print(`Console:  ${served.url}\n`);
		onStop(() => served.close());
	},
};
