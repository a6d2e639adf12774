// npm run check [-- --since <commit>]
//
// Checks what changed since the branch left main, in 30 s: lint of the changed files, types, and the tests that the
// change touches, those that import a changed file first. It says what it left to npm test. dist/, which some tests need,
// is built beside lint and types.
import { spawn } from 'node:child_process';
import { relative } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuild } from '../setup/build.mjs';
import { root } from '../setup/paths.mjs';
import { changedFiles, inOrder } from './changed.cjs';

const MOST_MS = 30_000;
const TSC = 'node_modules/typescript-7/bin/tsc';
const TYPES = 'node_modules/.cache/business-messaging/types.tsbuildinfo';

const { since } = parseArgs({ options: { since: { type: 'string', default: 'main' } } }).values;
const ends = Date.now() + MOST_MS;
const say = (line) => process.stdout.write(`${line}\n`);

/** Runs a tool, at most until the time is over. @returns its output, and its exit code if it ended by itself */
function run(tool, args) {
	return new Promise((resolve, reject) => {
		const child = spawn(tool, args, { cwd: root, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
		let output = '';
		for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
		let isStopped = false;
		function stop() {
			isStopped = true;
			try {
				process.kill(-child.pid, 'SIGKILL');
			} catch {
				// It has just ended.
			}
		}
		const timer = setTimeout(stop, Math.max(ends - Date.now(), 0));
		process.once('exit', stop);
		child.once('error', reject);
		child.once('close', (code) => {
			clearTimeout(timer);
			process.off('exit', stop);
			resolve({ output, code: isStopped ? undefined : code });
		});
	});
}

/** Says how a check ended. @returns whether it found nothing */
async function check(name, tool, args) {
	const { output, code } = await run(tool, args);
	if (code === 0) say(`${name}: nothing to mend`);
	else if (code === undefined)
		say(`${name}: didn't end within ${MOST_MS / 1_000} s. Run: npm run lint, npm run typecheck`);
	else say(`${output.trimEnd()}\n${name}: failed`);
	return code === 0 || code === undefined;
}

/** Runs tests, and adds those that passed or failed to `ended`. */
async function test(files, ended) {
	if (files.length === 0 || Date.now() >= ends) return true;
	const { output, code } = await run('jest', [
		'--selectProjects=library',
		'--testSequencer=./tools/check/short-files-first.cjs',
		'--runTestsByPath',
		...files,
	]);
	for (const [, result, file] of output.matchAll(/^(PASS|FAIL) library (\S+)/gm)) ended.set(file, result);
	const failed = [...ended.values()].includes('FAIL') || (code !== undefined && code !== 0);
	if (failed) say(output.trimEnd());
	return !failed;
}

/** Builds dist/ if it is out of date. @returns whether it is built now */
async function buildDist() {
	try {
		await ensureBuild({ declarations: false });
		return true;
	} catch (error) {
		say(error.message);
		return false;
	}
}

async function tests(changed) {
	const related = ['--selectProjects', 'library', '--listTests', '--findRelatedTests', ...changed];
	const [{ output: listed, code }, built] = await Promise.all([run('jest', related), buildDist()]);
	if (!built) return false;
	if (code !== 0) {
		say(code === undefined ? 'Tests: all are left to npm test' : `${listed.trimEnd()}\nTests: failed`);
		return code === undefined;
	}
	const touched = listed
		.split('\n')
		.filter((line) => line.endsWith('.test.ts'))
		.map((file) => relative(root, file));
	const { direct, others } = inOrder(root, touched, changed);
	const ended = new Map();
	const passed = (await test(direct, ended)) && (await test(others, ended));
	const left = touched.length - ended.size;
	say(
		`Tests: ${ended.size} of ${touched.length} files that the change touches ran${left > 0 ? `. ${left} are left to npm test` : ''}`,
	);
	return passed;
}

const changed = changedFiles(root, since);
if (changed.length === 0) say(`Nothing changed since ${since}.`);
else {
	const code = changed.filter((file) => /\.(ts|tsx|mts|cts|mjs|cjs|js)$/.test(file));
	const checks = [
		code.length === 0 || check('ESLint', 'eslint', ['--no-warn-ignored', ...code]),
		check('Prettier', 'prettier', ['--check', '--ignore-unknown', ...changed]),
		check('Types', 'node', [TSC, '--noEmit', '--incremental', '--tsBuildInfoFile', TYPES]),
		tests(changed),
	];
	process.exitCode = (await Promise.all(checks)).every(Boolean) ? 0 : 1;
}
