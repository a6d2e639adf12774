const { KNOWS_N8N, LAYERS, UNPUBLISHED } = require('./tools/layers.cjs');

const inFolders = (folders) => `^(${folders.join('|')})/`;
const everything = LAYERS.flatMap(({ folders }) => folders);
const published = everything.filter((folder) => !UNPUBLISHED.includes(folder));

/** One rule for each layer: it may import itself and what its row names, types included. */
const layers = LAYERS.filter(({ imports }) => imports !== 'all').map(({ folders, imports }) => ({
	name: `${folders.join('-and-')}-imports`,
	comment: `${folders.join('/ and ')}/ may import ${imports.join(', ') || 'nothing'}.`,
	severity: 'error',
	from: { path: inFolders(folders) },
	to: { path: inFolders(everything), pathNot: inFolders([...folders, ...imports]) },
}));

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
	forbidden: [
		...layers,
		{
			name: 'no-circle',
			comment: 'Move the type to its own file, or pass the parts that a function uses instead of the whole.',
			severity: 'error',
			from: {},
			to: { circular: true },
		},
		{
			name: 'no-n8n-outside-of-the-nodes',
			comment: `Only ${KNOWS_N8N.join('/ and ')}/ may import packages of n8n.`,
			severity: 'error',
			from: { path: inFolders(published.filter((folder) => !KNOWS_N8N.includes(folder))) },
			to: { path: '(^|node_modules/)(@n8n/|n8n-)' },
		},
		{
			name: 'no-node-imports-another',
			comment: 'Move what several nodes use to nodes/shared/.',
			severity: 'error',
			from: { path: '^nodes/([^/]+)/' },
			to: { path: '^nodes/', pathNot: '^nodes/($1|shared)/' },
		},
		{
			name: 'no-orphan',
			comment: 'Nothing imports this file, and it imports nothing.',
			severity: 'error',
			from: { orphan: true, path: inFolders(everything), pathNot: '\\.(d\\.c?ts|cjs|mjs|node\\.js)$' },
			to: {},
		},
		{
			name: 'only-tests-import-tests',
			comment: 'Move what both need to tools/.',
			severity: 'error',
			from: { pathNot: '^(test/|jest\\.config\\.js$)' },
			to: { path: '^test/' },
		},
		{
			name: 'nothing-published-imports-tools',
			comment: 'tools/ is not part of the package.',
			severity: 'error',
			from: { path: inFolders(published) },
			to: { path: inFolders(UNPUBLISHED) },
		},
	],
	options: {
		doNotFollow: { path: 'node_modules' },
		exclude: { path: '^(dist|coverage|artifacts|node_modules/\\.cache)/' },
		// Imports of types count too.
		tsPreCompilationDeps: true,
		tsConfig: { fileName: 'tsconfig.json' },
	},
};
