import { recordReliability } from '../../../tools/docs/record-reliability';
import { inPostgres, inSqlite } from '../../support/stores';
import { runBill } from './run-bill';

const print = (text: string) => void process.stdout.write(`${text}\n`);

/** How many problems are shown. */
const SHOWN = 20;
/** With fewer, not everything happens. */
const LEAST = 800;

/**
 * Compares the bill of so many messages with what is counted, and one message more, which has to be found.
 * @param server a Postgres server instead of SQLite
 */
export async function mainBill(messages: number, seed: number, server?: string): Promise<void> {
	if (!Number.isInteger(messages) || messages < LEAST)
		throw new Error(`--messages must be a whole number from ${LEAST} on.`);
	const place = server === undefined ? inSqlite() : inPostgres(server);
	try {
		const result = await runBill({ seed, messages, place, onAccount: print });
		const { accounts, billed, events, lines, problems } = result;
		for (const problem of problems.slice(0, SHOWN)) print(`  - ${problem}`);
		const found = await result.withOneTooMany();
		if (found.length !== 1)
			problems.push(`One message too many is found in ${found.length} lines instead of 1.`);
		print(
			`${accounts} accounts, ${events} events, ${billed} messages billed in ${lines} lines, ${problems.length} problems`,
		);
		recordReliability({
			id: `bill-${server === undefined ? 'sqlite' : 'postgres'}`,
			group: 'simulation',
			promise: `What was counted of messages agrees with the gateway's bill, line by line and to the millionth, whatever became of their statuses, and a single message too many is found, on ${server === undefined ? 'SQLite' : 'Postgres'}.`,
			suite: 'test/simulation/bill/',
			command: `npm run test:simulation -- --messages ${messages}${server === undefined ? '' : ' --postgres <url>'}`,
			rounds: lines,
			of: 'lines of bills',
			tried: `${messages} messages, ${events} events`,
			lost: problems.length,
			twice: 0,
			figures: { accounts, 'messages billed': billed, 'lines that differ': problems.length },
		});
		if (problems.length > 0) process.exitCode = 1;
	} finally {
		await place.remove();
	}
}
