import { quietly } from './step.mjs';
import { environment } from './paths.mjs';

// What npm tells the scripts it runs about their own package would mislead an npm in another folder.
const ofTheOuterNpm = /^npm_(package_|lifecycle_|command$|execpath$|config_local_prefix$|config_prefix$)/i;

export const networkAdvice = 'Check the network and the npm registry, then run the command again.';

/** Runs npm in a folder, on Node 24 where that is installed already. */
export function npm(args, { cwd, env = {}, advice }) {
	const inherited = Object.entries(environment()).filter(([name]) => !ofTheOuterNpm.test(name));
	const quiet = { npm_config_audit: 'false', npm_config_fund: 'false', npm_config_update_notifier: 'false' };
	return quietly('npm', args, { cwd, env: { ...Object.fromEntries(inherited), ...quiet, ...env }, advice });
}

/**
 * Installs what a folder's package-lock.json locks, and leaves that file as it is.
 * Not `npm ci`, which refuses a lock without the optional packages of other platforms that no registry had.
 */
export const installLocked = (cwd) => npm(['install', '--no-save'], { cwd, advice: networkAdvice });
