import { ROOT, runsSourcesOf } from '../../../tools/sources';
import type { CommandLine } from '../../support/command-line';
import { runNode } from '../../support/command-line';

/** A process that can be killed and started again. */
export interface Killable {
	name: string;
	start(): Promise<void>;
	kill(): Promise<void>;
}

/**
 * One of our scripts in its own process, which prints `Ready` when it is ready.
 * @param root the checkout that the script is in
 */
export function processOf(
	name: string,
	script: string,
	args: string[],
	env: NodeJS.ProcessEnv = {},
	root = ROOT,
): Killable {
	let running: CommandLine | undefined;
	return {
		name,
		async start() {
			running = runNode([...runsSourcesOf(root), script, ...args], { env });
			await running.says(/Ready/);
		},
		async kill() {
			await running?.kill();
		},
	};
}
