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
	writeFileSync,
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

const source = (file) => join(root, 'tools/n8n', file);

/** Another version of n8n than the pinned one, if BUSINESS_MESSAGING_N8N names one. */
function otherVersion() {
	const version = process.env.BUSINESS_MESSAGING_N8N || undefined;
	if (version === undefined || /^\d+\.\d+\.\d+$/.test(version)) return version;
	throw new Error(
		`BUSINESS_MESSAGING_N8N is "${version}", which isn't a version of n8n. Enter all three numbers, for example 2.33.0.`,
	);
}

function folderName(version) {
	const hash = createHash('sha256');
	for (const file of files) hash.update(readFileSync(source(file))).update('\0');
	hash.update([nodeVersion().split('.')[0], process.platform, process.arch].join(' '));
	const name = version === undefined ? 'host' : `host-n8n-${version}`;
	return `${name}-${hash.digest('hex').slice(0, 16)}`;
}

function requireSpace() {
	const { bavail, bsize } = statfsSync(cache);
	if (bavail * bsize >= neededBytes) return;
	const free = ((bavail * bsize) / 1e9).toFixed(1);
	throw new Error(
		`n8n needs 3 GB in ${cache}, but only ${free} GB are free. Set XDG_CACHE_HOME to a folder with more space.`,
	);
}

/** What npm installs from. Another version has no lock file: npm takes the newest packages that it allows. */
function writeManifest(folder, version) {
	if (version === undefined) {
		for (const file of files) copyFileSync(source(file), join(folder, file));
		return;
	}
	copyFileSync(source('.npmrc'), join(folder, '.npmrc'));
	const { dependencies, ...manifest } = JSON.parse(readFileSync(source('package.json'), 'utf8'));
	const other = { ...manifest, dependencies: { ...dependencies, n8n: version } };
	writeFileSync(join(folder, 'package.json'), JSON.stringify(other, null, 2));
}

async function installInto(folder, version) {
	mkdirSync(folder, { recursive: true });
	writeManifest(folder, version);
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

async function installOnce(name, version) {
	const folder = join(cache, name);
	if (existsSync(folder)) return;
	for (const entry of readdirSync(cache)) {
		if (entry.startsWith(`${name}.`)) rmSync(join(cache, entry), { recursive: true, force: true });
	}
	requireNativeTools();
	requireSpace();
	say(
		`Installing n8n${version === undefined ? '' : ` ${version}`} in ${folder}. This takes about 5 minutes and 2.3 GB, once for all checkouts.`,
	);
	const unfinished = `${folder}.${process.pid}`;
	try {
		await installInto(unfinished, version);
		renameSync(unfinished, folder);
	} catch (error) {
		if (!existsSync(folder)) throw error;
	} finally {
		rmSync(unfinished, { recursive: true, force: true });
	}
}

/**
 * Installs the pinned n8n, or the version in BUSINESS_MESSAGING_N8N, in the user's cache, once for each lock file, Node
 * version, and platform.
 * @returns its folder, or the one in BUSINESS_MESSAGING_HOST if that is set
 */
export async function ensurePinnedN8n() {
	if (process.env.BUSINESS_MESSAGING_HOST) return process.env.BUSINESS_MESSAGING_HOST;
	const version = otherVersion();
	const name = folderName(version);
	if (!existsSync(join(cache, name)))
		await withLock(name, 'installing n8n', () => installOnce(name, version));
	return join(cache, name);
}
