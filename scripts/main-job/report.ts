import type { Sandbox } from '../../sandbox';
import type { Customer } from './customers';
import { digits } from './customers';

/** What became of one customer: what the workflow said, and what the gateway saw. */
export interface Line {
	customer: Customer;
	action: string;
	rule: string;
	reason: string;
	messageId: string;
	/** As the gateway saw it; a dash where nothing was sent. */
	delivery: string;
}

/** Joins the items of Send Auto with what the sandbox saw. */
export function linesOf(
	customers: Customer[],
	items: Array<Record<string, unknown>>,
	sandbox: Sandbox,
): Line[] {
	const sent = new Map(sandbox.control.sent().map((message) => [message.id, message]));
	return customers.map((customer, index) => {
		const item = items[index] ?? {};
		const text = (name: string) => String(item[name] ?? '');
		const messageId = text('messageId');
		return {
			customer,
			action: text('action') || 'error',
			rule: text('rule'),
			reason: text('reason') || JSON.stringify(item.error ?? 'no item came out for this customer'),
			messageId,
			delivery: sent.get(messageId)?.status ?? '-',
		};
	});
}

/** Everything that went wrong, in sentences; empty when all is as it should be. */
export function faultsOf(lines: Line[], sandbox: Sandbox): string[] {
	const recipients = sandbox.control.sent().map(({ to }) => to);
	const reachedTwice = recipients.filter((to, index) => recipients.indexOf(to) !== index);
	const claimed = lines.filter(({ messageId, delivery }) => messageId !== '' && delivery === '-');
	return [
		...sandbox.control
			.violations()
			.map(({ rule, to, details }) => `The sandbox saw ${rule} to ${to}: ${details}`),
		...reachedTwice.map((to) => `${to} was sent more than one message.`),
		...claimed.map(({ customer }) => `The message to ${customer.phone} never reached the gateway.`),
		...lines
			.filter(({ action }) => action === 'error')
			.map(({ customer, reason }) => `${customer.phone}: ${reason}`),
		...lines
			.filter(({ customer }) => recipients.includes(digits(customer.phone)))
			.filter(({ messageId }) => messageId === '')
			.map(({ customer }) => `${customer.phone} was sent a message that the workflow does not know of.`),
	];
}

const cut = (text: string, width: number) =>
	text.length > width ? `${text.slice(0, width - 1)}…` : text.padEnd(width);

/** A table of all lines for a terminal. */
export function tableOf(lines: Line[]): string {
	const columns: Array<[title: string, width: number, value: (line: Line) => string]> = [
		['Customer', 19, ({ customer }) => customer.phone],
		['Lately', 18, ({ customer }) => customer.lately],
		['Decision', 8, ({ action }) => action],
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

/** How many customers each decision and rule has. */
export function totalsOf(lines: Line[]): string {
	const counts = new Map<string, number>();
	for (const { action, rule } of lines) {
		const key = `${action.padEnd(8)}  ${rule}`;
		counts.set(key, (counts.get(key) ?? 0) + 1);
	}
	const rows = [...counts]
		.sort(([a], [b]) => (a < b ? -1 : 1))
		.map(([key, count]) => `${String(count).padStart(5)}  ${key}`);
	return [...rows, `${String(lines.length).padStart(5)}  customers`].join('\n');
}
