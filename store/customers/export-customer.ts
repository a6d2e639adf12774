import type { Runtime } from '../../base';
import { PROFILE_NAME } from '../../engine/state/profile-name';
import type { CustomerData, CustomerQuery, KeptSend } from '../../engine/store/customers';
import type { Database } from '../database';
import { decisionsOf } from '../tables/decisions';
import { chargesTo } from './charges-of';
import { sentTextsOf } from '../tables/sent-texts';
import type { SendRow } from '../tables/send-row';
import { ruleOf, toSend } from '../tables/send-row';
import { toKeptWait, waitsFor } from '../tables/waits';
import type { Work } from '../work';
import { each } from '../work';
import { burstsOf } from './bursts-of';
import { findEvents } from './find-events';
import { findDeadLetters, findStarts } from './find-rest';
import { findForwards } from './forwards-about';
import { namesOf } from './names-of';
import { optOutsFromBefore, registersOf } from './registers-of';

const SENDS = `
	SELECT send.* FROM (VALUES (?, ?)) AS asked
	JOIN send ON send.channel = asked.column1 AND send.contact = asked.column2 ORDER BY send.at, send.key`;

export const toKeptSend = (row: SendRow): KeptSend => ({
	...toSend(row),
	...(row.content !== null && { content: JSON.parse(row.content) as unknown }),
	...(row.recipient !== null && { recipient: row.recipient }),
	...(ruleOf(row) !== null && { rule: ruleOf(row)! }),
});

export function* sendsTo(channel: string, names: readonly string[]): Work<SendRow[]> {
	return yield* each<SendRow>(
		SENDS,
		names.map((name) => [channel, name]),
	);
}

/** A name in a profile is told as it was written. */
function valueOf(name: string, value: string): unknown {
	const parsed: unknown = JSON.parse(value);
	return name === PROFILE_NAME ? (parsed as [folded: string, written: string])[1] : parsed;
}

function* stateOf(channel: string, names: readonly string[]): Work<CustomerData['state']> {
	const rows = [...(yield* registersOf(channel, names)), ...(yield* optOutsFromBefore(channel, names))];
	return rows.map(({ subject, name, at, value }) => ({
		subject,
		name,
		at,
		value: valueOf(name, value),
	}));
}

/** Reads everything that is kept about a customer, in small pieces. */
export async function exportCustomer(
	database: Database,
	runtime: Runtime,
	customer: CustomerQuery,
): Promise<CustomerData> {
	const { channel } = customer;
	const names = await database.read(() => namesOf(customer));
	const { events } = await findEvents(database, runtime, channel, names);
	const { own: deadLetters } = await findDeadLetters(database, runtime, channel, names);
	const ids = new Set([...events, ...deadLetters].map(({ event }) => event.id));
	const { forwards } = await findForwards(database, runtime, { channel, names, after: 0 });
	return {
		names,
		state: await database.read(() => stateOf(channel, names)),
		events,
		deadLetters,
		starts: await findStarts(database, runtime, ids, names),
		sentTexts: await database.read(() => sentTextsOf(channel, names)),
		bursts: await database.read(() => burstsOf(channel, names)),
		sends: (await database.read(() => sendsTo(channel, names))).map(toKeptSend),
		decisions: await database.read(() => decisionsOf(channel, names)),
		charges: await database.read(() => chargesTo(channel, names)),
		waits: (await database.read(() => waitsFor(channel, names))).map(toKeptWait),
		forwards: forwards.map(({ target, receivedAt }) => ({ target, receivedAt })),
	};
}
