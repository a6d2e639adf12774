// node tools/choose-n8n.mjs oldest|pinned|newest
//
// Prints a version of n8n as a line of an environment: the oldest one that package.json promises, the one that
// tools/n8n/ pins (empty), or the newest 2.x that the npm registry has.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './setup/paths.mjs';

function oldest() {
	const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
	return engines.n8n.replace('>=', '');
}

/** The registry lists versions in the order in which they were published, so a fix of an older line can be the last. */
function newest() {
	const listed = JSON.parse(
		execFileSync('npm', ['view', 'n8n@2', 'version', '--json'], { encoding: 'utf8' }),
	);
	return [listed]
		.flat()
		.sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
		.at(-1);
}

const choices = { oldest, pinned: () => '', newest };
const [choice = ''] = process.argv.slice(2);

if (Object.hasOwn(choices, choice)) console.log(`BUSINESS_MESSAGING_N8N=${choices[choice]()}`);
else {
	console.error(`Choose oldest, pinned, or newest, not "${choice}".`);
	process.exitCode = 2;
}
