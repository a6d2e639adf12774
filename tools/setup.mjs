// node tools/setup.mjs [--build] [--host] [command [args…]]
//
// Brings a checkout into the state that a command needs, then runs it on Node 24:
// always the locked npm packages and Node 24 itself; with --build an up-to-date dist/;
// with --host also the pinned n8n, whose folder the command finds in BUSINESS_MESSAGING_HOST.
import { ensureBuild } from './setup/build.mjs';
import { ensureHost } from './setup/host.mjs';
import { ensureNode24 } from './setup/node24.mjs';
import { ensurePackages } from './setup/packages.mjs';
import { environment } from './setup/paths.mjs';
import { runCommand } from './setup/run-command.mjs';

const args = process.argv.slice(2);
const flags = new Set();
while (args[0] === '--build' || args[0] === '--host') flags.add(args.shift());

try {
	await ensurePackages();
	await ensureNode24();
	if (flags.size > 0) await ensureBuild();
	const host = flags.has('--host') ? { BUSINESS_MESSAGING_HOST: await ensureHost() } : {};
	if (args.length > 0) await runCommand(args, { ...environment(), ...host });
} catch (error) {
	console.error(error.message);
	process.exitCode = error.exitCode ?? 1;
}
