// node tools/fuzz.mjs [--bodies N] [--seed S] [arguments of jest]
//
// Runs the fuzz suites with so many bodies each (20,000: some minutes), and the property tests of the library, from a
// seed that it prints: a new one each time. The same seed tries the same bodies again.
import { spawn } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

const { values, tokens } = parseArgs({
	options: { bodies: { type: 'string' }, seed: { type: 'string' } },
	strict: false,
	allowPositionals: true,
	tokens: true,
});
const { bodies = '20000', seed = String(Date.now() % 2 ** 31) } = values;

for (const [name, value] of Object.entries({ bodies, seed })) {
	if (/^\d{1,10}$/.test(value)) continue;
	console.error(`--${name} must be a whole number, not "${value}".`);
	process.exit(2);
}

const ours = new Set(
	tokens.flatMap((token) =>
		token.kind === 'option' && ['bodies', 'seed'].includes(token.name)
			? token.inlineValue
				? [token.index]
				: [token.index, token.index + 1]
			: [],
	),
);
const others = process.argv.slice(2).filter((_, index) => !ours.has(index));

console.log(
	`Seed ${seed}, ${bodies} bodies. To repeat it: npm run test:fuzz -- --seed ${seed} --bodies ${bodies}`,
);
const isWhole = others.length === 0;
const properties = globSync('test/**/*.test.ts').filter((file) =>
	/\/support\/(properties|arbitrary-rules)'/.test(readFileSync(file, 'utf8')),
);
const selected = isWhole
	? [
			'--selectProjects',
			'library',
			'fuzz',
			'--runInBand',
			'--runTestsByPath',
			...globSync('test/fuzz/*.test.ts'),
			...properties,
		]
	: ['--selectProjects', 'fuzz', '--runInBand', ...others];
const jest = spawn('jest', selected, {
	stdio: 'inherit',
	env: { ...process.env, FUZZ_BODIES: bodies, FUZZ_SEED: seed },
});
jest.once('exit', (code) => {
	if (code === 0 && isWhole) recordResult();
	process.exit(code ?? 1);
});

/** For docs/reliability.md; the shape is in tools/docs/reliability-result.ts. */
function recordResult() {
	const result = {
		id: 'fuzz',
		group: 'fuzz',
		promise:
			'No body, HTTP request, policy, template, or answer of the gateway crashes anything, hangs it, or makes memory grow, and every signed delivery is answered with 200 and readable afterward as it came.',
		suite: 'test/fuzz/',
		command: `npm run test:fuzz -- --bodies ${bodies}`,
		rounds: Number(bodies),
		of: 'bodies in each suite',
		tried: 'bodies on both databases, HTTP, documents',
		lost: 0,
		twice: 0,
		figures: {},
	};
	mkdirSync('artifacts/reliability', { recursive: true });
	writeFileSync('artifacts/reliability/fuzz.json', `${JSON.stringify(result, null, '\t')}\n`);
}
