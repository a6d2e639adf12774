import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ROOT } from '../../../tools/sources';
import { MIGRATIONS, MINIMUM_WRITER } from '../../../store/database';

/** A checkout of this package as it was before the last change of the store's schema. */
export interface OlderVersion {
	root: string;
	commit: string;
	/** Of its schema. */
	version: number;
	/** Whether it may still write once this version has changed the schema. */
	mayWrite: boolean;
}

const git = (...args: string[]) =>
	execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 }).trim();

/** How many migrations a commit has. */
const versionAt = (commit: string) =>
	git('ls-tree', '--name-only', commit, 'store/schema/')
		.split('\n')
		.filter((name) => name.endsWith('.sql')).length;

/** @throws Error if the clone has no commit with an older schema */
function newestWithOlderSchema(): string {
	const found = git('log', '--format=%H', '--', 'store/schema')
		.split('\n')
		.flatMap((commit) => git('log', '-1', '--format=%P', commit).split(' '))
		.find((parent) => parent !== '' && versionAt(parent) > 0 && versionAt(parent) < MIGRATIONS.length);
	if (found === undefined) {
		throw new Error(
			'This clone has no older version of the schema. Fetch the whole history: git fetch --unshallow.',
		);
	}
	return found;
}

/** The lowest schema version that a process must know to write to a store of this version. */
function lowestWriter(): number {
	const database = new DatabaseSync(':memory:');
	for (const migration of MIGRATIONS) database.exec(migration);
	const { minimum_writer: lowest } = database.prepare(MINIMUM_WRITER).get()!;
	database.close();
	return Number(lowest);
}

/** Puts an older version of the sources into a folder. It runs on the packages of this checkout. */
export function checkOutOlderVersion(root: string): OlderVersion {
	const commit = newestWithOlderSchema();
	mkdirSync(root, { recursive: true });
	const archive = execFileSync('git', ['archive', '--format=tar', commit], {
		cwd: ROOT,
		maxBuffer: 512 * 1024 * 1024,
	});
	execFileSync('tar', ['-xf', '-', '-C', root], { input: archive });
	symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
	const version = versionAt(commit);
	return { root, commit, version, mayWrite: version >= lowestWriter() };
}
