import type { Engine } from '../../../engine';
import { parseWebhook } from '../../../engine';
import { startHttpServer } from '../../support/http-server';
import type { Random } from '../../support/seeded-random';

interface Change {
	account: string;
	time: number;
	change: unknown;
}

/** A delivery as the gateway sends it. */
interface Delivery {
	entry: Array<{ id: string; time: number; changes: unknown[] }>;
}

/** The share of changes that come again, that come later, and that come only at the end. */
const TWICE = 0.03;
const LATER = 0.04;
const LAST = 0.01;
/** How many changes are ingested together. */
const PIECE = 500;

/** Takes deliveries over HTTP, and tells an engine of their changes in another order, some of them twice, and some late. */
export async function openHearing(engine: Engine, random: Random) {
	const gathered: Change[] = [];
	const kept: Change[] = [];
	let events = 0;
	const server = await startHttpServer(({ body }, response) => {
		for (const { id, time, changes } of (body as Delivery).entry) {
			for (const change of changes) gathered.push({ account: id, time, change });
		}
		server.requests.length = 0;
		response.end();
	});

	function shuffle(changes: Change[]): void {
		for (let index = changes.length - 1; index > 0; index -= 1) {
			const other = Math.floor(random.upTo(index + 1));
			[changes[index], changes[other]] = [changes[other]!, changes[index]!];
		}
	}

	async function ingest(changes: Change[]): Promise<void> {
		shuffle(changes);
		for (let from = 0; from < changes.length; from += PIECE) {
			const entry = changes
				.slice(from, from + PIECE)
				.map(({ account, time, change }) => ({ id: account, time, changes: [change] }));
			const parsed = parseWebhook({ object: 'whatsapp_business_account', entry }, entry[0]!.time * 1_000);
			const { fresh } = await engine.ingest(parsed);
			events += fresh.length;
		}
	}

	return {
		url: server.url,
		/** How many events were told that weren't known. */
		events: () => events,
		/** Tells of what has come, and of what was kept for later. */
		async hear(): Promise<void> {
			const now: Change[] = [];
			const later: Change[] = [];
			for (const each of gathered.splice(0)) {
				const share = random.next();
				if (share < LAST) kept.push(each);
				else if (share < LAST + LATER) later.push(each);
				else now.push(each);
				if (random.chance(TWICE)) later.push(each);
			}
			gathered.push(...later);
			await ingest(now);
		},
		/** Tells of all that is left. */
		async finish(): Promise<void> {
			await ingest(gathered.splice(0));
			await ingest(kept.splice(0));
		},
		close: () => server.close(),
	};
}
