import { MINUTE } from '../../../base';
import { HELD_FOR_QUALITY, templateSubject } from '../../../engine/state/template';
import type { CampaignRef } from '../../../engine/store/campaigns';
import { reads, writes } from '../../methods';
import type { Work } from '../../work';
import { all, CLOCK_MS, one, run } from '../../work';
import { wasHeardFrom } from '../heard';
import type { SendRow } from '../send-row';
import { OF_CAMPAIGN } from '../send-row';

/** How long a status of the message is waited for. ms */
const WAIT = 15 * MINUTE;
/** How long no status of the number may come while it's waited: longer, and the receiver may have been down. ms */
const SILENCE = 5 * MINUTE;
/** How long before and after the message its neighbors were sent at most. ms */
const NEIGHBORHOOD = 5 * MINUTE;
/**
 * For how long the platform may hold messages of a template to see how customers like it (docs/interface.md, Pacing and
 * time to live). ms
 */
const PACING = 60 * MINUTE;

const LOST = `
	SELECT * FROM send WHERE ${OF_CAMPAIGN} AND state = 'unconfirmed' AND no_trace IS NULL
		AND lost_at <= ${CLOCK_MS} - ${WAIT} ORDER BY key LIMIT ?`;

/** A neighbor in the same form, of which a status came while it was waited. */
const NEIGHBOR = `
	SELECT 1 FROM send WHERE channel = ? AND at > ? AND at < ? AND heard_at <= ? AND action = ?
		AND COALESCE(template_name, '') = ? AND COALESCE(template_language, '') = ? LIMIT 1`;

const PACED = `
	SELECT 1 FROM register
	WHERE subject = ? AND subject LIKE 'template:%' AND name = '${HELD_FOR_QUALITY}' AND at >= ? LIMIT 1`;

const MARK = `
	UPDATE send SET no_trace = ? WHERE key = ? AND state = 'unconfirmed' AND lost_at = ?`;

type Lost = SendRow & { lost_at: number };

/** Whether messages of the form were sent between two times (epoch ms of the gateway's clock), and heard of in time. */
function* hasNeighbor(row: Lost, after: number, before: number): Work<boolean> {
	const { channel, action, template_name: name, template_language: language, lost_at } = row;
	const found = yield* one(
		NEIGHBOR,
		channel,
		after,
		before,
		lost_at + WAIT,
		action,
		name ?? '',
		language ?? '',
	);
	return found !== undefined;
}

function* mayBePaced({ template_name: name, template_language: language, at }: Lost): Work<boolean> {
	if (name === null) return false;
	const subject = templateSubject({ name, language: language ?? '' });
	return (yield* one(PACED, subject, at - PACING)) !== undefined;
}

/** Whether everything around a message was heard of, and the message wasn't. */
function* isWithoutTrace(row: Lost): Work<boolean> {
	const { channel, at, lost_at } = row;
	return (
		(yield* hasNeighbor(row, at - NEIGHBORHOOD, at)) &&
		(yield* hasNeighbor(row, at, at + NEIGHBORHOOD)) &&
		(yield* wasHeardFrom(channel, lost_at, lost_at + WAIT, SILENCE)) &&
		!(yield* mayBePaced(row))
	);
}

/**
 * Looks for signs that unconfirmed messages were sent, each once, and at most so many. One is without trace if messages
 * were sent shortly before and after it in the same form, statuses of both came within 15 minutes, and statuses of the
 * number came throughout. It isn't if the platform held messages of its template for quality. It may have been sent all
 * the same: statuses can come for 7 days.
 * @returns how many were looked at
 */
function* lookForTraces({ channel, id }: CampaignRef, limit: number): Work<number> {
	const lost = yield* all<Lost>(LOST, id, channel, limit);
	for (const row of lost) {
		yield* run(MARK, (yield* isWithoutTrace(row)) ? 1 : 0, row.key, row.lost_at);
	}
	return lost.length;
}

function* countWithoutTrace({ channel, id }: CampaignRef): Work<number> {
	const row = yield* one<{ count: number }>(
		`SELECT count(*) AS count FROM send WHERE ${OF_CAMPAIGN} AND state = 'unconfirmed' AND no_trace = 1`,
		id,
		channel,
	);
	return row!.count;
}

export const traceWorks = {
	lookForTraces: writes(lookForTraces),
	withoutTrace: reads(countWithoutTrace),
};
