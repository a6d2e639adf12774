import { join } from 'node:path';

/** The checkout. */
export const ROOT = join(__dirname, '..');

/** The arguments with which Node runs a TypeScript file of a checkout, and the SQL that it imports, from the sources. */
export const runsSourcesOf = (root: string): readonly string[] => [
	'--require',
	join(root, 'tools/load-sql.cjs'),
	'--import',
	'tsx',
];

/** The same for this checkout. */
export const NODE_RUNS_SOURCES = runsSourcesOf(ROOT);
