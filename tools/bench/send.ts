import { axiosAlone, clientAlone, sendAutoEmbedded, sendAutoPostgres } from './send/contestants';
import type { Form, SendContestant } from './send/contestants';
import type { Asked } from './send/count-statements';
import { askedBy, countStatements } from './send/count-statements';
import { medianOf } from './measure';
import { printed, spawnSource, stopProcess } from './webhooks/source-process';

const MESSAGES = 300;
const ROUNDS = 7;

const HEAD = [
	'| | | statements | round trips | transactions | processor ms | beside axios alone | ms from call to answer |',
	'| --- | --- | --- | --- | --- | --- | --- | --- |',
];

interface Round {
	/** Of this process for each message. ms */
	processorTime: number;
	/** For each message. ms */
	took: number;
	asked: Asked;
}

async function runRound({ send }: SendContestant, form: Form): Promise<Round> {
	const [before, since] = [process.cpuUsage(), performance.now()];
	const asked = await askedBy(() => send(form, MESSAGES));
	const { user, system } = process.cpuUsage(before);
	return {
		processorTime: (user + system) / 1_000 / MESSAGES,
		took: (performance.now() - since) / MESSAGES,
		asked,
	};
}

/** One form by all contestants, who take turns; the first round warms up. */
async function compare(form: Form, contestants: SendContestant[]): Promise<void> {
	const rounds = new Map(contestants.map((one) => [one, [] as Round[]]));
	for (let round = 0; round <= ROUNDS; round += 1) {
		for (const [contestant, done] of rounds) {
			const result = await runRound(contestant, form);
			if (round > 0) done.push(result);
		}
	}
	const times = contestants.map((one) =>
		medianOf(rounds.get(one)!.map(({ processorTime }) => processorTime)),
	);
	for (const [index, contestant] of contestants.entries()) {
		const done = rounds.get(contestant)!;
		const each = (what: keyof Asked) => (done.at(-1)!.asked[what] / MESSAGES).toFixed(1);
		const cells = [
			contestant.name,
			form,
			each('statements'),
			each('roundTrips'),
			each('transactions'),
			times[index]!.toFixed(2),
			(times[index]! / times[0]!).toFixed(2),
			medianOf(done.map(({ took }) => took)).toFixed(2),
		];
		process.stdout.write(`| ${cells.join(' | ')} |\n`);
	}
}

/**
 * A message by Send Auto, embedded and on Postgres, beside the bare HTTP call to the same gateway, which is a process
 * of its own. Messages go out one after the other, so that what is counted belongs to one.
 */
export async function benchSend(): Promise<void> {
	countStatements();
	const child = spawnSource('tools/bench/send/gateway-process.ts', []);
	const [, url] = await printed(child, /Gateway (\S+)\n/);
	const contestants = [
		axiosAlone('axios alone', url!, true),
		axiosAlone('axios alone, a connection for each message', url!, false),
		clientAlone(url!),
		await sendAutoEmbedded(url!),
		await sendAutoPostgres(url!),
	];
	try {
		process.stdout.write(`${HEAD.join('\n')}\n`);
		for (const form of ['freeform', 'template'] as const) await compare(form, contestants);
	} finally {
		for (const { close } of contestants) await close();
		await stopProcess(child);
	}
}
