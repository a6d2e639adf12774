import type { CampaignContestant, CampaignLoad } from './campaign/contestant';
import { mostInASecond } from './campaign/contestant';
import { startGateway } from './campaign/gateway';
import { n8nHttpRequest } from './campaign/n8n-http-request';
import { senders } from './campaign/sender';

const LOADS: readonly CampaignLoad[] = [
	{ rate: 80, recipients: 1_600 },
	{ rate: 500, recipients: 10_000 },
	{ rate: 1_000, recipients: 10_000 },
];

const HEAD = [
	'| | rate | recipients | sent a second | share | most a second, granted | as the gateway saw it | refused | reached | twice | processor ms a message |',
	'| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |',
];

const whole = (value: number | undefined) =>
	value === undefined ? '–' : Math.round(value).toLocaleString('en-US');

async function runOne({ name, run }: CampaignContestant, load: CampaignLoad): Promise<string> {
	const gateway = await startGateway(load.rate);
	try {
		const { refused, granted, processorTime } = await run(gateway, load);
		const accepted = await gateway.accepted();
		const times = accepted.map(({ at }) => at);
		const reached = new Set(accepted.map(({ to }) => to)).size;
		const rate = (times.length - 1) / ((times.at(-1)! - times[0]!) / 1_000);
		const cells = [
			...[name, `${whole(load.rate)}/s`, whole(load.recipients), whole(rate)],
			`${((100 * rate) / load.rate).toFixed(1)} %`,
			...[whole(granted), whole(mostInASecond(times, 1_000)), whole(refused), whole(reached)],
			...[whole(accepted.length - reached), processorTime?.toFixed(2) ?? '–'],
		];
		return `| ${cells.join(' | ')} |`;
	} finally {
		await gateway.stop();
	}
}

/**
 * The same lists to the same gateway, which takes only so many messages a second, by campaigns and by n8n's HTTP
 * Request node. The gateway is a process of its own.
 *
 * @param names parts of the names of the contestants that take part, or rates; all where none is given
 */
export async function benchCampaign(names: string[]): Promise<void> {
	const rates = names.map(Number).filter((rate) => rate > 0);
	const parts = names.filter((name) => Number.isNaN(Number(name)));
	process.stdout.write(`${HEAD.join('\n')}\n`);
	for (const load of LOADS.filter(({ rate }) => rates.length === 0 || rates.includes(rate))) {
		for (const contestant of [...senders, n8nHttpRequest]) {
			if (parts.length > 0 && !parts.some((part) => contestant.name.includes(part))) continue;
			process.stdout.write(`${await runOne(contestant, load)}\n`);
		}
	}
}
