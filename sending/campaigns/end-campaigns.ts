import type { CampaignRef, Engine, StoredCampaign } from '../../engine';

/** Skipped in one transaction at most. */
const CHUNK = 1_000;

/** Skips everyone who waits in a campaign that doesn't continue. */
export async function skipTheRest(
	engine: Engine,
	campaign: CampaignRef,
	rule: string,
	reason: string,
): Promise<void> {
	while ((await engine.store.campaigns.skipWaiting(campaign, rule, reason, CHUNK)) === CHUNK);
}

async function endCampaign(engine: Engine, campaign: StoredCampaign): Promise<void> {
	const why = `The campaign ended at ${new Date(campaign.endAt!).toISOString()}.`;
	await engine.store.campaigns.move(campaign, ['running', 'paused'], 'ended', why);
	await skipTheRest(engine, campaign, 'campaign-ended', why);
}

/** Ends the campaigns of some channels whose end time has passed: everyone who still waits is skipped. */
export async function endCampaigns(engine: Engine, channels: string[]): Promise<void> {
	for (const channel of channels) {
		const now = await engine.now(channel);
		for (const campaign of await engine.store.campaigns.list({ channel, kept: false })) {
			const { state, endAt = Infinity } = campaign;
			if (endAt <= now && state !== 'cancelled' && state !== 'ended') await endCampaign(engine, campaign);
		}
	}
}
