import type { EngineOutcome, HolderSetOutcome, HumanSetOutcome, OptOutSetOutcome } from './outcome';
import type { Registers, RegisterWrite } from './state/register';
import { ASSUMED_HOLDER } from './state/conversation';
import { dateOf } from './state/register';

/** What somebody tells us about a customer. */
type Correction = HolderSetOutcome | OptOutSetOutcome | HumanSetOutcome;

/** Whether somebody tells us this without saying since when: it corrects all that is known by then. */
export function isCorrection(outcome: EngineOutcome): outcome is Correction {
	const { kind, at } = outcome;
	return at === undefined && (kind === 'holder-set' || kind === 'opt-out-set' || kind === 'human-set');
}

/**
 * When a correction counts from. The gateway's clock can be ahead of ours, so an event that is known already may be
 * dated later than now: the correction counts after it.
 * @param writes what the correction would write if it were dated now. @param now epoch ms
 * @returns epoch ms
 */
export function dateOfCorrection(writes: readonly RegisterWrite[], known: Registers, now: number): number {
	const names = writes.flatMap(({ name }) => (name === 'holder' ? [name, ASSUMED_HOLDER] : [name]));
	const dates = names.flatMap((name) => (known[name] ? [dateOf(known[name]) + 1] : []));
	return Math.max(now, ...dates);
}
