import type { Contestant } from './webhooks/contestant';
import { atRate } from './webhooks/contestant';
import { n8nTrigger } from './webhooks/contestants/n8n-trigger';
import { n8nWebhookNode } from './webhooks/contestants/n8n-webhook-node';
import {
	inboxTriggerOnPostgres,
	inboxTriggerOnSqlite,
	receiverInN8n,
} from './webhooks/contestants/inbox-trigger';
import { plainListener } from './webhooks/contestants/plain-listener';
import { receiverOnPostgres } from './webhooks/contestants/receiver-on-postgres';
import { receiverOnSqlite } from './webhooks/contestants/receiver-on-sqlite';
import { benchIngest } from './webhooks/ingest';
import type { Row } from './webhooks/run-contestant';
import { runContestant } from './webhooks/run-contestant';

const contestants: readonly Contestant[] = [
	n8nWebhookNode,
	n8nTrigger,
	plainListener,
	receiverOnSqlite,
	receiverOnPostgres,
	inboxTriggerOnSqlite,
	inboxTriggerOnPostgres,
	receiverInN8n,
];

const whole = (value: number | undefined) =>
	value === undefined ? '–' : Math.round(value).toLocaleString('en-US');
const toTenth = (value: number) => value.toFixed(1);
const toHundredth = (value: number | undefined) => (value === undefined ? '–' : value.toFixed(2));

const HEAD = [
	'| | requested | answered per second | in executions per second | p50 ms | p99 ms | refused | lost | twice | bytes per event | receiver, processor ms per delivery | Postgres |',
	'| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |',
];

function line(row: Row): string {
	const { contestant, rate, answered, inExecutions, p50, p99, refused, lost, twice, growth } = row;
	const { receiverTime, databaseTime } = row;
	const cells = [
		contestant,
		rate === undefined ? 'maximum' : `${whole(rate)}/s`,
		whole(answered),
		whole(inExecutions),
		toTenth(p50),
		toTenth(p99),
		whole(refused),
		whole(lost),
		whole(twice),
		whole(growth),
		toHundredth(receiverTime),
		toHundredth(databaseTime),
	];
	return `| ${cells.join(' | ')} |`;
}

/**
 * Sends the same deliveries to each way of receiving them: three statuses for each message, and one repeat in fifty
 * deliveries. The load comes from a separate process.
 *
 * @param names parts of the names of the contestants to run, or `ingest` for the store alone; all if empty. Numbers are
 * rates, which replace the usual loads.
 */
export async function benchWebhooks(names: string[]): Promise<void> {
	const rates = names.map(Number).filter((rate) => rate > 0);
	const parts = names.filter((name) => Number.isNaN(Number(name)));
	const takesPart = (name: string) => parts.length === 0 || parts.some((part) => name.includes(part));
	const chosen = contestants.filter(({ name }) => takesPart(name));
	if (chosen.length > 0) process.stdout.write(`${HEAD.join('\n')}\n`);
	for (const contestant of chosen) {
		const loads = rates.length > 0 ? rates.map((rate) => atRate(rate, 60)) : contestant.loads;
		for (const row of await runContestant({ ...contestant, loads })) process.stdout.write(`${line(row)}\n`);
	}
	if (takesPart('ingest')) await benchIngest();
}
