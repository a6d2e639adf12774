import type { Rate, RecipientStart, StartedRecipients } from '../../../engine/store/campaigns';
import type { Work } from '../../work';
import { each } from '../../work';
import { countSent } from '../campaigns';
import { takeSlots } from '../pace';
import { isBefore } from './row';

const START = `
	UPDATE send SET
		state = 'sending', at = start.column3, action = start.column4, category = start.column5,
		opens = start.column6, rule = start.column7, reason = start.column8
	FROM (VALUES (?, ?, CAST(? AS BIGINT), ?, ?, CAST(? AS BIGINT), ?, ?)) AS start
	WHERE send.key = start.column1 AND send.token = start.column2 AND ${isBefore('begin')} AND EXISTS (
		SELECT 1 FROM campaign WHERE campaign.id = send.campaign AND campaign.state = 'running'
			AND (campaign.end_at IS NULL OR campaign.end_at > start.column3)
	) RETURNING send.key, send.campaign`;

/** The messages that may go out, and slots for them and for some begun before. */
export function* startRecipients(
	token: string,
	starts: RecipientStart[],
	{ at, again }: { at: number; again: number },
	rate: Rate,
): Work<StartedRecipients> {
	const { slots, haltedUntil } = yield* takeSlots(rate, starts.length + again);
	if (haltedUntil !== undefined) return { started: [], slots: [], haltedUntil };
	const started = yield* each<{ key: string; campaign: string }>(
		START,
		starts.map(({ key, action, category, opens, rule, reason }) => [
			...[key, token, at, action, category ?? null, opens ? 1 : 0, rule, reason],
		]),
	);
	const counts = new Map<string, number>();
	for (const { campaign } of started) counts.set(campaign, (counts.get(campaign) ?? 0) + 1);
	for (const [campaign, count] of [...counts].sort()) yield* countSent(campaign, count, at);
	return { started: started.map(({ key }) => key), slots: slots.slice(0, started.length + again) };
}
