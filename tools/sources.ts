import { join } from 'node:path';

/** The checkout. */
export const ROOT = join(__dirname, '..');

/** The arguments with which Node runs a TypeScript file, and the SQL that it imports, from the sources. */
export const NODE_RUNS_SOURCES: readonly string[] = [
	...['--require', join(ROOT, 'tools/load-sql.cjs')],
	...['--import', 'tsx'],
];
