import { benchRules } from './rules';

/** `npm run bench -- <name>`: each prints figures measured side by side, in one run. */
const benches: Readonly<Record<string, () => Promise<void>>> = { rules: benchRules };

async function main([name = '']: string[]): Promise<void> {
	const bench = benches[name];
	if (!bench) throw new Error(`Name one of: ${Object.keys(benches).join(', ')}.`);
	await bench();
}

main(process.argv.slice(2)).catch((error: unknown) => {
	process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
	process.exitCode = 1;
});
