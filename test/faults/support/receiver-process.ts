import { join } from 'node:path';
import { ROOT } from '../../../tools/sources';
import type { Killable } from './killable';
import { processOf } from './killable';

/** A `business-messaging receive` process that saves to a store. */
export const receiverOn = (port: number, store: string, secret: string): Killable =>
	processOf(
		`receiver on ${port}`,
		join(ROOT, 'cli/main.ts'),
		['receive', '--store', store, '--host', '127.0.0.1', '--port', String(port)],
		{ BUSINESS_MESSAGING_SIGNING_SECRET: secret },
	);

/** The URL of its webhook. */
export const webhookOn = (port: number) => `http://127.0.0.1:${port}/webhook`;
