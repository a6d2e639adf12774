import type { CampaignRef, Engine, SkipRule, StoredCampaign } from '../../engine';

/** Skipped in one transaction at most. */
const CHUNK = 1_000;

/** Skips everyone who waits in a campaign that doesn't continue. */
export async function skipTheRest(
	engine: Engine,
	campaign: CampaignRef,
	rule: SkipRule,
	reason: string,
): Promise<void> {
	const why = { rule, reason, at: await engine.now(campaign.channel) };
	while ((await engine.store.campaigns.skipWaiting(campaign, why, CHUNK)) === CHUNK);
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
