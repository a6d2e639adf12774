import type { Engine } from '../../../engine';
import { createEngine, parseWebhook } from '../../../engine';
import type { StorePlace } from '../../support/stores';
import { DATABASES } from '../../support/stores';
import { CHANNEL, customerMessage } from '../../support/wire';

const NOW = 1_800_000_000_000;
const HALVES = ['\ud800', '\udfff', '\0', '\ufffd', '\ufffdd800', 'd800', '😀'];

describe.each(DATABASES)('ids that a database would alter, on %s', (_, placeOf) => {
	let place: StorePlace;
	let engine: Engine;

	beforeEach(async () => {
		place = placeOf();
		engine = createEngine({ store: await place.open(), now: () => NOW });
	});
	afterEach(() => place.remove());

	const take = async (body: object) => await engine.ingest(parseWebhook(JSON.parse(JSON.stringify(body))));

	it('stay apart, are known again, and keep what came exactly', async () => {
		const bodies = HALVES.map((half) => customerMessage({ at: NOW, id: `wamid.${half}` }));
		for (const body of bodies) expect(await take(body)).toMatchObject({ fresh: [{}], duplicates: 0 });
		for (const body of bodies) expect(await take(body)).toMatchObject({ fresh: [], duplicates: 1 });
		const kept = await engine.store.inbox.read();
		expect(kept.map(({ event }) => (event.raw as { id: string }).id)).toEqual(
			HALVES.map((half) => `wamid.${half}`),
		);
	});

	it('of customers open a window each', async () => {
		const customers = HALVES.map((half) => `US.${half}`);
		for (const from of customers) {
			await take(customerMessage({ at: NOW, from, id: `wamid.${customers.indexOf(from)}` }));
			expect(await engine.conversation({ channel: CHANNEL, to: from })).toMatchObject({ window: 'open' });
		}
		expect(await engine.openConversations({ channel: CHANNEL })).toHaveLength(HALVES.length);
	});

	it('of numbers open a window each', async () => {
		for (const half of HALVES) {
			const channel = `number ${half}`;
			const { fresh } = await take(customerMessage({ at: NOW, channel, id: `wamid.of.${channel}` }));
			const [kept] = fresh.map((event) => event.channel!);
			expect(await engine.openConversations({ channel: kept! })).toHaveLength(1);
		}
	});
});
