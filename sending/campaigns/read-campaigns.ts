import { FILLED_TEXT, optional, refuseOptions, TEXT } from '../../base';
import type { Engine, StoredCampaign } from '../../engine';
import { noSuchCampaign, RECIPIENT_STATES } from '../../engine';
import { toCampaign, toRecipient } from './shown';
import type { Campaigns } from './contract';
import { lookForTraces, reportOn } from './report';

const PAGE = { usual: 100, most: 10_000 };

/** What can be asked about campaigns without a gateway. */
export type CampaignReader = Pick<Campaigns, 'get' | 'list' | 'report' | 'recipients'>;

/** A campaign by its ID, of a number if one is given. @throws Error if several numbers have one with this ID */
async function lookUp({ store }: Engine, id: string, channel?: string): Promise<StoredCampaign | undefined> {
	// Without an ID, it would be any campaign.
	refuseOptions('campaigns', { id, channel }, { id: FILLED_TEXT, channel: optional(TEXT) });
	if (channel !== undefined) return store.campaigns.find({ channel, id });
	const [found, ...others] = await store.campaigns.list({ id });
	if (!found || others.length === 0) return found;
	const channels = [found, ...others].map((one) => one.channel).sort();
	throw new Error(
		`${channels.length} numbers have a campaign "${id}": ${channels.join(', ')}. Say which one by its phone number ID: channel, or --channel on the command line.`,
	);
}

/** A campaign of the store. @throws Error that names it if it doesn't exist, or if several numbers have it */
export async function findCampaign(engine: Engine, id: string, channel?: string): Promise<StoredCampaign> {
	const found = await lookUp(engine, id, channel);
	if (found) return found;
	throw await noSuchCampaign(engine.store, id, channel);
}

/** Reads the campaigns of an engine's store. */
export function readCampaigns(engine: Engine): CampaignReader {
	const { campaigns } = engine.store;
	return {
		async get(id, { channel } = {}) {
			const found = await lookUp(engine, id, channel);
			return found && toCampaign(found);
		},
		async list({ channel } = {}) {
			return (await campaigns.list({ channel, kept: false })).map(toCampaign);
		},
		report: async (id, { channel } = {}) => reportOn(engine, await findCampaign(engine, id, channel)),
		async recipients(id, { channel, state, after, limit = PAGE.usual } = {}) {
			const campaign = await findCampaign(engine, id, channel);
			const states = state === undefined ? RECIPIENT_STATES : [state].flat();
			if (after === undefined && states.includes('unconfirmed')) await lookForTraces(engine.store, campaign);
			const most = Math.min(Math.max(1, limit), PAGE.most);
			const found = await campaigns.recipients({ campaign, states, after, limit: most + 1 });
			const page = found.slice(0, most);
			const next = found.length > most && { next: page.at(-1)!.key };
			return { recipients: page.map(toRecipient), ...next };
		},
	};
}
