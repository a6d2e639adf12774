import { execFileSync } from 'node:child_process';
import { ROOT } from '../../tools/sources';

/** Builds the `.d.ts` files of the package, which `npm test` leaves out, if they are out of date. */
export function buildDeclarations(): void {
	execFileSync(process.execPath, ['tools/setup.mjs', '--declarations'], { cwd: ROOT, stdio: 'pipe' });
}
