import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A package of which the bundle contains code. */
export interface BundledPackage {
	name: string;
	version: string;
	/** SPDX */
	license: string;
	/** The texts of its license and notice files. */
	texts: string[];
}

/** What esbuild says of the bundle: which files went into each output, and how much is left of them. */
export interface Metafile {
	outputs: Record<string, { inputs: Record<string, { bytesInOutput: number }> }>;
}

interface Manifest {
	name: string;
	version: string;
	license?: string;
}

const TEXTS = /^(licen[cs]e|copying|notice)/i;

/** The folder of the package that a file belongs to; `undefined` for a file of our own. */
const folderOf = (file: string) =>
	/^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file.replaceAll('\\', '/'))?.[0];

function read(folder: string): BundledPackage {
	const { name, version, license } = JSON.parse(
		readFileSync(join(folder, 'package.json'), 'utf8'),
	) as Manifest;
	if (license === undefined) throw new Error(`${name}@${version} is bundled, but doesn't name its license.`);
	const files = readdirSync(folder).filter((file) => TEXTS.test(file));
	return {
		name,
		version,
		license,
		texts: files.map((file) => readFileSync(join(folder, file), 'utf8').trim()),
	};
}

/**
 * The packages of which the bundle contains code, by name.
 * @throws Error if one of them doesn't name its license
 */
export function bundledPackages({ outputs }: Metafile): BundledPackage[] {
	const files = Object.values(outputs).flatMap(({ inputs }) =>
		Object.keys(inputs).filter((file) => inputs[file]!.bytesInOutput > 0),
	);
	const folders = new Set(files.flatMap((file) => folderOf(file) ?? []));
	return [...folders].map(read).sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Several builds as one. */
export function mergedOutputs(metafiles: readonly Metafile[]): Metafile {
	return { outputs: Object.assign({}, ...metafiles.map(({ outputs }) => outputs)) as Metafile['outputs'] };
}
