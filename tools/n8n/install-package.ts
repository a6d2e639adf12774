import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

interface Manifest {
	name: string;
	files?: string[];
	n8n?: { nodes?: string[]; credentials?: string[] };
}

/**
 * Puts a community package where n8n installs them, under `<folder>/.n8n/nodes`: its package.json and the files and
 * folders it publishes. They are copied, not linked, so that they load n8n's own n8n-workflow, as after a real
 * installation.
 * @throws when the package is not built
 */
export async function installPackage(packageFolder: string, folder: string): Promise<void> {
	const manifest = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8')) as Manifest;
	const isThere = (file: string) => existsSync(join(packageFolder, file));
	const missing = [...(manifest.n8n?.nodes ?? []), ...(manifest.n8n?.credentials ?? [])].find(
		(file) => !isThere(file),
	);
	if (missing) throw new Error(`There is no ${missing} in ${packageFolder}: build the package first.`);

	const target = join(folder, '.n8n/nodes/node_modules', manifest.name);
	await rm(target, { recursive: true, force: true });
	await mkdir(target, { recursive: true });
	for (const file of ['package.json', ...(manifest.files ?? []).filter(isThere)]) {
		await cp(join(packageFolder, file), join(target, file), { recursive: true });
	}
}
