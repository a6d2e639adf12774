import type { CampaignContestant, CampaignLoad, CampaignRun } from './campaign/contestant';
import { mostInASecond } from './campaign/contestant';
import { startGateway } from './campaign/gateway';
import { n8nHttpRequest } from './campaign/n8n-http-request';
import { scrapedSenders, senders } from './campaign/sender';

/** Near the machine's limit, other load matters, so several rounds run in turns and their median counts. */
const LOADS: ReadonlyArray<CampaignLoad & { rounds: number }> = [
	{ rate: 80, recipients: 1_600, rounds: 1 },
	{ rate: 250, recipients: 5_000, rounds: 1 },
	{ rate: 500, recipients: 10_000, rounds: 1 },
	{ rate: 1_000, recipients: 10_000, rounds: 5 },
];

/** What reading the metrics costs is little, so that rounds in turns are compared. */
const SCRAPED_ROUNDS = 5;

const HEAD = [
	'| | rate | recipients | sent per second | share | most in any second, granted | most in any second, at the gateway | refused | reached | twice | processor ms per message |',
	'| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |',
];

const whole = (value: number | undefined) =>
	value === undefined ? '–' : Math.round(value).toLocaleString('en-US');

interface Round extends CampaignRun {
	/** Messages a second. */
	rate: number;
	/** The most that the gateway accepted in any second. */
	most: number;
	reached: number;
	twice: number;
}

async function runOne({ run }: CampaignContestant, load: CampaignLoad): Promise<Round> {
	const gateway = await startGateway(load.rate);
	try {
		const result = await run(gateway, load);
		const accepted = await gateway.accepted();
		const times = accepted.map(({ at }) => at);
		const reached = new Set(accepted.map(({ to }) => to)).size;
		const rate = (times.length - 1) / ((times.at(-1)! - times[0]!) / 1_000);
		return { ...result, rate, most: mostInASecond(times, 1_000), reached, twice: accepted.length - reached };
	} finally {
		await gateway.stop();
	}
}

/** The median round by rate, with the spread. The refused messages are those of each round, slowest round first. */
function line(name: string, load: CampaignLoad, rounds: Round[]): string {
	const ordered = [...rounds].sort((a, b) => a.rate - b.rate);
	const { rate, granted, most, reached, twice, processorTime } = ordered[Math.floor(ordered.length / 2)]!;
	const share = (value: number) => ((100 * value) / load.rate).toFixed(1);
	const spread = ordered.length > 1 ? ` (${share(ordered[0]!.rate)} to ${share(ordered.at(-1)!.rate)})` : '';
	const cells = [
		name,
		`${whole(load.rate)}/s`,
		whole(load.recipients),
		whole(rate),
		`${share(rate)}%${spread}`,
		whole(granted),
		whole(most),
		ordered.map(({ refused }) => whole(refused)).join(', '),
		whole(reached),
		whole(twice),
		processorTime?.toFixed(2) ?? '–',
	];
	return `| ${cells.join(' | ')} |`;
}

/**
 * Sends the same lists to the same gateway, which accepts a limited number of messages per second, with campaigns and
 * with n8n's HTTP Request node. The gateway runs in its own process.
 *
 * @param names parts of the names of the contestants to run, or rates; all if empty; `metrics` compares campaigns whose
 * metrics are read meanwhile with others
 */
export async function benchCampaign(names: string[]): Promise<void> {
	const rates = names.map(Number).filter((rate) => rate > 0);
	const isScraped = names.includes('metrics');
	const parts = names.filter((name) => Number.isNaN(Number(name)) && name !== 'metrics');
	process.stdout.write(`${HEAD.join('\n')}\n`);
	for (const load of LOADS.filter(({ rate }) => rates.length === 0 || rates.includes(rate))) {
		const all = isScraped ? [...senders, ...scrapedSenders] : [...senders, n8nHttpRequest];
		const chosen = all.filter(({ name }) => parts.length === 0 || parts.some((part) => name.includes(part)));
		const rounds = new Map(chosen.map((contestant) => [contestant, [] as Round[]]));
		const count = isScraped ? SCRAPED_ROUNDS : load.rounds;
		for (let round = 0; round < count; round += 1) {
			for (const [contestant, done] of rounds) {
				if (round === 0 || contestant !== n8nHttpRequest) done.push(await runOne(contestant, load));
			}
		}
		for (const [{ name }, done] of rounds) process.stdout.write(`${line(name, load, done)}\n`);
	}
}
