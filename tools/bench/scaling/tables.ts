import type { checkModel } from './check';
import type { Costs } from './costs';
import { COSTS } from './costs';
import type { Part, Result, Setup } from './simulate';
import { STATUSES } from './simulate';

export interface Step {
	setup: Setup;
	result: Result;
}

const whole = (value: number) => Math.round(value).toLocaleString('en-US');
const percent = (value: number) => `${(100 * value).toFixed(0)}%`;

function table(head: string[], rows: string[][]): string {
	const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
	return `${lines.join('\n')}\n`;
}

export const costTable = () =>
	table(
		['what', 'costs', 'known', 'from'],
		Object.values(COSTS).map(({ what, value, known, from }) => [
			what,
			value.toLocaleString('en-US'),
			known,
			from,
		]),
	);

export const checkTable = (rows: ReturnType<typeof checkModel>) =>
	table(
		['deliveries', 'connections', 'answered per second, measured', 'model', 'p99 ms, measured', 'model'],
		rows.map(({ measured: { rate, connections, answered, p99 }, model }) => [
			rate === undefined ? 'maximum' : `${whole(rate)}/s`,
			whole(connections),
			whole(answered),
			whole(model.perSecond),
			whole(p99),
			whole(model.p99),
		]),
	);

const nth = (index: number) => String(index + 1);

export const setupTable = (steps: Step[]) =>
	table(
		[
			'',
			'numbers',
			'rate of each',
			'stores',
			'Postgres servers',
			'workers',
			'receivers',
			'n8n main',
			'n8n workers',
			'Executions at a Time',
		],
		steps.map(({ setup }, index) => [
			nth(index),
			whole(setup.numbers),
			`${whole(setup.rate)}/s`,
			whole(setup.databases),
			`${setup.servers} × ${setup.cores} cores`,
			...[setup.workers, setup.receivers, setup.mains, setup.executors, setup.atATime].map(whole),
		]),
	);

const NAMES: Readonly<Record<Part, string>> = {
	postgres: 'Postgres',
	workers: 'workers',
	receivers: 'receivers',
	mains: 'n8n main',
	executors: 'n8n workers',
	counter: 'counter of the inbox',
};

/** What keeps growing has no p99. */
const p99 = ({ share, p99: ms }: Result['sent']) => (share < 0.97 ? 'grows' : whole(ms));

/** What the stores grow by, and keep for 8 days (events) or 90 (messages). GB per hour */
function growth({ numbers, rate, replies }: Setup, { bytesOfMessage, bytesOfEvent }: Costs): string {
	const messages = numbers * rate * (1 + replies);
	const events = messages * STATUSES + numbers * rate * replies;
	return ((3_600 * (messages * bytesOfMessage + events * bytesOfEvent)) / 1e9).toFixed(1);
}

export const resultTable = (steps: Step[], costs: Costs) =>
	table(
		[
			'',
			'sent, of the rate',
			'after their slots, p99 ms',
			'answered with 200, p99 ms',
			'replies handled, p99 ms',
			'busy: Postgres',
			'transactions full',
			'workers',
			'receivers',
			'n8n main',
			'n8n workers',
			'limit or first limit',
			'GB per hour',
		],
		steps.map(({ setup, result: { sent, answered, handled, utilization: busy, limits } }, index) => [
			nth(index),
			percent(sent.share),
			p99(sent),
			p99(answered),
			p99(handled),
			...[busy.postgres, busy.counter, busy.workers, busy.receivers, busy.mains].map(percent),
			setup.executors > 0 ? percent(busy.executors) : '–',
			limits.map((part) => NAMES[part]).join(', '),
			growth(setup, costs),
		]),
	);
