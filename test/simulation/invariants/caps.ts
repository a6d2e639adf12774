import { inMillionths } from '../../../engine/money/amounts';
import { CAPS } from '../capped-policy';
import type { Invariant } from '../history';
import type { SendRow } from '../tables';

interface Sent {
	/** Epoch ms */
	at: number;
	customer: string;
}

/** The most that lie within a time, and what is counted of them. */
function mostWithin(sent: Sent[], within: number, count: (some: Sent[]) => number): number {
	const ordered = [...sent].sort((a, b) => a.at - b.at);
	const counts = ordered.map(({ at }, last) =>
		count(ordered.slice(0, last + 1).filter((one) => at - one.at < within)),
	);
	return Math.max(0, ...counts);
}

/** What is above a cap, for a sentence. */
function aboveCaps(templates: Sent[], opened: Sent[], by: string, slack: number): string[] {
	const { count, within } = CAPS.templates;
	const customers = [...new Set(templates.map(({ customer }) => customer))];
	const ofCustomers = customers.flatMap((customer) => {
		const own = templates.filter((one) => one.customer === customer);
		const most = mostWithin(own, within - slack, (some) => some.length);
		return most > count ? [`By ${by}, ${customer} was sent ${most} templates instead of ${count}.`] : [];
	});
	const differing = (some: Sent[]) => new Set(some.map(({ customer }) => customer)).size;
	const most = mostWithin(opened, CAPS.newCustomers.within - slack, differing);
	return most > CAPS.newCustomers.count
		? [
				...ofCustomers,
				`By ${by}, ${most} new customers were written to instead of ${CAPS.newCustomers.count}.`,
			]
		: ofCustomers;
}

/** The day and the category of what was reserved for a send. */
function sumOf({ reserved_for: text }: SendRow): string {
	const { day, category } = JSON.parse(text!) as { day: string; category: string };
	return `${day}, ${category}`;
}

/** Days on which more was spent than the cap allows, by what was reserved for messages that went out. */
function aboveSpending(sends: SendRow[]): string[] {
	const spent = new Map<string, number>();
	for (const send of sends) {
		if (send.reserved === null) continue;
		const sum = sumOf(send);
		spent.set(sum, (spent.get(sum) ?? 0) + send.reserved);
	}
	const most = inMillionths(CAPS.spending.most);
	return [...spent]
		.filter(([, amount]) => amount > most)
		.map(([sum, amount]) => `On ${sum} templates cost ${amount} millionths instead of ${most}.`);
}

/** How much later than noted a message can be accepted. ms */
const ON_ITS_WAY = 10 * 60_000;

/** No more goes out than the caps of the policy allow: by the store's record, and by what the gateway accepted. */
export const capsAreKept: Invariant = ({ truth, tables, isCapped, clockJumped }) => {
	// A customer who is counted by one clock is new by another that was set back.
	if (!isCapped || clockJumped) return [];
	// What failed counts for nothing, until a status says that it was delivered all the same.
	const failed = new Set(tables.sends.flatMap(({ key, failure_rule }) => (failure_rule ? [key] : [])));
	const templates = tables.sends
		.filter(({ at, action, state }) => at > 0 && action === 'template' && state !== 'failed')
		.filter(({ key }) => !failed.has(key));
	const noted = templates.map(({ at, contact, opens }) => ({ at, customer: contact, opens }));
	const byRecord = aboveCaps(
		noted,
		noted.filter(({ opens }) => opens === 1),
		'its record',
		0,
	);
	const accepted = truth.accepted
		.filter(({ isTemplate, status }) => isTemplate && status !== 'failed')
		.filter(({ key }) => !failed.has(key))
		.map(({ at, to }) => ({ at, customer: to }));
	const above = [...byRecord, ...aboveSpending(templates)];
	return [...above, ...aboveCaps(accepted, [], 'the gateway', ON_ITS_WAY)];
};
