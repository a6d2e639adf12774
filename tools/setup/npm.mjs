import { quietly } from './step.mjs';
import { environment } from './paths.mjs';

// npm tells its scripts about their own package, which would mislead an npm that runs in another folder.
const outerNpmVariables =
	/^npm_(package_|lifecycle_|command$|execpath$|config_local_prefix$|config_prefix$)/i;

export const networkAdvice = 'Check the network connection and the npm registry, then run the command again.';

/** Runs npm in a folder, on Node 24 if it is already installed. */
export function npm(args, { cwd, env = {}, advice }) {
	const inherited = Object.entries(environment()).filter(([name]) => !outerNpmVariables.test(name));
	const quiet = { npm_config_audit: 'false', npm_config_fund: 'false', npm_config_update_notifier: 'false' };
	return quietly('npm', args, { cwd, env: { ...Object.fromEntries(inherited), ...quiet, ...env }, advice });
}

/**
 * Installs what a folder’s package-lock.json names, without changing that file. `npm ci` would remove packages that are
 * there already, and refuses the lock file of the pinned n8n, whose optional packages not every registry has.
 */
export const installLocked = (cwd) => npm(['install', '--no-save'], { cwd, advice: networkAdvice });
