import type { Engine, StoredCampaign } from '../../engine';
import { RECIPIENT_STATES } from '../../engine';
import { toCampaign, toRecipient } from './contract/to-campaign';
import type { Campaigns } from './contract';
import { lookForTraces, reportOn } from './report';

const PAGE = { usual: 100, most: 10_000 };

/** What can be asked about campaigns without a gateway. */
export type CampaignReader = Pick<Campaigns, 'get' | 'list' | 'report' | 'recipients'>;

/** A campaign of the store. @throws Error that names it if it doesn't exist */
export async function findCampaign({ store }: Engine, id: string): Promise<StoredCampaign> {
	const found = await store.campaigns.find(id);
	if (!found) throw new Error(`The campaign "${id}" doesn't exist.`);
	return found;
}

/** Reads the campaigns of an engine's store. */
export function readCampaigns(engine: Engine): CampaignReader {
	const { campaigns } = engine.store;
	return {
		async get(id) {
			const found = await campaigns.find(id);
			return found && toCampaign(found);
		},
		async list({ channel } = {}) {
			return (await campaigns.list({ channel, kept: false })).map(toCampaign);
		},
		report: async (id) => reportOn(engine, await findCampaign(engine, id)),
		async recipients(id, { state, after, limit = PAGE.usual } = {}) {
			await findCampaign(engine, id);
			const states = state === undefined ? RECIPIENT_STATES : [state].flat();
			if (after === undefined && states.includes('unconfirmed')) await lookForTraces(engine.store, id);
			const most = Math.min(Math.max(1, limit), PAGE.most);
			const found = await campaigns.recipients({ campaign: id, states, after, limit: most + 1 });
			const page = found.slice(0, most);
			const next = found.length > most && { next: page.at(-1)!.key };
			return { recipients: page.map(toRecipient), ...next };
		},
	};
}
