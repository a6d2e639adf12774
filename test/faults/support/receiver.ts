import { join } from 'node:path';
import type { Killable } from './killable';
import { processOf } from './killable';

/** `business-messaging receive` into a store. */
export const receiverOn = (port: number, store: string, secret: string): Killable =>
	processOf(
		`receiver on ${port}`,
		join(__dirname, '../../../cli/main.ts'),
		['receive', '--store', store, '--host', '127.0.0.1', '--port', String(port)],
		{ BUSINESS_MESSAGING_SIGNING_SECRET: secret },
	);

/** Where it takes deliveries. */
export const webhookOn = (port: number) => `http://127.0.0.1:${port}/webhook`;
