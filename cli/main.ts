#!/usr/bin/env node
import { errorText } from '../base';
import { campaignCommand } from './campaign';
import type { Command } from './command';
import { FlagMistakes } from './flags';
import { letStreamsFail, print, printError } from './print';
import { receiveCommand } from './receive';
import { sandboxCommand } from './sandbox';

const USAGE = `business-messaging <command>

  sandbox   an emulator of the gateway, to try things out without sending anything
  receive   takes the gateway's webhook deliveries into the store
  campaign  says where campaigns stand

business-messaging <command> --help names the flags of a command.
`;

const commands: Readonly<Record<string, Command>> = {
	sandbox: sandboxCommand,
	receive: receiveCommand,
	campaign: campaignCommand,
};

/** Nothing was done: the command line is wrong. */
const WRONG_USAGE = 2;

async function main([name = '', ...args]: string[]): Promise<void> {
	const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
	if (!command) {
		const isHelp = name === '--help';
		const complaint = isHelp || name === '' ? '' : `There is no command "${name}".\n\n`;
		(isHelp ? print : printError)(complaint + USAGE);
		process.exitCode = isHelp ? 0 : WRONG_USAGE;
		return;
	}
	if (args.includes('--help')) return print(command.usage);
	await command.run(args);
}

letStreamsFail();
main(process.argv.slice(2)).catch((error: unknown) => {
	const hint =
		error instanceof FlagMistakes ? `\n\nbusiness-messaging ${process.argv[2]} --help names the flags.` : '';
	printError(`${errorText(error)}${hint}\n`);
	process.exitCode = error instanceof FlagMistakes ? WRONG_USAGE : 1;
});
