import { execFile } from 'node:child_process';
import type { Installation } from './installation';

/**
 * Runs one of n8n's own commands, such as `['import:credentials', '--input=…']`.
 * @returns its output
 * @throws if it fails, with the last lines of its output
 */
export function runCli(
	{ node, command }: Installation,
	args: string[],
	env: NodeJS.ProcessEnv,
): Promise<string> {
	return new Promise((resolve, reject) => {
		execFile(node, [command, ...args], { env, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
			if (!error) return resolve(stdout);
			const last = `${stdout}\n${stderr}`.trimEnd().split('\n').slice(-20).join('\n');
			reject(new Error(`"n8n ${args.join(' ')}" failed (${error.code ?? error.signal}):\n${last}`));
		});
	});
}
