import { LAYERS } from '../layers.cjs';
import { table } from './markdown';

const asFolders = (folders: readonly string[]) => folders.map((folder) => `\`${folder}/\``).join(', ');

function importsOf(imports: readonly string[] | 'all'): string {
	if (imports === 'all') return 'all';
	return imports.length === 0 ? 'nothing' : imports.join(', ');
}

/** The layers, what each is, and which others it may import. */
export const layerTable = (): string =>
	table(
		['folder', 'what it is', 'imports'],
		LAYERS.map(({ folders, is, imports }) => [asFolders(folders), is, importsOf(imports)]),
	);
