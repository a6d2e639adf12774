import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withLock } from './lock.mjs';
import { installLocked } from './npm.mjs';
import { root } from './paths.mjs';
import { step } from './step.mjs';

const packagesIn = (file) => JSON.parse(readFileSync(join(root, file), 'utf8')).packages;

/** Whether node_modules matches package-lock.json, according to the list that npm writes there when it is done. */
function packagesAreInstalled() {
	let installed;
	try {
		installed = packagesIn('node_modules/.package-lock.json');
	} catch {
		return false;
	}
	return Object.entries(packagesIn('package-lock.json')).every(
		([path, { version, optional }]) => path === '' || optional || installed[path]?.version === version,
	);
}

export async function ensurePackages() {
	if (packagesAreInstalled()) return;
	await withLock(root, 'installing the npm packages', async () => {
		if (packagesAreInstalled()) return;
		await step('Installing the npm packages', () => installLocked(root));
	});
}
