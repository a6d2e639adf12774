import { createEngine, parseWebhook } from '../../engine';
import { openStore } from '../../store';
import { customerMessage } from './wire';

/** Opens a store, ingests some messages, and prints how many of them were new. */
async function main([url, ids]: string[]): Promise<void> {
	const store = await openStore(url!);
	const engine = createEngine({ store });
	let fresh = 0;
	for (const id of ids!.split(',')) {
		const taken = await engine.ingest(parseWebhook(customerMessage({ at: 0, id })));
		fresh += taken.fresh.length;
	}
	process.stdout.write(String(fresh));
	await store.close();
}

void main(process.argv.slice(2));
