#!/usr/bin/env node
import { errorText } from '../base';
import { campaignCommand } from './campaign';
import type { Command } from './command';
import { consoleCommand } from './console';
import { FlagMistakes, shown } from './flags';
import { hideSqliteWarning, letStreamsFail, print, printError } from './print';
import { policyCommand } from './policy';
import { pricesCommand } from './prices';
import { receiveCommand } from './receive';
import { sandboxCommand } from './sandbox';
import { spendingCommand } from './spending';
import { storeCommand } from './store';
import { whyCommand } from './why';

const USAGE = `business-messaging <command>

  sandbox   Run an emulator of the gateway to try things out without sending real messages
  receive   Receive the gateway's webhook deliveries and save them to the store
  campaign  Show the progress of campaigns
  console   Serve a page over a store: what happened on a day, customers, campaigns
  policy    Say what another policy would have decided
  prices    Set or show what messages cost
  spending  Say what the messages of a time cost
  store     Check a store, back it up, or restore a backup
  why       Explain what a customer got, and didn't get

Run business-messaging <command> --help to see a command's flags.
`;

const commands: Readonly<Record<string, Command>> = {
	sandbox: sandboxCommand,
	receive: receiveCommand,
	campaign: campaignCommand,
	console: consoleCommand,
	policy: policyCommand,
	prices: pricesCommand,
	spending: spendingCommand,
	store: storeCommand,
	why: whyCommand,
};

/** The exit code for a wrong command line. */
const WRONG_USAGE = 2;

async function main([name = '', ...args]: string[]): Promise<void> {
	const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
	if (!command) {
		const isHelp = name === '--help';
		const complaint = isHelp || name === '' ? '' : `Unknown command: ${shown(name)}\n\n`;
		(isHelp ? print : printError)(complaint + USAGE);
		process.exitCode = isHelp ? 0 : WRONG_USAGE;
		return;
	}
	if (args.includes('--help')) return print(command.usage);
	await command.run(args);
}

hideSqliteWarning();
letStreamsFail();
main(process.argv.slice(2)).catch((error: unknown) => {
	const hint =
		error instanceof FlagMistakes
			? `\n\nRun business-messaging ${process.argv[2]} --help to see the flags.`
			: '';
	printError(`${errorText(error)}${hint}\n`);
	process.exitCode = error instanceof FlagMistakes ? WRONG_USAGE : 1;
});
