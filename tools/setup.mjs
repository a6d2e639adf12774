// node tools/setup.mjs [--build] [--declarations] [--n8n] [command [args…]]
//
// Installs what a command needs, then runs the command on Node 24. The locked npm packages and Node 24 are always
// installed. --build also builds dist/ when it is out of date, and --declarations builds its .d.ts files too. --n8n
// builds dist/ and installs the pinned n8n, and passes its folder to the command in BUSINESS_MESSAGING_HOST.
import { ensureBuild } from './setup/build.mjs';
import { ensureNode24 } from './setup/node24.mjs';
import { ensurePackages } from './setup/packages.mjs';
import { environment } from './setup/paths.mjs';
import { ensurePinnedN8n } from './setup/pinned-n8n.mjs';
import { runCommand } from './setup/run-command.mjs';

const args = process.argv.slice(2);
const flags = new Set();
while (['--build', '--declarations', '--n8n'].includes(args[0])) flags.add(args.shift());

try {
	await ensurePackages();
	await ensureNode24();
	if (flags.size > 0) await ensureBuild({ declarations: flags.has('--declarations') });
	const pinnedN8n = flags.has('--n8n') ? { BUSINESS_MESSAGING_HOST: await ensurePinnedN8n() } : {};
	if (args.length > 0) await runCommand(args, { ...environment(), ...pinnedN8n });
} catch (error) {
	console.error(error.message);
	process.exitCode = error.exitCode ?? 1;
}
