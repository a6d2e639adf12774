// npm run lint
//
// Runs all linters, two at a time, and prints what each of them says when it is done.
import { spawn } from 'node:child_process';

const queue = [['eslint', '.'], ['prettier', '--check', '.'], ['depcruise', '.'], ['knip']];

/** @returns whether it found nothing */
async function run([command, ...args]) {
	const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
	const said = [];
	for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => said.push(chunk));
	const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
	console.log(`${[command, ...args].join(' ')}: ${code === 0 ? 'passed' : `failed with ${code}`}`);
	process.stdout.write(Buffer.concat(said));
	return code === 0;
}

async function runNext() {
	let passed = true;
	for (let next = queue.shift(); next; next = queue.shift()) passed = (await run(next)) && passed;
	return passed;
}

const results = await Promise.all([runNext(), runNext()]);
process.exitCode = results.every(Boolean) ? 0 : 1;
