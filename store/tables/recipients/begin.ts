import type { BegunRecipients, RecipientStart } from '../../../engine/store/campaigns';
import type { SlotRequest } from '../../../engine/store/rates';
import type { Work } from '../../work';
import { each } from '../../work';
import { countSent } from '../campaigns';
import { takeSlots } from '../rates';
import { isBefore } from '../send-row';

const BEGIN = `
	UPDATE send SET
		state = 'sending', at = begun.column3, action = begun.column4, category = begun.column5,
		opens = begun.column6, rule = begun.column7, reason = begun.column8
	FROM (VALUES (?, ?, CAST(? AS BIGINT), ?, ?, CAST(? AS BIGINT), ?, ?)) AS begun
	WHERE send.key = begun.column1 AND send.token = begun.column2 AND ${isBefore('begin')} AND EXISTS (
		SELECT 1 FROM campaign WHERE campaign.id = send.campaign AND campaign.state = 'running'
			AND (campaign.end_at IS NULL OR campaign.end_at > begun.column3)
	) RETURNING send.key, send.campaign`;

/** The messages that may go out, and slots for them and for some begun before. */
export function* beginRecipients(
	token: string,
	starts: RecipientStart[],
	{ at, again }: { at: number; again: number },
	request: SlotRequest,
): Work<BegunRecipients> {
	const { slots, none } = yield* takeSlots(request, starts.length + again);
	if (none) return { begun: [], slots: [], none };
	const begun = yield* each<{ key: string; campaign: string }>(
		BEGIN,
		starts.map(({ key, action, category, opens, rule, reason }) => [
			...[key, token, at, action, category ?? null, opens ? 1 : 0, rule, reason],
		]),
	);
	const counts = new Map<string, number>();
	for (const { campaign } of begun) counts.set(campaign, (counts.get(campaign) ?? 0) + 1);
	for (const [campaign, count] of [...counts].sort()) yield* countSent(campaign, count, at);
	return { begun: begun.map(({ key }) => key), slots: slots.slice(0, begun.length + again) };
}
