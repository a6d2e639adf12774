import { endOnSignal } from '../end-on-signal';
import { benchAnswer } from './answer';
import { benchBacklog } from './backlog';
import { benchCampaign } from './campaign';
import { benchConsole } from './console';
import { benchDecisions } from './decisions';
import { benchDue } from './due';
import { benchMetrics } from './metrics';
import { benchNumbers } from './numbers';
import { benchRules } from './rules';
import { benchScaling } from './scaling';
import { benchSend } from './send';
import { benchStartUp } from './start-up';
import { benchWebhooks } from './webhooks';

/** `npm run bench -- <name>`: each benchmark prints figures that were measured side by side in one run. */
const benches: Readonly<Record<string, (args: string[]) => Promise<void>>> = {
	answer: benchAnswer,
	backlog: benchBacklog,
	campaign: benchCampaign,
	console: benchConsole,
	decisions: benchDecisions,
	due: benchDue,
	metrics: benchMetrics,
	numbers: benchNumbers,
	rules: benchRules,
	scaling: benchScaling,
	send: benchSend,
	'start-up': benchStartUp,
	webhooks: benchWebhooks,
};

async function main([name = '', ...args]: string[]): Promise<void> {
	const bench = benches[name];
	if (!bench)
		throw new Error(`Unknown benchmark "${name}". Choose one of: ${Object.keys(benches).join(', ')}.`);
	await bench(args);
}

endOnSignal();
main(process.argv.slice(2)).catch((error: unknown) => {
	process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
	process.exitCode = 1;
});
