import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import layers from '../layers.cjs';
import { withLock } from './lock.mjs';
import { environment, root } from './paths.mjs';
import { quietly, step } from './step.mjs';

const sources = [
	...layers.LAYERS.flatMap(({ folders }) => folders).filter((folder) => !layers.UNPUBLISHED.includes(folder)),
	...['sql.d.ts', 'tsup.config.ts', 'tools/licenses', 'tsconfig.json', 'package.json', 'package-lock.json'],
];
const stampFile = join(root, 'node_modules/.cache/business-messaging/dist');

function filesIn(path) {
	if (!existsSync(join(root, path))) return [];
	if (!statSync(join(root, path)).isDirectory()) return [path];
	return readdirSync(join(root, path))
		.sort()
		.flatMap((name) => filesIn(`${path}/${name}`));
}

/** A hash of the sources and of dist/. */
function stamp() {
	const hash = createHash('sha256');
	for (const file of [...sources, 'dist'].flatMap(filesIn)) {
		hash
			.update(`${file}\0`)
			.update(readFileSync(join(root, file)))
			.update('\0');
	}
	return hash.digest('hex');
}

const isBuilt = () =>
	existsSync(join(root, 'dist')) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp();

export async function ensureBuild() {
	if (isBuilt()) return;
	await withLock(`${root} dist`, 'building dist/', async () => {
		if (isBuilt()) return;
		await step('Building dist/', () =>
			quietly('tsup', ['--silent'], {
				cwd: root,
				env: environment(),
				advice: 'Fix the errors above, then run the command again.',
			}),
		);
		mkdirSync(dirname(stampFile), { recursive: true });
		writeFileSync(stampFile, stamp());
	});
}
