import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withLock } from './lock.mjs';
import { networkAdvice, npm } from './npm.mjs';
import { root } from './paths.mjs';
import { step } from './step.mjs';

const nodePackage = join(root, 'node_modules/node');

/** The version of the npm package "node", such as 24.21.0. */
export const nodeVersion = () => JSON.parse(readFileSync(join(nodePackage, 'package.json'), 'utf8')).version;

/** The folder with that Node's C++ headers, for node-gyp; undefined if the package has none. */
export function nodeHeaders() {
	const names = ['node', 'node-bin'].map((prefix) => `${prefix}-${process.platform}-${process.arch}`);
	return [join(nodePackage, 'node_modules'), join(root, 'node_modules')]
		.flatMap((folder) => names.map((name) => join(folder, name)))
		.find((folder) => existsSync(join(folder, 'include/node/node.h')));
}

function nodeRuns() {
	try {
		const version = execFileSync(join(root, 'node_modules/.bin/node'), ['-v'], {
			stdio: ['ignore', 'pipe', 'ignore'],
		});
		return version.toString().trim() === `v${nodeVersion()}`;
	} catch {
		return false;
	}
}

export async function ensureNode24() {
	if (nodeRuns()) return;
	await withLock(root, 'installing the npm packages', async () => {
		if (nodeRuns()) return;
		await step(`Installing Node ${nodeVersion()}`, () =>
			npm(['rebuild', 'node', '--ignore-scripts=false'], {
				cwd: root,
				advice: networkAdvice,
			}),
		);
		if (!nodeRuns()) {
			const platform = `${process.platform}-${process.arch}`;
			throw new Error(
				`The npm package "node" doesn't have a Node ${nodeVersion()} that runs on this machine (${platform}).`,
			);
		}
	});
}
