import { DatabaseSync } from 'node:sqlite';
import type { Store } from '../../engine';
import { parseWebhook } from '../../engine';
import { NEWEST_OF_LANE } from '../../store/tables/history';
import { partitionOfConversation } from '../../store/tables/partition';
import { NOW } from '../support/engine-scene';
import type { StorePlace } from '../support/stores';
import { DATABASES, inSqlite } from '../support/stores';
import { CHANNEL, CUSTOMER, customerMessage, DAY } from '../support/wire';
import { tamper } from './maintenance/support/used-store';

/** How many numbers of the inbox a part of the index has that histories are read by. */
const PART = 16_384;

/** Another customer in the same partition. */
function besides(): string {
	const lane = partitionOfConversation(CHANNEL, CUSTOMER);
	for (let other = 491_700_000_000; ; other += 1) {
		if (partitionOfConversation(CHANNEL, String(other)) === lane) return String(other);
	}
}

describe.each(DATABASES)('%s', (_, placeOf) => {
	let place: StorePlace;
	let store: Store;
	beforeEach(async () => {
		place = placeOf();
		store = await place.open();
	});
	afterEach(() => place.remove());

	/** Messages take these numbers of the inbox. */
	async function writeAt(seqs: number[], from = CUSTOMER, receivedAt = NOW): Promise<void> {
		for (const seq of seqs) {
			await tamper(place, `UPDATE counter SET value = ${seq - 1} WHERE name = 'inbox'`);
			const body = customerMessage({ at: NOW, from, id: `wamid.${from}.${seq}` });
			const [event] = parseWebhook(body, receivedAt);
			await store.commitEvents([{ event: event!, changes: {} }], receivedAt);
		}
	}
	const received = async (limit = 1_000, since?: number) => {
		const asked = { channel: CHANNEL, contact: CUSTOMER, limit, ...(since !== undefined && { since }) };
		const history = await store.conversations.history(asked);
		return history.received.map(({ id }) => Number(id.split('.').at(-1)));
	};
	const newestFirst = (seqs: number[]) => [...seqs].reverse();

	describe('the history of a conversation', () => {
		const scattered = [1, PART - 1, PART, PART + 1, 3 * PART - 1, 3 * PART, 40 * PART + 7];

		it('has the messages of all parts of the inbox, also beside parts without any', async () => {
			await writeAt(scattered);
			expect(await received()).toEqual(newestFirst(scattered));
		});

		it('has the newest ones up to a limit, and as many as there are', async () => {
			await writeAt(scattered);
			for (const limit of [1, 2, 3, scattered.length]) {
				expect(await received(limit)).toEqual(newestFirst(scattered).slice(0, limit));
			}
		});

		it('has no messages of others in the same partition, however many there are', async () => {
			await writeAt([5]);
			const others = Array.from({ length: 250 }, (__, index) => index * 150 + 6);
			await writeAt(others, besides());
			expect(await received()).toEqual([5]);
		});

		it('begins with the oldest message that is left', async () => {
			await writeAt([1, 2 * PART], CUSTOMER, NOW - DAY);
			await writeAt([3 * PART, 5 * PART]);
			await store.prune({ events: NOW, sends: NOW });
			expect(await received()).toEqual([5 * PART, 3 * PART]);
		});

		it('of nobody is empty', async () => {
			expect(await received()).toEqual([]);
		});
	});
});

it('a history is read by the index, part by part, and none is looked through', async () => {
	const place = inSqlite();
	await place.open();
	const database = new DatabaseSync(place.url.slice('sqlite:'.length));
	const plan = database.prepare(`EXPLAIN QUERY PLAN ${NEWEST_OF_LANE}`).all() as Array<{ detail: string }>;
	database.close();
	const steps = plan.map(({ detail }) => detail).filter((detail) => /inbox/.test(detail));
	const seek = 'SEARCH inbox USING INDEX inbox_of_conversation (<expr>=? AND lane=? AND seq<?)';
	const bounds = ['SEARCH inbox USING INTEGER PRIMARY KEY (rowid<?)', 'SEARCH inbox'];
	expect([...steps].sort()).toEqual([...bounds, seek, seek].sort());
	await place.remove();
});
