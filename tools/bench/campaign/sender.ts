import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SECOND } from '../../../base';
import type { Store } from '../../../engine';
import { createEngine } from '../../../engine';
import { expose, storeSamples } from '../../../monitoring';
import { openStore } from '../../../store';
import { createGatewayClient } from '../../../gateway';
import { createSender } from '../../../sending';
import type { BenchPlace } from '../webhooks/stores';
import { inPostgres, inSqlite } from '../webhooks/stores';
import type { CampaignContestant, CampaignLoad, CampaignRun } from './contestant';
import { customers, mostInASecond } from './contestant';
import type { BenchGateway } from './gateway';
import { startGateway } from './gateway';

/** Sent before the measurement to a fast gateway, so that the code is as warm as in a long-running process. */
const WARM_UP: CampaignLoad = { rate: 1_000, recipients: 3_000 };

/** A store to send from, and how often its metrics are read meanwhile. */
interface Sending {
	placeIn(folder: string): BenchPlace;
	/** ms */
	scrapedEvery?: number;
}

/** Reads the metrics as a server of them does, again and again. @returns ends it */
function scrape(store: Store, every: number): () => void {
	const engine = createEngine({ store });
	const timer = setInterval(() => void storeSamples(engine).then(expose), every);
	return () => clearInterval(timer);
}

async function sendList(
	{ url: baseUrl, apiKey, phoneNumberId: channel }: BenchGateway,
	{ rate, recipients }: CampaignLoad,
	{ placeIn, scrapedEvery }: Sending,
): Promise<CampaignRun> {
	const folder = mkdtempSync(join(tmpdir(), 'bench-campaign-'));
	const place = placeIn(folder);
	const store = await openStore(place.url);
	const slots: number[] = [];
	const { begin } = store.campaigns;
	store.campaigns.begin = async (...asked) => {
		const answer = await begin(...asked);
		slots.push(...answer.slots);
		return answer;
	};
	const gateway = createGatewayClient({ baseUrl, apiKey });
	const { campaigns } = createSender({ engine: createEngine({ store }), gateway, pace: { perSecond: rate } });
	const endScraping = scrapedEvery === undefined ? () => {} : scrape(store, scrapedEvery);
	try {
		const list = customers(recipients).map((to) => ({ to }));
		await campaigns.plan({ id: 'list', channel, template: { name: 'hello', language: 'en_US' } }, list);
		const before = process.cpuUsage();
		let refused = 0;
		while (!(await campaigns.report('list')).finished) refused += (await campaigns.sendDue()).refused;
		const { user, system } = process.cpuUsage(before);
		return {
			refused,
			granted: mostInASecond(slots, 1_000_000),
			processorTime: (user + system) / 1_000 / recipients,
		};
	} finally {
		endScraping();
		await store.close();
		await place.remove();
		rmSync(folder, { recursive: true, force: true });
	}
}

function sendsFrom(name: string, sending: Sending): CampaignContestant {
	return {
		name,
		async run(gateway, load) {
			const other = await startGateway(WARM_UP.rate);
			await sendList(other, WARM_UP, sending).finally(() => other.stop());
			return sendList(gateway, load, sending);
		},
	};
}

/** The campaigns of the Campaign node. */
export const senders: readonly CampaignContestant[] = [
	sendsFrom('campaign, embedded store', { placeIn: inSqlite }),
	sendsFrom('campaign, Postgres', { placeIn: () => inPostgres() }),
];

/**
 * The same while the metrics are read once a second: 15 times as often as Prometheus usually does, as a fifteenth of the
 * difference would be less than what the machine varies by.
 */
export const scrapedSenders: readonly CampaignContestant[] = [
	sendsFrom('campaign, embedded store, metrics each second', { placeIn: inSqlite, scrapedEvery: SECOND }),
	sendsFrom('campaign, Postgres, metrics each second', {
		placeIn: () => inPostgres(),
		scrapedEvery: SECOND,
	}),
];
