import { isKeptCampaign, reasonOfError } from '../../../engine';
import type { GatewayError } from '../../../gateway';
import type { LaneState, Ready } from './lane-state';
import { release } from './leave';

/** So many answers lost in a row halt the number. */
const LOST_IN_A_ROW = 5;
const HALT = { base: 30_000, most: 10 * 60_000 };

async function haltNumber(lane: LaneState, why: string): Promise<void> {
	const { engine, channel, tally, changed } = lane;
	lane.halted = true;
	const until = await engine.store.campaigns.halt(channel, Date.now(), HALT, why);
	tally.halted(channel, until, why);
	changed.ring();
}

/** Nothing goes out of this campaign until a person has looked. Kept messages wait as long as a lost number does. */
export async function stopAccount(lane: LaneState, campaign: string, error: GatewayError): Promise<void> {
	const { engine, tally, schedule, changed } = lane;
	const why = `The account or its key needs a person: ${reasonOfError(error)}`;
	if (isKeptCampaign(campaign)) return haltNumber(lane, why);
	if (await engine.store.campaigns.move(campaign, ['running'], 'paused', why)) tally.paused(campaign, why);
	const isOfIt = ({ recipient }: Ready) => recipient.campaign === campaign;
	const items = [...schedule.clear(), ...lane.again];
	lane.again = items.filter((item) => !isOfIt(item));
	release(lane, items.filter(isOfIt));
	changed.ring();
}

/** What a lost answer, or none, says of the number. */
export async function noteLost(lane: LaneState, error: GatewayError | undefined): Promise<void> {
	if (error === undefined || (error.code !== undefined && error.effect !== 'unknown-outcome')) {
		lane.lostInARow = 0;
		if (!lane.anyAnswer) await lane.engine.store.campaigns.answered(lane.channel);
		lane.anyAnswer = true;
		return;
	}
	if (error.effect !== 'unknown-outcome' && error.status !== undefined) return;
	lane.lostInARow += 1;
	if (lane.lostInARow < LOST_IN_A_ROW || lane.halted) return;
	await haltNumber(
		lane,
		`${lane.lostInARow} messages in a row got no answer that tells: ${reasonOfError(error)}`,
	);
}
