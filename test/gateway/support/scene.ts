import type { GatewayClient, GatewayClientOptions, RequestProblem } from '../../../gateway';
import { createGatewayClient } from '../../../gateway';
import type { Sandbox, SandboxOptions } from '../../../sandbox';
import { startSandbox } from '../../../sandbox';
import { transports } from './transports';

export const MINUTE = 60_000;
export const CUSTOMER = '4917012345678';

export interface Scene {
	sandbox: Sandbox;
	client: GatewayClient;
	/** The same client with other options. */
	clientOf(options: Partial<GatewayClientOptions>): GatewayClient;
	/** A client of the same gateway, over the same transport, with another key. */
	stranger: GatewayClient;
}

/** The same sentences over each transport, with a sandbox of its own for every test. */
export function overEachTransport(tests: (at: Scene) => void, options: SandboxOptions = {}): void {
	describe.each(transports)('over %s', (_name, open) => {
		const at = {} as Scene;
		beforeEach(async () => {
			at.sandbox = await startSandbox(options);
			const { url: baseUrl, apiKey } = at.sandbox;
			const { profile } = options;
			const transport = open();
			at.clientOf = (other) => createGatewayClient({ baseUrl, apiKey, profile, transport, ...other });
			at.client = at.clientOf({});
			at.stranger = at.clientOf({ apiKey: 'wrong' });
		});
		afterEach(() => at.sandbox.close());
		tests(at);
	});
}

/** What errors of the client say; each has some of it. */
export interface Failure extends Error {
	status?: number;
	code?: number;
	title?: string;
	details?: string;
	effect?: string;
	problems?: readonly RequestProblem[];
}

/** What a call rejects with. */
export async function failureOf(call: Promise<unknown>): Promise<Failure> {
	return call.then(
		() => {
			throw new Error('The call did not fail.');
		},
		(error: unknown) => error as Failure,
	);
}
