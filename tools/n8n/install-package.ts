import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

interface Manifest {
	name: string;
	files?: string[];
	n8n?: { nodes?: string[]; credentials?: string[] };
}

/**
 * Installs a community package where n8n keeps them, under `<folder>/.n8n/nodes`: its package.json, and the files and
 * folders that it publishes. They are copied rather than linked, so that they load n8n's own n8n-workflow, as after a
 * real installation.
 * @throws if the package isn't built
 */
export async function installPackage(packageFolder: string, folder: string): Promise<void> {
	const manifest = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8')) as Manifest;
	const isThere = (file: string) => existsSync(join(packageFolder, file));
	const missing = [...(manifest.n8n?.nodes ?? []), ...(manifest.n8n?.credentials ?? [])].find(
		(file) => !isThere(file),
	);
	if (missing) throw new Error(`${missing} is missing in ${packageFolder}. Run "npm run build" first.`);

	const target = join(folder, '.n8n/nodes/node_modules', manifest.name);
	await rm(target, { recursive: true, force: true });
	await mkdir(target, { recursive: true });
	for (const file of ['package.json', ...(manifest.files ?? []).filter(isThere)]) {
		await cp(join(packageFolder, file), join(target, file), { recursive: true });
	}
}
