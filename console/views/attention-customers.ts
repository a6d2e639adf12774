import { DAY, MINUTE } from '../../base';
import type { RecentCustomer } from '../../engine';
import { CONVERSATION_WINDOW } from '../../platform';
import type { Desk } from '../desk';
import { sees } from '../desk';
import type { AttentionRecord, CustomerRecord } from '../records';
import { customerRecord, withProfiles } from './customers';

/** So many customers are counted, and so many of them are named. */
const [COUNTED, NAMED] = [100, 5];
/** A workflow, and whoever answers by hand, take a while. ms */
const ANSWERS_WITHIN = 5 * MINUTE;

const times = (count: number, one: string, several: string) =>
	`${count === COUNTED ? `${count} or more` : count} ${count === 1 ? one : several}`;

/** Customers of one number, each once, for people. */
const shown = (desk: Desk, found: readonly CustomerOf[]): Promise<CustomerRecord[]> =>
	withProfiles(
		desk,
		found.slice(0, NAMED).map(({ channel, contact, at }) => customerRecord(desk, channel, contact, at)),
	);

type CustomerOf = RecentCustomer & { channel: string };

/** Each customer once, with what is newest. */
const eachOnce = (found: readonly CustomerOf[]): CustomerOf[] =>
	found.filter(
		({ channel, contact }, index) =>
			found.findIndex((one) => one.channel === channel && one.contact === contact) === index,
	);

/** Customers in an open window who wrote and to whom nobody has written since: no workflow, no agent, and no person. */
export async function ofUnanswered(desk: Desk, channel: string, now: number): Promise<AttentionRecord[]> {
	const { store, engine } = desk;
	const span = { after: now - CONVERSATION_WINDOW, before: now - ANSWERS_WITHIN };
	const found = await store.overview.unanswered({ channel, ...span, limit: COUNTED });
	const left: CustomerOf[] = [];
	for (const { contact, at } of found) {
		const { holder, humanRepliedAt = 0 } = await engine.conversation({ channel, to: contact });
		if (holder !== 'agent' && humanRepliedAt < at) left.push({ channel, contact, at });
	}
	const waiting = eachOnce(left);
	if (waiting.length === 0) return [];
	const sentence = `${times(waiting.length, 'customer wrote', 'customers wrote')} and got no answer, the first at ${new Date(waiting.at(-1)!.at).toISOString()}.`;
	return [{ severity: 'warn', sentence, customers: await shown(desk, waiting) }];
}

/** Messages of the last day whose response was lost. */
export async function ofUnconfirmed(desk: Desk, now: number): Promise<AttentionRecord[]> {
	const found = await desk.store.overview.unconfirmed({ since: now - DAY, limit: COUNTED });
	const seen = found.filter(({ channel }) => sees(desk, channel));
	if (seen.length === 0) return [];
	const [they, are] = seen.length === 1 ? ['it was sent. It', "isn't"] : ['they were sent. They', "aren't"];
	const sentence = `${times(seen.length, 'message is', 'messages are')} unconfirmed: the gateway's response was lost, so nobody knows whether ${they} ${are} sent again.`;
	return [{ severity: 'bad', sentence, customers: await shown(desk, eachOnce(seen)) }];
}
