import type { StatusEvent } from '../../engine/events/messaging-event';
import type { Told } from '../../engine/store/conversations';
import type {
	Happenings,
	HistoryQuery,
	KeptDecision,
	MessageQuery,
	StoredCampaign,
} from '../../engine/store/store';
import { optOutRegister } from '../../engine/state/conversation';
import { HUMAN_REPLIED, PERSON_CALLED } from '../../engine/state/human-replies';
import { isCancellation } from '../../engine/decisions/note-of';
import { RANK } from '../../engine/state/register';
import { toKeptSend } from '../customers/export-customer';
import { namesOf } from '../customers/names-of';
import { readsNoted } from '../methods';
import type { Value, Work } from '../work';
import { all } from '../work';
import { findCampaign } from './campaigns';
import { decisionsAbout, decisionsOfExecution, decisionsOfSends } from './decisions';
import { statusesOf } from './events';
import { eventsOfConversation } from './history';
import { readRegister } from './registers';
import type { RegisterRow } from './register-row';
import { toRegister } from './register-row';
import type { SendRow } from './send-row';
import { messageIdOf } from './send-row';
import { sentTextsOfMessages } from './sent-texts';
import { toKeptWait, waitsFor } from './waits';

const SENT_TO = `
	SELECT * FROM send WHERE channel = ? AND contact = ? AND (at >= ? OR due IS NOT NULL) ORDER BY at DESC, key LIMIT ?`;

/** Acts of ours that aren't messages. */
const TOLD = `
	SELECT * FROM register WHERE scope = ? AND subject = ? AND rank = ${RANK.ownAct} AND at >= ?
		AND (name IN ('${HUMAN_REPLIED.known}', '${PERSON_CALLED}', 'holder') OR name LIKE '${optOutRegister('%')}') AND id NOT LIKE '%:sent:%'
	ORDER BY at DESC, name`;

const BY_KEY = 'SELECT * FROM send WHERE channel = ? AND key = ?';
const BY_MESSAGE = 'SELECT * FROM send WHERE channel = ? AND message_id = ?';

/** The statuses of some sends, newest first. */
function* statusesOfSends(rows: readonly SendRow[]): Work<StatusEvent[]> {
	const statuses: StatusEvent[] = [];
	for (const id of rows.flatMap((row) => messageIdOf(row) ?? [])) statuses.push(...(yield* statusesOf(id)));
	return statuses.sort((a, b) => b.at - a.at);
}

/** What some sends said. */
const textsOfSends = (channel: string, rows: readonly SendRow[]) =>
	sentTextsOfMessages(
		channel,
		rows.flatMap((row) => messageIdOf(row) ?? []),
	);

/** The campaigns that some sends wait in. */
function* campaignsOf(channel: string, rows: readonly SendRow[]): Work<StoredCampaign[]> {
	const waiting = rows.filter(({ due }) => due !== null).flatMap(({ campaign }) => campaign ?? []);
	const campaigns: StoredCampaign[] = [];
	for (const id of new Set(waiting)) {
		const campaign = yield* findCampaign({ channel, id });
		if (campaign) campaigns.push(campaign);
	}
	return campaigns;
}

function* toldAbout(channel: string, contact: string, since: number): Work<Told[]> {
	const rows = yield* all<RegisterRow>(TOLD, channel, contact, since);
	const told = rows.map((row) => ({ at: row.at, name: row.name, value: toRegister(row).value }));
	// Until somebody answers, a call is in both registers.
	const isCall = ({ name }: Told) => name === PERSON_CALLED;
	return told.filter(
		(one) =>
			isCall(one) || one.value !== 'called' || !told.some((other) => isCall(other) && other.at === one.at),
	);
}

/** What happened with a customer, under all names. */
function* readHappenings(query: HistoryQuery): Work<Happenings> {
	const { channel, contact, since = 0, limit } = query;
	const names = yield* namesOf({ channel, name: contact });
	const rows: SendRow[] = [];
	for (const name of names) rows.push(...(yield* all<SendRow>(SENT_TO, channel, name, since, limit)));
	const decisions = yield* decisionsAbout({ channel, contact, since, limit });
	// Nothing but the log dates what was never sent.
	for (const { key } of decisions.filter(isCancellation))
		rows.push(...(yield* all<SendRow>(BY_KEY, channel, key)));
	const waits = yield* waitsFor(channel, names);
	const ahead = ((yield* readRegister(channel, '', 'clock'))?.value as number | undefined) ?? 0;
	const events = yield* eventsOfConversation(names, query);
	return {
		received: events.map((event) => ({ ...event, receivedAt: event.receivedAt + ahead })),
		told: yield* toldAbout(channel, names[0]!, since),
		decisions,
		sends: rows.map(toKeptSend),
		statuses: yield* statusesOfSends(rows),
		waits: waits.map(toKeptWait).filter(({ askedAt, eventId }) => askedAt >= since || eventId === undefined),
		texts: yield* textsOfSends(channel, rows),
		campaigns: yield* campaignsOf(channel, rows),
	};
}

/** What happened with a message, or with those that an execution sent. */
function* readHappeningsOf(query: MessageQuery): Work<Happenings> {
	const { channel } = query;
	const found = (text: string, ...values: Value[]) => all<SendRow>(text, channel, ...values);
	let decisions: KeptDecision[] = [];
	let rows: SendRow[] = [];
	if ('execution' in query) {
		decisions = yield* decisionsOfExecution(channel, query.execution);
		for (const key of new Set(decisions.map((one) => one.key))) rows.push(...(yield* found(BY_KEY, key)));
	} else {
		rows = 'key' in query ? yield* found(BY_KEY, query.key) : yield* found(BY_MESSAGE, query.messageId);
		const keys = 'key' in query ? [query.key] : rows.map(({ key }) => key);
		decisions = (yield* decisionsOfSends(keys)).filter((one) => one.channel === channel).reverse();
	}
	return {
		received: [],
		told: [],
		decisions,
		sends: rows.map(toKeptSend),
		statuses: yield* statusesOfSends(rows),
		waits: [],
		texts: yield* textsOfSends(channel, rows),
		campaigns: yield* campaignsOf(channel, rows),
	};
}

export const happeningWorks = {
	happenings: readsNoted(readHappenings),
	happeningsOf: readsNoted(readHappeningsOf),
};
