import { execFileSync } from 'node:child_process';

/** What git says; empty without git. */
function git(...args: string[]): string {
	try {
		return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
	} catch {
		return '';
	}
}

/**
 * The commit that is built; empty without git. The folder above a package that was unpacked can have a repository of its
 * own.
 */
export const commit = (): string =>
	git('rev-parse', '--show-prefix') === '' ? git('rev-parse', '--short=7', 'HEAD') : '';
