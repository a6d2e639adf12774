import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NOTICES, packagesIn } from './licenses/notices';
import { ROOT } from './sources';

interface Report {
	/** Why there is no report. */
	message?: string;
	error?: object;
	vulnerabilities?: Record<string, { name: string; severity: string; range: string; via: unknown[] }>;
}

/** npm sees only dependencies, of which this package has none: a lock file that names what is bundled, and no more. */
function writeLockFile(folder: string, packages: ReturnType<typeof packagesIn>): void {
	const aliases = packages.map(({ name, version }, index) => [`bundled-${index}`, `npm:${name}@${version}`]);
	const root = { name: 'bundled', version: '0.0.0', dependencies: Object.fromEntries(aliases) as object };
	const installed = packages.map(({ name, version }, index) => [
		`node_modules/bundled-${index}`,
		{ name, version },
	]);
	const lock = {
		name: root.name,
		version: root.version,
		lockfileVersion: 3,
		requires: true,
		packages: { '': root, ...(Object.fromEntries(installed) as object) },
	};
	writeFileSync(join(folder, 'package.json'), JSON.stringify(root));
	writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock));
}

/** What npm audit says about a folder. It fails if it finds something. */
function audit(folder: string): Promise<Report> {
	return new Promise((resolve, reject) => {
		execFile('npm', ['audit', '--json', '--package-lock-only'], { cwd: folder }, (error, stdout) => {
			try {
				resolve(JSON.parse(stdout) as Report);
			} catch {
				reject(error ?? new Error(`npm audit answered: ${stdout}`));
			}
		});
	});
}

/** Asks npm about the vulnerabilities of the packages that are bundled. */
async function main(): Promise<void> {
	const packages = packagesIn(readFileSync(join(ROOT, 'dist', NOTICES), 'utf8'));
	const folder = mkdtempSync(join(tmpdir(), 'bundled-'));
	try {
		writeLockFile(folder, packages);
		const { error, message = 'no reason', vulnerabilities = {} } = await audit(folder);
		if (error) {
			process.stderr.write(
				`The ${packages.length} bundled packages were NOT audited: the npm registry that is set up has no audit endpoint, or it didn't answer (${message}). Use one that has, for example npm_config_registry=<URL> npm run audit.\n`,
			);
			process.exitCode = 2;
			return;
		}
		const found = new Map(Object.values(vulnerabilities).map((each) => [each.name, each]));
		for (const { name, severity, range } of found.values())
			process.stderr.write(`${severity}: ${name} ${range}\n`);
		process.stdout.write(
			`Audited ${packages.length} bundled packages: ${found.size} with known vulnerabilities.\n`,
		);
		process.exitCode = found.size > 0 ? 1 : 0;
	} finally {
		rmSync(folder, { recursive: true });
	}
}

void main();
