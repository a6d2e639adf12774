import { quietly } from './step.mjs';
import { environment } from './paths.mjs';

// What npm tells the scripts it runs about their own package would mislead an npm in another folder.
const ofTheOuterNpm = /^npm_(package_|lifecycle_|command$|execpath$|config_local_prefix$|config_prefix$)/i;

/** Runs npm in a folder, on Node 24 where that is installed already. */
export function npm(args, { cwd, env = {}, advice }) {
	const inherited = Object.entries(environment()).filter(([name]) => !ofTheOuterNpm.test(name));
	const quiet = { npm_config_audit: 'false', npm_config_fund: 'false', npm_config_update_notifier: 'false' };
	return quietly('npm', args, { cwd, env: { ...Object.fromEntries(inherited), ...quiet, ...env }, advice });
}
