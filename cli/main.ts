#!/usr/bin/env node
import { errorText } from '../base';
import { commands } from './commands';
import { NotConfirmed } from './confirm';
import { hideSqliteWarning, letStreamsFail, print, printError } from './print';
import { FlagMistakes, readArguments, shown } from './read-arguments';
import { listOfCommands, usageOf } from './usage';

/** The exit code for a wrong command line. */
const WRONG_USAGE = 2;

async function main([name = '', ...args]: string[]): Promise<void> {
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

hideSqliteWarning();
letStreamsFail();
main(process.argv.slice(2)).catch((error: unknown) => {
	const hint =
		error instanceof FlagMistakes && !(error instanceof NotConfirmed)
			? `\n\nRun business-messaging ${process.argv[2]} --help to see the flags.`
			: '';
	printError(`${errorText(error)}${hint}\n`);
	process.exitCode = error instanceof FlagMistakes ? WRONG_USAGE : 1;
});
