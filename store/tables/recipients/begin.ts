import type { BegunRecipients, RecipientStart } from '../../../engine/store/recipients';
import type { SlotRequest } from '../../../engine/store/rates';
import { writesNoting } from '../../methods';
import type { Work } from '../../work';
import { each } from '../../work';
import { withinCaps } from '../caps';
import { countSent } from '../campaigns';
import { noteDecisions } from '../decisions';
import { takeSlots } from '../rates';
import { isBefore } from '../send-row';
import { changeSpending, reservedColumns } from '../spending';
import { GOES_OUT_ALREADY } from './same-customer';
import { pauseForBudget, withinBudgets } from './within-budget';

/**
 * The campaign is looked up for each message, as a value: as EXISTS, Postgres goes through what is claimed in all running
 * campaigns instead.
 */
const BEGIN = `
	UPDATE send SET
		state = 'sending', at = begun.column3, action = begun.column4, category = begun.column5,
		opens = begun.column6, rule = begun.column7, reason = begun.column8, reserved = begun.column9,
		reserved_for = begun.column10, settled = NULL
	FROM (VALUES (?, ?, CAST(? AS BIGINT), ?, ?, CAST(? AS BIGINT), ?, ?, CAST(? AS BIGINT), ?)) AS begun
	WHERE send.key = begun.column1 AND send.token = begun.column2 AND ${isBefore('begin')} AND (
		SELECT campaign.state = 'running' AND (campaign.end_at IS NULL OR campaign.end_at > begun.column3)
		FROM campaign WHERE campaign.channel = send.channel AND campaign.id = send.campaign
	) AND NOT ${GOES_OUT_ALREADY} RETURNING send.key, send.campaign`;

const CONTACTS = `
	SELECT send.key, send.contact FROM (VALUES (?)) AS asked JOIN send ON send.key = asked.column1`;

/** Without those whose caps others have reached. */
function* withoutCapped(channel: string, starts: RecipientStart[], at: number): Work<RecipientStart[]> {
	const capped = starts.filter(({ caps = [] }) => caps.length > 0);
	if (capped.length === 0) return starts;
	const rows = yield* each<{ key: string; contact: string }>(
		CONTACTS,
		capped.map(({ key }) => [key]),
	);
	const contacts = new Map(rows.map(({ key, contact }) => [key, contact]));
	const within = yield* withinCaps(
		channel,
		capped.map((start) => ({ ...start, caps: start.caps!, contact: contacts.get(start.key) ?? '', at })),
	);
	return starts.filter(({ key, caps = [] }) => caps.length === 0 || within.has(key));
}

/** The messages that may go out, and slots for them and for some begun before. */
function* beginRecipients(
	asked: RecipientStart[],
	{ at, again }: { at: number; again: number },
	request: SlotRequest,
): Work<BegunRecipients> {
	const { starts, paused } = yield* withinBudgets(
		request.channel,
		yield* withoutCapped(request.channel, asked, at),
	);
	const taken = yield* takeSlots(request, starts.length + again);
	if (taken.none) return { begun: [], ...taken };
	const begun = yield* each<{ key: string; campaign: string }>(
		BEGIN,
		starts.map(({ key, token, action, category, opens, rule, reason, reserve }) => [
			key,
			token,
			at,
			action,
			category ?? null,
			opens ? 1 : 0,
			rule,
			reason,
			...reservedColumns(reserve),
		]),
	);
	const keys = new Set(begun.map(({ key }) => key));
	yield* changeSpending(
		starts.flatMap(({ key, reserve }) =>
			reserve && keys.has(key) ? [{ channel: request.channel, ...reserve }] : [],
		),
		{ isHeld: true },
	);
	yield* noteDecisions(starts.flatMap(({ key, decision }) => (decision && keys.has(key) ? decision : [])));
	const counts = new Map<string, number>();
	for (const { campaign } of begun) counts.set(campaign, (counts.get(campaign) ?? 0) + 1);
	for (const [campaign, count] of [...counts].sort())
		yield* countSent({ channel: request.channel, id: campaign }, count, at);
	yield* pauseForBudget(request.channel, paused);
	const { slots, now } = taken;
	return {
		begun: [...keys],
		slots: slots.slice(0, begun.length + again),
		now,
		...(paused.length > 0 && { paused }),
	};
}

export const beginWorks = {
	begin: writesNoting(beginRecipients, (result, starts) => {
		const begun = new Set(result.begun);
		return [result, starts.map(({ key, decision }) => (begun.has(key) ? decision : undefined))];
	}),
};
