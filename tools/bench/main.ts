import { benchCampaign } from './campaign';
import { benchRules } from './rules';
import { benchSend } from './send';
import { benchWebhooks } from './webhooks';

/** `npm run bench -- <name>`: each benchmark prints figures that were measured side by side in one run. */
const benches: Readonly<Record<string, (args: string[]) => Promise<void>>> = {
	campaign: benchCampaign,
	rules: benchRules,
	send: benchSend,
	webhooks: benchWebhooks,
};

async function main([name = '', ...args]: string[]): Promise<void> {
	const bench = benches[name];
	if (!bench)
		throw new Error(`Unknown benchmark "${name}". Choose one of: ${Object.keys(benches).join(', ')}.`);
	await bench(args);
}

main(process.argv.slice(2)).catch((error: unknown) => {
	process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
	process.exitCode = 1;
});
