import type { Sandbox } from '../../sandbox';
import type { Customer } from './customers';
import { digits } from './customers';

/** The result for one customer: what the campaign reports, and what the gateway saw. */
export interface Line {
	customer: Customer;
	/** The state of the message; `invalid` if it couldn't be planned. */
	state: string;
	/** The form in which the message was sent; empty if nothing was sent. */
	form: string;
	rule: string;
	reason: string;
	messageId: string;
	/** The gateway's status; a dash if nothing was sent. */
	delivery: string;
}

type Item = Record<string, unknown>;

const asText = (value: unknown) => (typeof value === 'string' ? value : '');

/** What is wrong with a row of the file, in one sentence. */
const problemsIn = ({ problems }: Item) =>
	(problems as Array<{ path: string; message: string }>)
		.map(({ path, message }) => `${path} ${message}`)
		.join('; ');

/** Combines the campaign's recipients and the rows that couldn't be planned with what the sandbox saw. */
export function linesOf(customers: Customer[], items: Item[], sandbox: Sandbox): Line[] {
	const sent = new Map(sandbox.control.sent().map((message) => [message.id, message]));
	const found = new Map(items.map((item) => [digits(String(item.to ?? item.phone)), item]));
	return customers.map((customer) => {
		const item = found.get(digits(customer.phone));
		const messageId = asText(item?.messageId);
		return {
			customer,
			state: item?.problems ? 'invalid' : asText(item?.state) || 'lost',
			form: asText(item?.action),
			rule: asText(item?.rule),
			reason: item?.problems ? problemsIn(item) : asText(item?.reason),
			messageId,
			delivery: sent.get(messageId)?.status ?? '-',
		};
	});
}

/** States that no recipient may be left in: the message failed, nobody decided about it, or its result is unknown. */
const FAULTY: ReadonlySet<string> = new Set([
	'lost',
	'invalid',
	'planned',
	'failed',
	'unconfirmed',
	'sending',
	'claimed',
]);

/** Everything that went wrong, in sentences; empty if nothing did. */
export function faultsOf(lines: Line[], sandbox: Sandbox): string[] {
	const recipients = sandbox.control.sent().map(({ to }) => to);
	const reachedTwice = recipients.filter((to, index) => recipients.indexOf(to) !== index);
	const claimed = lines.filter(({ messageId, delivery }) => messageId !== '' && delivery === '-');
	return [
		...sandbox.control
			.violations()
			.map(({ rule, to, details }) => `The sandbox reports ${rule} for ${to}: ${details}`),
		...reachedTwice.map((to) => `${to} got more than one message.`),
		...claimed.map(({ customer }) => `The message to ${customer.phone} never reached the gateway.`),
		...lines
			.filter(({ state }) => FAULTY.has(state))
			.map(({ customer, state, reason }) => `${customer.phone} is ${state}: ${reason}`),
		...lines
			.filter(({ customer }) => recipients.includes(digits(customer.phone)))
			.filter(({ messageId }) => messageId === '')
			.map(({ customer }) => `${customer.phone} got a message that isn't in the campaign.`),
	];
}

const cut = (text: string, width: number) =>
	text.length > width ? `${text.slice(0, width - 1)}…` : text.padEnd(width);

/** All lines as a table for the terminal. */
export function tableOf(lines: Line[]): string {
	const columns: Array<[title: string, width: number, value: (line: Line) => string]> = [
		['Customer', 19, ({ customer }) => customer.phone],
		[
			'Before',
			22,
			({ customer }) => (customer.lately === 'opted out' ? 'opted out of marketing' : customer.lately),
		],
		['State', 9, ({ state }) => state],
		['Sent as', 8, ({ form }) => form || '-'],
		['Rule', 22, ({ rule }) => rule],
		['Delivery', 9, ({ delivery }) => delivery],
		['Message ID', 26, ({ messageId }) => messageId || '-'],
		['Reason', 200, ({ reason }) => reason],
	];
	const row = (cells: string[]) => cells.join('  ').trimEnd();
	return [
		row(columns.map(([title, width]) => cut(title, width))),
		row(columns.map(([, width]) => '-'.repeat(Math.min(width, 60)))),
		...lines.map((line) => row(columns.map(([, width, value]) => cut(value(line), width)))),
	].join('\n');
}

/** The number of customers for each state, form, and rule. */
export function totalsOf(lines: Line[]): string {
	const counts = new Map<string, number>();
	for (const { state, form, rule } of lines) {
		const key = [state.padEnd(9), (form || '-').padEnd(8), rule].join('  ');
		counts.set(key, (counts.get(key) ?? 0) + 1);
	}
	const rows = [...counts]
		.sort(([a], [b]) => (a < b ? -1 : 1))
		.map(([key, count]) => `${String(count).padStart(5)}  ${key}`);
	return [...rows, `${String(lines.length).padStart(5)}  customers`].join('\n');
}

/** What Send Due did, in one line, and everything that went wrong. */
export function resultOf(
	{ length }: Line[],
	{ accepted, held, skipped, failed, unconfirmed, took }: Item,
	faults: string[],
): string {
	const counts = Object.entries({ accepted, held, skipped, failed, unconfirmed })
		.map(([name, count]) => `${String(count)} ${name}`)
		.join(', ');
	const sent = `A campaign for ${length} customers: ${counts}, in ${Number(took).toFixed(1)} s.`;
	return faults.length === 0
		? `${sent} The sandbox saw no violation of the rules.`
		: [sent, ...faults].join('\n');
}
