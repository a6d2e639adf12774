import { join } from 'node:path';
import { ROOT } from '../../tools/sources';
import { runCommandLine, runNode } from '../support/command-line';
import { resultOf } from './support/cli-scene';

/** Takes n8n-workflow away from a process, as where n8n isn't installed. */
const WITHOUT_N8N = `data:text/javascript,
	import Module from 'node:module';
	const load = Module._load;
	Module._load = (name, ...rest) => {
		if (name === 'n8n-workflow') throw new Error('n8n-workflow is not installed');
		return load(name, ...rest);
	};`.replaceAll(/\s+/g, ' ');

const without = (file: string, ...args: string[]) =>
	resultOf(runNode(['--import', WITHOUT_N8N, join(ROOT, 'dist', file), ...args]));

it('the command line runs where n8n isn’t installed', async () => {
	expect(await runCommandLine(['--help']).ended).toBe(0);
	const { code, stdout } = await without('cli/main.js', '--help');
	expect([code, stdout]).toEqual([0, expect.stringContaining('business-messaging <command>')]);
	const node = await without('nodes/BusinessMessaging/BusinessMessaging.node.js');
	expect([node.code, node.stderr]).toEqual([1, expect.stringContaining('n8n-workflow is not installed')]);
});
