import { randomBytes } from 'node:crypto';
import type { Engine, Store } from '../../engine';
import { createEngine, displayNumbersIn, parseWebhook } from '../../engine';
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
		[
			'phone_number_id',
			() => customerMessage({ at: NOW, id: 'wamid.poison', channel: randomBytes(1_400).toString('hex') }),
		],
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

	it.each([
		['phone number', (id: string) => customerMessage({ at: NOW, id: 'wamid.1', channel: id })],
		['account', (id: string) => customerMessage({ at: NOW, id: 'wamid.1', account: id })],
	])(
		'counts for a %s whose ID has 200 characters, and is kept as unknown if it has more',
		async (_, body) => {
			const [taken] = parseWebhook(body('1'.repeat(200)), NOW);
			const numbers = new Map([[taken!.channel!, '4930123456']]);
			expect(await engine.ingest([taken!], { numbers })).toMatchObject({ unstorable: 0 });
			for (const length of [201, 2_800]) {
				const poisoned = body(randomBytes(length).toString('hex').slice(0, length));
				const numbers = displayNumbersIn(poisoned);
				const ingest = () => engine.ingest(parseWebhook(poisoned, NOW), { numbers });
				expect(await ingest()).toMatchObject({ unstorable: 1, fresh: [{ kind: 'unknown', account: '' }] });
				expect(await ingest()).toMatchObject({ unstorable: 0, fresh: [], duplicates: 1 });
			}
		},
	);

	it('does not take the events down that stand beside it in its own delivery', async () => {
		const innocent = customerMessage({ at: NOW, id: 'wamid.innocent' });
		const [[, poisoned]] = poison as [[string, () => typeof innocent]];
		const body = { entry: [...innocent.entry, ...poisoned().entry] };
		await engine.ingest(parseWebhook(body));
		expect(await engine.openConversations({ channel: CHANNEL })).toHaveLength(1);
	});
});
