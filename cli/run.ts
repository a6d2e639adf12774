import { buildName, errorText } from '../base';
import { commands } from './commands';
import { NotConfirmed } from './confirm';
import { print, printError } from './print';
import { FlagMistakes, readArguments, shown } from './read-arguments';
import { listOfCommands, usageOf } from './usage';

/** What Postgres says if a user may not do it, or only read. */
const MAY_NOT: ReadonlySet<unknown> = new Set(['42501', '25006']);

/** What an error says, and what to do about a store that refuses to be written to. */
const complaintOf = (error: unknown): string =>
	MAY_NOT.has((Object(error) as { code?: unknown }).code)
		? `The store refused this: ${errorText(error)}. Run the command as a user that may write to the store, such as the one that n8n uses.`
		: errorText(error);

/** The exit code for a wrong command line. */
const WRONG_USAGE = 2;

async function carryOut([name = '', ...args]: readonly string[]): Promise<void> {
	if (name === '--version') return print(`${buildName()}\n`);
	const command = commands.find((each) => each.name === name);
	if (!command) {
		const isHelp = name === '--help';
		const complaint = isHelp || name === '' ? '' : `Unknown command: ${shown(name)}\n\n`;
		(isHelp ? print : printError)(complaint + listOfCommands(commands));
		process.exitCode = isHelp ? 0 : WRONG_USAGE;
		return;
	}
	if (args.includes('--help')) return print(usageOf(command, args[0]));
	const { chosen, call } = readArguments(command, args);
	await chosen.run(call);
}

/**
 * Carries out a command line, and prints what is wrong with it. A service runs on after that, until it is asked to stop.
 * @param words what stands behind `business-messaging`
 */
export async function run(words: readonly string[]): Promise<void> {
	try {
		await carryOut(words);
	} catch (error) {
		const isUsage = error instanceof FlagMistakes;
		const hint =
			isUsage && !(error instanceof NotConfirmed)
				? `\n\nRun business-messaging ${words[0]} --help to see the flags.`
				: '';
		printError(`${complaintOf(error)}${hint}\n`);
		process.exitCode = isUsage ? WRONG_USAGE : 1;
	}
}
