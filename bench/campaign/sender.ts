import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEngine, openStore } from '../../engine';
import { createGatewayClient } from '../../gateway';
import { createSender } from '../../sending';
import type { BenchPlace } from '../webhooks/stores';
import { inPostgres, inSqlite } from '../webhooks/stores';
import type { CampaignContestant } from './contestant';
import { customers, mostInASecond } from './contestant';

/** Sent before the clock runs, so that the code is warm and connections are open. */
const WARM_UP = 200;

function sendsFrom(name: string, placeIn: (folder: string) => BenchPlace): CampaignContestant {
	return {
		name,
		async run({ url: baseUrl, apiKey, phoneNumberId: channel, clear }, { rate, recipients }) {
			const folder = mkdtempSync(join(tmpdir(), 'bench-campaign-'));
			const place = placeIn(folder);
			const store = await openStore(place.url);
			const slots: number[] = [];
			const { start } = store.campaigns;
			store.campaigns.start = async (...asked) => {
				const answer = await start(...asked);
				slots.push(...answer.slots);
				return answer;
			};
			const gateway = createGatewayClient({ baseUrl, apiKey });
			const { campaigns } = createSender({
				engine: createEngine({ store }),
				gateway,
				pace: { perSecond: rate },
			});
			const template = { name: 'hello', language: 'en_US' };
			const listed = (count: number, from?: number) => customers(count, from).map((to) => ({ to }));
			try {
				await campaigns.plan({ id: 'warm-up', channel, template }, listed(WARM_UP, 481_700_000_000));
				await campaigns.sendDue();
				await clear();
				slots.length = 0;
				await campaigns.plan({ id: 'list', channel, template }, listed(recipients));
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
				await store.close();
				await place.remove();
				rmSync(folder, { recursive: true, force: true });
			}
		},
	};
}

/** What the Campaign node and the command line run. */
export const senders: readonly CampaignContestant[] = [
	sendsFrom('campaign, embedded store', inSqlite),
	sendsFrom('campaign, Postgres', () => inPostgres()),
];
