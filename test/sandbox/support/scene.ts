import { startSandbox, type Sandbox, type SandboxOptions } from '../../../sandbox';
import { clientOf, type Client } from './client';
import { startReceiver, type Receiver } from './receiver';

export const SECOND = 1000;
export const HOUR = 3600 * SECOND;
export const DAY = 24 * HOUR;
export const CUSTOMER = '4917012345678';

export interface Scene {
	sandbox: Sandbox;
	client: Client;
	receiver: Receiver;
}

/** A sandbox of its own for every test of the file, with a client and a receiver whose URL is set. */
export function scene(options: SandboxOptions = {}): Scene {
	const current = {} as Scene;
	beforeEach(async () => {
		current.receiver = await startReceiver();
		current.sandbox = await startSandbox(options);
		current.client = clientOf(current.sandbox);
		await current.client.setWebhook(current.receiver.url);
	});
	afterEach(async () => {
		await current.sandbox.close();
		await current.receiver.close();
	});
	return current;
}

/** Moves the clock to `ms` after the start of the second `timestamp`. */
export async function moveTo({ sandbox }: Scene, timestamp: number, ms: number): Promise<void> {
	await sandbox.clock.advance(timestamp * 1000 + ms - sandbox.clock.now());
}
