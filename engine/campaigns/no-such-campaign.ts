import type { Store } from '../store/store';

/** So many campaigns are named if one doesn't exist. */
const NAMED = 5;

/** That a campaign doesn't exist, and which ones its number has. @param channel the number, if one was named */
export async function noSuchCampaign(store: Store, id: string, channel?: string): Promise<Error> {
	if (channel === undefined) return new Error(`The campaign "${id}" doesn't exist.`);
	const known = await store.campaigns.list({ channel, kept: false });
	const named = known.slice(0, NAMED).map((campaign) => `"${campaign.id}"`);
	const have = known.length > NAMED ? 'Its newest ones are' : 'It has';
	const has = named.length === 0 ? 'It has none yet: run Plan first.' : `${have} ${named.join(', ')}.`;
	return new Error(
		`The campaign "${id}" doesn't exist for the number ${channel}. ${has} A campaign belongs to the number that it was planned with. Check the ID, or use the number's own credential.`,
	);
}
