import { createHash } from 'node:crypto';
import {
	copyFileSync,
	existsSync,
	mkdirSync,
	readFileSync,
	readdirSync,
	renameSync,
	rmSync,
	statfsSync,
} from 'node:fs';
import { join } from 'node:path';
import { withLock } from './lock.mjs';
import { nodeHeaders, nodeVersion } from './node24.mjs';
import { installLocked, npm } from './npm.mjs';
import { requireNativeTools } from './native-tools.mjs';
import { cache, root } from './paths.mjs';
import { say, step } from './step.mjs';

const files = ['package.json', 'package-lock.json', '.npmrc'];
const nativeModules = ['sqlite3', 'isolated-vm'];
const neededBytes = 3e9;

function folderName() {
	const hash = createHash('sha256');
	for (const file of files) hash.update(readFileSync(join(root, 'tools/n8n', file))).update('\0');
	hash.update([nodeVersion().split('.')[0], process.platform, process.arch].join(' '));
	return `host-${hash.digest('hex').slice(0, 16)}`;
}

function requireSpace() {
	const { bavail, bsize } = statfsSync(cache);
	if (bavail * bsize >= neededBytes) return;
	const free = ((bavail * bsize) / 1e9).toFixed(1);
	throw new Error(
		`n8n needs 3 GB in ${cache}, but only ${free} GB are free. Set XDG_CACHE_HOME to a folder with more space.`,
	);
}

async function installInto(folder) {
	mkdirSync(folder, { recursive: true });
	for (const file of files) copyFileSync(join(root, 'tools/n8n', file), join(folder, file));
	await step('Installing the packages of n8n (step 1 of 2)', () => installLocked(folder));
	const headers = nodeHeaders();
	await step(`Building ${nativeModules.join(' and ')} for Node ${nodeVersion()} (step 2 of 2)`, () =>
		npm(['rebuild', ...nativeModules, '--ignore-scripts=false'], {
			cwd: folder,
			env: headers ? { npm_config_nodedir: headers } : {},
			advice:
				'These native modules need python3, make, and a C++ compiler that this version of Node supports (g++ 10 or later).',
		}),
	);
}

async function installOnce(name) {
	const folder = join(cache, name);
	if (existsSync(folder)) return;
	for (const entry of readdirSync(cache)) {
		if (entry.startsWith(`${name}.`)) rmSync(join(cache, entry), { recursive: true, force: true });
	}
	requireNativeTools();
	requireSpace();
	say(`Installing n8n in ${folder}. This takes about 5 minutes and 2.3 GB, once for all checkouts.`);
	const unfinished = `${folder}.${process.pid}`;
	try {
		await installInto(unfinished);
		renameSync(unfinished, folder);
	} catch (error) {
		if (!existsSync(folder)) throw error;
	} finally {
		rmSync(unfinished, { recursive: true, force: true });
	}
}

/**
 * Installs the pinned n8n in the user's cache, once for each lock file, Node version, and platform.
 * @returns its folder, or the one in BUSINESS_MESSAGING_HOST if that is set
 */
export async function ensurePinnedN8n() {
	if (process.env.BUSINESS_MESSAGING_HOST) return process.env.BUSINESS_MESSAGING_HOST;
	const name = folderName();
	if (!existsSync(join(cache, name))) await withLock(name, 'installing n8n', () => installOnce(name));
	return join(cache, name);
}
