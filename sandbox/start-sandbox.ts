import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import * as z from 'zod';
import type { Runtime } from '../base';
import { newAccount } from './account/account';
import { realRuntime } from './clock';
import { createControl, type Control } from './control/control';
import { createGateway } from './create-world';
import { keepState, readState, takeState } from './saved-state';
import { createHttpServer } from './http/server';
import { describeProblems, problemsOf } from './problems';
import { routes } from './routes';
import { type ProfileName, profiles, settingsSchema, type Settings } from './settings';
import { isLoopback, pageAddress } from './simulator/door';

/**
 * `port` 0 or unset: a free one. `host`: 127.0.0.1 unless set. The keys and the phone number ID are random unless set.
 * `state`: a file that a later sandbox with the same file continues from; see `SavedState`. `token`: what requests
 * of the page and the control have to carry; if other machines can reach `host`, there is always one, random unless
 * set. `runtime`: real time unless set.
 */
export interface SandboxOptions extends Partial<Settings> {
	readonly port?: number;
	readonly host?: string;
	readonly profile?: ProfileName;
	readonly apiKey?: string;
	readonly signingSecret?: string;
	readonly phoneNumberId?: string;
	readonly state?: string;
	readonly token?: string;
	readonly runtime?: Runtime;
}

/**
 * A running emulator of the gateway. `url` is the base address that clients take. `page` is where a person plays
 * customers; its address has the token, if there is one.
 */
export interface Sandbox {
	readonly url: string;
	readonly page: string;
	readonly apiKey: string;
	readonly signingSecret: string;
	readonly phoneNumberId: string;
	readonly accountId: string;
	readonly clock: {
		/** Virtual time, epoch ms. */
		now(): number;
		/** Jumps ahead and runs what falls due on the way, in order of time. */
		advance(ms: number): Promise<void>;
	};
	readonly control: Control;
	/** Stops retries and ends all connections at once. */
	close(): Promise<void>;
}

/**
 * Starts an emulator of the gateway with a clock of its own.
 *
 * @throws TypeError that names all that is wrong with the options
 * @example
 * const sandbox = await startSandbox();
 * await sandbox.control.customerWrites({ from: '+14155550123', text: 'Hello' });
 * await sandbox.clock.advance(24 * 60 * 60 * 1000);
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	refuseOptions(options);
	const { port = 0, host = '127.0.0.1', profile = 'gateway', ...rest } = options;
	const { apiKey, signingSecret, phoneNumberId, state, token, runtime = realRuntime, ...settings } = rest;
	const door = {
		host,
		token: token ?? (isLoopback(host) ? undefined : randomBytes(24).toString('base64url')),
	};
	const saved = state === undefined ? undefined : readState(state);
	const account = newAccount({
		...saved?.account,
		...(apiKey !== undefined && { apiKey }),
		...(signingSecret !== undefined && { signingSecret }),
		...(phoneNumberId !== undefined && { phoneNumberId }),
	});
	const gateway = createGateway(runtime, account, profile, { ...saved?.settings, ...settings });
	if (saved !== undefined) takeState(gateway.world, saved);
	const server = createHttpServer(gateway, routes, door);
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, host, resolve);
	});
	const keeper = state === undefined ? undefined : keepState(gateway, state);
	const { port: bound } = server.address() as AddressInfo;
	const url = `http://${host.includes(':') ? `[${host}]` : host}:${bound}`;
	return {
		url,
		page: pageAddress(door, bound),
		apiKey: account.apiKey,
		signingSecret: account.signingSecret,
		phoneNumberId: account.phoneNumberId,
		accountId: account.accountId,
		clock: {
			now: () => gateway.world.clock.now(),
			advance: (ms) => gateway.world.clock.advance(ms),
		},
		control: createControl(gateway),
		close: () => {
			keeper?.end();
			gateway.close();
			return new Promise((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			});
		},
	};
}

const isRuntime = (value: unknown) => typeof value === 'object' && value !== null && 'now' in value;

/** What a header can carry. */
const key = z.string().regex(/^[\x21-\x7e]+$/, 'must be letters, digits, and signs, without spaces');

const optionsSchema = z.strictObject({
	...settingsSchema.partial().shape,
	port: z.number().int().min(0).max(65_535).optional(),
	host: z.string().min(1).optional(),
	profile: z.enum(Object.keys(profiles) as [ProfileName]).optional(),
	apiKey: key.optional(),
	signingSecret: z.string().min(1).optional(),
	phoneNumberId: z.string().regex(/^\d+$/, 'must be digits').optional(),
	state: z.string().min(1).optional(),
	token: z.string().min(1).optional(),
	runtime: z.custom<Runtime>(isRuntime, 'must be a runtime').optional(),
});

function refuseOptions(given: SandboxOptions): void {
	const read = optionsSchema.safeParse(given);
	if (!read.success) throw new TypeError(`startSandbox: ${describeProblems(problemsOf(read.error, given))}`);
}
