// node tools/handles.mjs [arguments of jest]
//
// Runs the library's tests in one process, which Jest watches for timers, sockets, and servers that stay open when a
// file has ended. Fails if there is one, as well as if a test fails.
import { spawn } from 'node:child_process';

const FLAGS = ['--selectProjects', 'library', '--detectOpenHandles', '--forceExit'];

/** How Jest says that something stayed open. Alone, it doesn't fail the run. */
const STAYED_OPEN = /Jest has detected the following \d+ open handles?/;

const jest = spawn('jest', [...FLAGS, ...process.argv.slice(2)], { stdio: ['inherit', 'inherit', 'pipe'] });
let printed = '';
jest.stderr.on('data', (chunk) => {
	printed += chunk;
	process.stderr.write(chunk);
});
jest.once('close', (code) => {
	const isOpen = STAYED_OPEN.test(printed);
	if (isOpen) console.error('Something stayed open: see above where it was opened.');
	process.exit(code === 0 && isOpen ? 1 : (code ?? 1));
});
