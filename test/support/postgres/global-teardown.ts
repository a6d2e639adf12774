import './global-setup';

/** Stops the Postgres that the tests started. */
export default async function tearDown(): Promise<void> {
	await globalThis.ownPostgres?.close();
}
