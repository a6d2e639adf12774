import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const tools = [
	{ anyOf: ['python3', 'python'], debian: 'python3' },
	{ anyOf: ['make'], debian: 'make' },
	{ anyOf: ['g++', 'c++', 'clang++'], debian: 'g++' },
];

function onPath(command) {
	return process.env.PATH.split(delimiter).some((folder) => {
		try {
			accessSync(join(folder, command), constants.X_OK);
			return true;
		} catch {
			return false;
		}
	});
}

/** @throws if a tool that npm needs to build native modules is missing; the message has the command that installs it */
export function requireNativeTools() {
	const missing = tools.filter(({ anyOf }) => !anyOf.some(onPath)).map(({ debian }) => debian);
	if (missing.length === 0) return;
	const install =
		process.platform === 'darwin' ? 'xcode-select --install' : `sudo apt-get install -y ${missing.join(' ')}`;
	throw new Error(
		`n8n has native modules that need ${missing.join(', ')}, which this machine doesn't have. Run: ${install}`,
	);
}
