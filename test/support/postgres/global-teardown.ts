import './global-setup';

/** Ends the Postgres that the tests brought. */
export default async function tearDown(): Promise<void> {
	await globalThis.ownPostgres?.close();
}
