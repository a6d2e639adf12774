import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Kinds, Runtime } from '../base';
import {
	createMemo,
	errorText,
	FILLED_TEXT,
	FLAG,
	OBJECT,
	optional,
	PORT,
	refuseOptions,
	RUNTIME,
	secret,
	systemRuntime,
	TEXT,
	TEXTS,
	withoutUser,
} from '../base';
import { createEngine } from '../engine';
import { openStore } from '../store';
import { nameOf, storeAddress } from '../store/store-address';
import type { Desk } from './desk';
import type { Door } from './http/door';
import { addressOf, isLoopback } from './http/door';
import { createHandler } from './http/serve';
import { createVeil, newSecret } from './veil';

export interface ConsoleOptions {
	/** The store's URL: `sqlite:<file>` or `postgres://…`. It is opened for reading only. */
	store: string;
	/** A free one by default. */
	port?: number;
	/** 127.0.0.1 by default. Other machines can reach any other address, which needs `tls` or `publicUrl`. */
	host?: string;
	/** A certificate and its key, as PEM. */
	tls?: { cert: string; key: string };
	/** The https address at which people open the console, if a proxy encrypts, or if it has a name. */
	publicUrl?: string;
	/**
	 * What requests have to carry, 16 characters or more. If other machines can reach the console, there is always one,
	 * random unless it is set.
	 */
	token?: string;
	/** The address of the n8n that uses the store, as people open it: executions are links then. */
	n8nUrl?: string;
	/** Phone number IDs: nothing of other numbers is shown. By default, every number of the store. */
	numbers?: readonly string[];
	/** Whether phone numbers of customers are shown in full. Off by default */
	showCustomers?: boolean;
	/** The process's time by default. */
	runtime?: Runtime;
}

/** A running console. */
export interface Console {
	/** Where a person opens it, with the token if there is one. */
	readonly url: string;
	/** Ends all connections, and closes the store. */
	close(): Promise<void>;
}

const SHORTEST_TOKEN = 16;

/** What was read keeps the database free for so many times as long as reading it took. */
const RESTS = 20;

const OPTIONS: Kinds = {
	store: secret(FILLED_TEXT),
	port: optional(PORT),
	host: optional(FILLED_TEXT),
	tls: optional(OBJECT),
	publicUrl: optional(TEXT),
	token: optional(secret(TEXT)),
	n8nUrl: optional(TEXT),
	numbers: optional(TEXTS),
	showCustomers: optional(FLAG),
	runtime: optional(RUNTIME),
};

/** Everything that is wrong with options of the right types, in sentences. */
function problemsOf({
	host = '127.0.0.1',
	tls,
	publicUrl,
	token,
	n8nUrl,
	numbers,
}: ConsoleOptions): string[] {
	const address = publicUrl === undefined ? undefined : URL.parse(publicUrl);
	return [
		...(isLoopback(host) || tls || publicUrl !== undefined
			? []
			: [
					`Other machines can reach ${host}, so the console needs TLS: set a certificate and its key, or the https address of the proxy in front of it.`,
				]),
		...(publicUrl !== undefined && (address?.protocol !== 'https:' || address.pathname !== '/')
			? [
					`The public address has to be like https://console.example.com, not ${JSON.stringify(withoutUser(publicUrl))}.`,
				]
			: []),
		...(token !== undefined && (token.length < SHORTEST_TOKEN || /[^\w-]/.test(token))
			? [`The token needs ${SHORTEST_TOKEN} characters or more: letters, digits, dashes, and underscores.`]
			: []),
		...(n8nUrl !== undefined && !/^https?:$/.test(URL.parse(n8nUrl)?.protocol ?? '')
			? [
					`The address of n8n has to be like https://n8n.example.com, not ${JSON.stringify(withoutUser(n8nUrl))}.`,
				]
			: []),
		...(numbers?.length === 0 ? ['No number is named, so nothing could be shown.'] : []),
	];
}

function createServerWith(tls: ConsoleOptions['tls'], handle: RequestListener): Server {
	if (!tls) return createServer(handle);
	try {
		return createTlsServer(tls, handle);
	} catch (error) {
		const message = `The certificate and its key can't be used: ${errorText(error)}. Both have to be PEM, and belong together.`;
		throw new Error(message, { cause: error });
	}
}

/** @returns the port that it listens on */
async function listen(server: Server, port: number, host: string): Promise<number> {
	await new Promise<void>((resolve, reject) => {
		server.once('error', (error: NodeJS.ErrnoException) => {
			const why = error.code === 'EADDRINUSE' ? 'another process is using it' : error.message;
			reject(new Error(`The console can't listen on port ${port} of ${host}: ${why}.`, { cause: error }));
		});
		server.listen(port, host, resolve);
	});
	return (server.address() as AddressInfo).port;
}

/**
 * Serves a page over a store, for people: what happened in the last 24 hours, customers and why they got what they got,
 * and campaigns. It never writes.
 *
 * @throws Error that names everything that is wrong with the options, or why the store can't be read
 * @example
 * const { url, close } = await startConsole({ store: 'sqlite:/var/lib/messaging/store.db' });
 */
export async function startConsole(options: ConsoleOptions): Promise<Console> {
	refuseOptions('startConsole', options, OPTIONS);
	const problems = problemsOf(options);
	if (problems.length > 0) throw new Error(problems.join('\n'));
	const { port = 0, host = '127.0.0.1', tls, publicUrl, numbers: only, showCustomers = false } = options;
	const { runtime = systemRuntime } = options;
	const isPublic = !isLoopback(host) || publicUrl !== undefined;
	const door: Door = {
		host,
		token: options.token ?? (isPublic ? newSecret(runtime).toString('base64url') : undefined),
		publicUrl: publicUrl === undefined ? undefined : new URL(publicUrl),
		isSecure: tls !== undefined || publicUrl !== undefined,
	};
	const store = await openStore(options.store, {
		readOnly: true,
		...(runtime !== systemRuntime && { runtime }),
	});
	try {
		const memo = createMemo(runtime, RESTS);
		const own = new Set<string>();
		const desk: Desk = {
			store,
			engine: createEngine({ store }),
			runtime,
			storeName: nameOf(storeAddress(options.store)),
			n8nUrl: options.n8nUrl === undefined ? undefined : new URL(options.n8nUrl),
			only,
			own,
			veil: createVeil(newSecret(runtime), { showCustomers, isOwn: (digits) => own.has(digits) }),
			memo,
		};
		const handle = createHandler(desk, door);
		const server = createServerWith(tls, handle);
		const bound = await listen(server, port, host);
		return {
			url: addressOf(door, bound),
			async close() {
				await new Promise<void>((resolve) => {
					server.close(() => resolve());
					server.closeAllConnections();
				});
				await store.close();
			},
		};
	} catch (error) {
		await store.close();
		throw error;
	}
}
