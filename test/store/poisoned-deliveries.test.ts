import { randomBytes } from 'node:crypto';
import type { Engine, Store } from '../../engine';
import { createEngine, parseWebhook } from '../../engine';
import type { StorePlace } from '../support/stores';
import { DATABASES } from '../support/stores';
import { CHANNEL, customerMessage, preference, templateStatus } from '../support/wire';

const NOW = 1_800_000_000_000;

/** Too long for an index of Postgres, however it is compressed. */
const huge = () => randomBytes(3_000).toString('hex');

describe.each(DATABASES)('a delivery whose data the database refuses, on %s', (_, placeOf) => {
	let place: StorePlace;
	let store: Store;
	let engine: Engine;

	beforeEach(async () => {
		place = placeOf();
		store = await place.open();
		engine = createEngine({ store, now: () => NOW });
	});
	afterEach(() => place.remove());

	const poison: Array<[string, () => object]> = [
		['id', () => customerMessage({ at: NOW, id: huge() })],
		['customer', () => customerMessage({ at: NOW, from: `US.${huge()}`, id: 'wamid.poison' })],
		['category', () => preference({ at: NOW, value: 'stop', category: huge() })],
		['template name', () => templateStatus({ at: NOW, event: 'PAUSED', name: huge() })],
	];

	it.each(poison)('with a huge %s takes none of its neighbours down, and is kept', async (_, poisoned) => {
		const bodies = [
			...Array.from({ length: 20 }, (_, index) => customerMessage({ at: NOW, id: `wamid.${index}` })),
			poisoned(),
			...Array.from({ length: 20 }, (_, index) => customerMessage({ at: NOW, id: `wamid.after.${index}` })),
		];
		const taken = await Promise.allSettled(bodies.map((body) => engine.ingest(parseWebhook(body))));
		expect(taken.filter(({ status }) => status === 'rejected')).toEqual([]);
		expect(await store.inbox.read({ limit: 100 })).toHaveLength(41);
		expect(await engine.ingest(parseWebhook(bodies[20]))).toMatchObject({ fresh: [], duplicates: 1 });
	});

	it('does not take the events down that stand beside it in its own delivery', async () => {
		const innocent = customerMessage({ at: NOW, id: 'wamid.innocent' });
		const [[, poisoned]] = poison as [[string, () => typeof innocent]];
		const body = { entry: [...innocent.entry, ...poisoned().entry] };
		await engine.ingest(parseWebhook(body));
		expect(await engine.openConversations({ channel: CHANNEL })).toHaveLength(1);
	});
});
