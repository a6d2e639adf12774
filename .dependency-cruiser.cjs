const { KNOWS_N8N, LAYERS } = require('./tools/layers.cjs');

const inFolders = (folders) => `^(${folders.join('|')})/`;
const source = LAYERS.flatMap(({ folders }) => folders);

/** One rule a layer: it imports itself and what its row names, types included. */
const layers = LAYERS.filter(({ imports }) => imports !== 'all').map(({ folders, imports }) => ({
	name: `${folders.join('-and-')}-imports`,
	comment: `${folders.join('/ and ')}/ may import ${[...imports, 'nothing else'].join(', ')}.`,
	severity: 'error',
	from: { path: inFolders(folders) },
	to: { path: inFolders(source), pathNot: inFolders([...folders, ...imports]) },
}));

const withoutN8n = LAYERS.flatMap(({ folders, imports }) => (imports === 'all' ? [] : folders)).filter(
	(folder) => !KNOWS_N8N.includes(folder),
);

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
	forbidden: [
		...layers,
		{
			name: 'no-circle',
			comment:
				'Move the type to a file of its own, or pass the parts that a function uses instead of the whole.',
			severity: 'error',
			from: {},
			to: { circular: true },
		},
		{
			name: 'no-n8n-in-the-libraries',
			comment: 'Only nodes/ and credentials/ know n8n.',
			severity: 'error',
			from: { path: inFolders(withoutN8n) },
			to: { path: '(^|node_modules/)n8n-' },
		},
		{
			name: 'no-orphan',
			comment: 'Nothing imports this file, and it is not an entry point.',
			severity: 'error',
			from: { orphan: true, path: inFolders(source), pathNot: '^(test|tools|docs|workflows)/|\\.d\\.ts$' },
			to: {},
		},
		{
			name: 'nothing-imports-tests',
			comment: 'Only tests import tests.',
			severity: 'error',
			from: { pathNot: '^test/' },
			to: { path: '^test/' },
		},
	],
	options: {
		doNotFollow: { path: 'node_modules' },
		exclude: { path: '^(dist|coverage|artifacts)/' },
		// Imports of types count too.
		tsPreCompilationDeps: true,
		tsConfig: { fileName: 'tsconfig.json' },
	},
};
