import setUpPostgres from '../postgres/global-setup';
import { type Host, startHost } from './host';

declare global {
	var n8nHost: Host | undefined;
}

/** Postgres, and the host that lends n8n and the browser to the test files. */
export default async function setUp(): Promise<void> {
	await setUpPostgres();
	globalThis.n8nHost ??= await startHost();
	process.env.TEST_N8N_HOST = globalThis.n8nHost.url;
}
