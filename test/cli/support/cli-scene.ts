import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Sandbox } from '../../../sandbox';
import { startSandbox } from '../../../sandbox';
import type { CommandLine } from '../../support/command-line';
import { runCommandLine } from '../../support/command-line';
import type { Result } from './run-here';
import { runHere } from './run-here';

export interface CliScene {
	/** A temporary folder. */
	folder: string;
	sandbox: Sandbox;
	/** A SQLite store in that folder. */
	storeUrl: string;
	/** Starts `business-messaging` in a process, which runs at most until the end of the test. */
	start(args: string[], env?: NodeJS.ProcessEnv): CommandLine;
	/** Runs a command that ends by itself. */
	run(args: string[], env?: NodeJS.ProcessEnv): Promise<Result>;
}

/** A temporary folder, a sandbox, and the commands that a test runs, fresh for each test of the file. */
export function cliScene(): CliScene {
	const scene = {} as CliScene;
	let running: CommandLine[] = [];
	beforeEach(async () => {
		scene.folder = mkdtempSync(join(tmpdir(), 'business-messaging-cli-'));
		scene.storeUrl = `sqlite:${join(scene.folder, 'store.db')}`;
		scene.sandbox = await startSandbox();
		scene.run = runHere;
		scene.start = (args, env = {}) => {
			const command = runCommandLine(args, { env });
			running.push(command);
			return command;
		};
	});
	afterEach(async () => {
		for (const command of running) await command.kill();
		running = [];
		await scene.sandbox.close();
		rmSync(scene.folder, { recursive: true, force: true });
	});
	return scene;
}

/** What a process printed, and how it ended. */
export async function resultOf({ ended, printed }: CommandLine): Promise<Result> {
	const code = await ended;
	return { code, ...printed };
}
