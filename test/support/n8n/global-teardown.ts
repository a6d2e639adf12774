import tearDownPostgres from '../postgres/global-teardown';
import './global-setup';

export default async function tearDown(): Promise<void> {
	await globalThis.n8nHost?.close();
	await tearDownPostgres();
}
