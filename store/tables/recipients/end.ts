import type { RecipientStep } from '../../../engine/campaigns/recipient-states';
import { RECIPIENT_TRANSITIONS } from '../../../engine/campaigns/recipient-states';
import type { CampaignRef, SkippedBecause } from '../../../engine/store/campaigns';
import type { RecipientEnd } from '../../../engine/store/recipients';
import type { DecisionNote } from '../../../engine/store/decisions';
import { writesNoting } from '../../methods';
import type { Value, Work } from '../../work';
import { all, CLOCK_MS, each } from '../../work';
import { noteDecisions } from '../decisions';
import type { SendRow } from '../send-row';
import { isBefore, NO_LONGER_LOST, OF_CAMPAIGN } from '../send-row';
import { giveBack, giveBackTold } from '../spending';

const stateAfter = (step: RecipientStep) => RECIPIENT_TRANSITIONS.find((row) => row.step === step)!.to;

/** What wasn't submitted counts toward no cap. */
const isSubmitted = (step: RecipientEnd['step']) => step === 'accept' || step === 'lose';

/** Why an answer was lost is told until something else is known of the message. */
const whyOf = (step: RecipientEnd['step']) =>
	step === 'lose'
		? `failure_rule = past.column6, failure_reason = past.column7, lost_at = ${CLOCK_MS}, no_trace = NULL`
		: `rule = COALESCE(past.column6, send.rule), reason = COALESCE(past.column7, send.reason), ${NO_LONGER_LOST}`;

const endText = (step: RecipientEnd['step']) => `
	UPDATE send SET
		state = '${stateAfter(step)}', due = past.column3, waits_for = past.column4, message_id = past.column5,
		${whyOf(step)},
		refusals = send.refusals + past.column8${isSubmitted(step) ? '' : ', at = 0, opens = 0'}
	FROM (VALUES (?, ?, CAST(? AS BIGINT), ?, ?, ?, ?, CAST(? AS BIGINT))) AS past
	WHERE send.key = past.column1 AND send.token = past.column2 AND ${isBefore(step)} RETURNING send.key, send.reserved`;

const SKIP_WAITING = `
	UPDATE send SET state = 'skipped', due = NULL, waits_for = NULL, rule = ?, reason = ?
	WHERE key IN (SELECT key FROM send WHERE ${OF_CAMPAIGN} AND state = ? LIMIT ?) RETURNING key, channel, contact`;

const SKIP = `
	UPDATE send SET state = 'skipped', due = NULL, waits_for = NULL, rule = past.column2, reason = past.column3
	FROM (VALUES (?, ?, ?)) AS past
	WHERE send.key = past.column1 AND send.state IN ('planned', 'held', 'claimed') RETURNING send.key, send.channel, send.contact`;

/**
 * Notes what became of recipients, of those that the claim's worker still has.
 * @returns their decisions
 */
export function* endRecipients(ends: RecipientEnd[]): Work<DecisionNote[]> {
	const steps = new Set(ends.map(({ step }) => step));
	const ended = new Set<string>();
	const reserved = { out: new Array<string>(), in: new Array<string>() };
	for (const step of [...steps].sort()) {
		const rows = ends
			.filter((end) => end.step === step)
			.sort((a, b) => (a.key < b.key ? -1 : 1))
			.map(({ key, token, due, waitsFor, messageId, rule, reason, refused }): Value[] => [
				key,
				token,
				step === 'release' ? Math.min(due ?? 0, 0) : (due ?? null),
				waitsFor ?? null,
				messageId ?? null,
				rule ?? null,
				reason ?? null,
				refused ? 1 : 0,
			]);
		for (const row of yield* each<{ key: string; reserved: number | null }>(endText(step), rows)) {
			ended.add(row.key);
			if (row.reserved !== null) reserved[isSubmitted(step) ? 'out' : 'in'].push(row.key);
		}
	}
	yield* giveBack(reserved.in);
	yield* giveBackTold(reserved.out);
	const decisions = ends.flatMap(({ key, decision }) => (decision && ended.has(key) ? decision : []));
	yield* noteDecisions(decisions);
	return decisions;
}

type SkippedRow = Pick<SendRow, 'key' | 'channel' | 'contact'>;

/** The log has when they were skipped, and why: that is told to whoever looks at the customer. */
function* noteSkipped(
	skipped: readonly SkippedRow[],
	{ rule, reason, at }: SkippedBecause,
): Work<DecisionNote[]> {
	const notes = skipped.map((row): DecisionNote => ({
		...row,
		at: Math.floor(at),
		action: 'skip',
		rule,
		why: reason,
	}));
	yield* noteDecisions(notes);
	return notes;
}

function* skipWaiting(
	{ channel, id }: CampaignRef,
	{ rule, reason, at }: SkippedBecause,
	limit: number,
): Work<DecisionNote[]> {
	const skipped: SkippedRow[] = [];
	for (const state of ['planned', 'held', 'claimed']) {
		const left = limit - skipped.length;
		if (left > 0)
			skipped.push(...(yield* all<SkippedRow>(SKIP_WAITING, rule, reason, id, channel, state, left)));
	}
	return yield* noteSkipped(skipped, { rule, reason, at });
}

function* skipRecipients(
	keys: readonly string[],
	{ rule, reason, at }: SkippedBecause,
): Work<DecisionNote[]> {
	const skipped = yield* each<SkippedRow>(
		SKIP,
		[...keys].sort().map((key) => [key, rule, reason]),
	);
	return yield* noteSkipped(skipped, { rule, reason, at });
}

export const endWorks = {
	end: writesNoting(endRecipients, (decisions) => [undefined, decisions]),
	skip: writesNoting(skipRecipients, (notes) => [notes.map(({ key }) => key), notes]),
	skipWaiting: writesNoting(skipWaiting, (notes) => [notes.length, notes]),
};
