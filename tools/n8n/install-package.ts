import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

interface Manifest {
	name: string;
	n8n?: { nodes?: string[]; credentials?: string[] };
}

/** Packs a package as npm publishes it. @returns the path of the tarball in `into` */
async function pack(packageFolder: string, into: string): Promise<string> {
	const flags = ['--json', '--ignore-scripts', '--pack-destination', into];
	const { stdout } = await run('npm', ['pack', ...flags], { cwd: packageFolder });
	const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
	return join(into, filename);
}

/**
 * Installs a community package as n8n does it: packs it, and unpacks the tarball under `<folder>/.n8n/nodes`. So it has
 * only the files that it publishes, and loads n8n's own n8n-workflow.
 * @throws if the package isn't built
 */
export async function installPackage(packageFolder: string, folder: string): Promise<void> {
	const manifest = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8')) as Manifest;
	const missing = [...(manifest.n8n?.nodes ?? []), ...(manifest.n8n?.credentials ?? [])].find(
		(file) => !existsSync(join(packageFolder, file)),
	);
	if (missing) throw new Error(`${missing} is missing in ${packageFolder}. Run "npm run build" first.`);

	const target = join(folder, '.n8n/nodes/node_modules', manifest.name);
	const temporary = await mkdtemp(join(tmpdir(), 'business-messaging-pack-'));
	try {
		const tarball = await pack(packageFolder, temporary);
		await rm(target, { recursive: true, force: true });
		await mkdir(target, { recursive: true });
		await run('tar', ['-xzf', tarball, '--strip-components=1', '-C', target]);
	} finally {
		await rm(temporary, { recursive: true, force: true });
	}
}
