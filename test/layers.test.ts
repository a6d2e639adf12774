import { globSync } from 'node:fs';
import { LAYERS } from '../tools/layers.cjs';
import { ROOT } from '../tools/sources';

const NOT_SOURCES = /^(node_modules|dist|coverage|artifacts)\//;

it('every folder with sources belongs to a layer, so that the import rules cover it', () => {
	const files = globSync('[a-z]*/**/*.{ts,mjs,cjs}', {
		cwd: ROOT,
		exclude: (path) => NOT_SOURCES.test(`${path}/`),
	});
	const folders = new Set(files.map((file) => file.split('/')[0]!));
	const layers = LAYERS.flatMap((layer) => layer.folders);
	expect([...folders].filter((folder) => !layers.includes(folder))).toEqual([]);
});

it('a layer imports only layers that exist', () => {
	const layers = LAYERS.flatMap((layer) => layer.folders);
	const imported = LAYERS.flatMap(({ imports }) => (imports === 'all' ? [] : imports));
	expect(imported.filter((layer) => !layers.includes(layer))).toEqual([]);
});
