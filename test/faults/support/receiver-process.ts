import { join } from 'node:path';
import { ROOT } from '../../../tools/sources';
import type { Killable } from './killable';
import { processOf } from './killable';

/**
 * A `business-messaging receive` process that saves to a store.
 * @param root the checkout that it runs from
 */
export const receiverOn = (port: number, store: string, secret: string, root = ROOT): Killable =>
	processOf(
		`receiver on ${port}`,
		join(root, 'cli/main.ts'),
		['receive', '--store', store, '--host', '127.0.0.1', '--port', String(port)],
		{ BUSINESS_MESSAGING_SIGNING_SECRET: secret },
		root,
	);

/** The URL of its webhook. */
export const webhookOn = (port: number) => `http://127.0.0.1:${port}/webhook`;
