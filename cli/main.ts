#!/usr/bin/env node
import { runSandbox } from './sandbox';

const USAGE = `business-messaging <command>

  sandbox   an emulator of the gateway, to try things out without sending anything
            [--port N] [--policy strict|platform]
`;

const commands: Readonly<Record<string, (args: string[]) => Promise<void>>> = { sandbox: runSandbox };

async function main([name = '', ...args]: string[]): Promise<void> {
	const command = commands[name];
	if (!command) {
		process.stderr.write(
			name === '' || name === '--help' ? USAGE : `There is no command "${name}".\n\n${USAGE}`,
		);
		process.exitCode = name === '--help' ? 0 : 2;
		return;
	}
	await command(args);
}

main(process.argv.slice(2)).catch((error: unknown) => {
	process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
	process.exitCode = 1;
});
