import './global-setup';

/** Drops what the tests left on Postgres, and stops it if they started it. */
export default async function tearDown(): Promise<void> {
	await globalThis.runOnPostgres?.end();
	await globalThis.ownPostgres?.close();
}
