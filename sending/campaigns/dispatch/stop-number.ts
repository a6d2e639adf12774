import { isKeptCampaign, reasonOfError } from '../../../engine';
import { GatewayError } from '../../../gateway';
import type { Answer } from '../../submit';
import { CONSEQUENCES } from '../../submit';
import type { Parts, Ready } from './dispatcher-state';
import type { SettleParts } from './settle-recipient';
import { release } from './settle-recipient';

/** So many answers in a row that are lost, or that say that the platform has trouble, halt the number. */
const LOST_IN_A_ROW = 5;
const HALT = { base: 30_000, most: 10 * 60_000 };

export type StopParts = SettleParts &
	Parts<'engine' | 'channel' | 'submitter' | 'again' | 'halted' | 'lostInARow' | 'anyAnswer'>;

async function halt(state: StopParts, why: string): Promise<void> {
	const { engine, channel, summary, changed } = state;
	state.halted = true;
	const wait = await engine.store.rates.halt(channel, HALT, why);
	summary.halted(channel, Math.ceil((await engine.now(channel)) + wait), why);
	changed.raise();
}

/** Nothing goes out of this campaign until a person has looked. Kept messages wait as long as a halted number does. */
export async function stopAccount(state: StopParts, campaign: string, error: GatewayError): Promise<void> {
	const { engine, channel, summary, submitter, changed } = state;
	const why = `The account or its API key needs a person's attention: ${reasonOfError(error)}`;
	if (isKeptCampaign(campaign)) return halt(state, why);
	const ref = { channel, id: campaign };
	if (await engine.store.campaigns.move(ref, ['running'], 'paused', why)) summary.paused(ref, why);
	const isOfIt = ({ recipient }: Ready) => recipient.campaign === campaign;
	const items = [...submitter.clear(), ...state.again];
	state.again = items.filter((item) => !isOfIt(item));
	release(state, items.filter(isOfIt));
	changed.raise();
}

/** Whether the gateway takes messages from the number, by an answer; undefined if the answer doesn't tell. */
function isHeard(answer: Answer): boolean | undefined {
	if (answer.kind === 'accepted') return true;
	const { error } = answer;
	if (!(error instanceof GatewayError)) return undefined;
	if (CONSEQUENCES[error.effect].number === 'halt in a row') return false;
	if (error.code !== undefined) return true;
	return error.status === undefined ? false : undefined;
}

/**
 * Halts the number when too many answers in a row are lost or say that the platform has trouble, and lets it be halted
 * for a short time again after one that is clear.
 */
export async function watchNumber(state: StopParts, answer: Answer): Promise<void> {
	const { engine, channel } = state;
	const heard = isHeard(answer);
	if (heard === undefined) return;
	if (heard) {
		state.lostInARow = 0;
		if (!state.anyAnswer) await engine.store.rates.answered(channel);
		state.anyAnswer = true;
		return;
	}
	state.lostInARow += 1;
	if (state.lostInARow < LOST_IN_A_ROW || state.halted) return;
	const { error } = answer as { error: GatewayError };
	await halt(state, `${state.lostInARow} messages in a row weren't accepted: ${reasonOfError(error)}`);
}
