import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

export interface Installation {
	/** The script of n8n's command line. */
	command: string;
	/** The Node that runs it. */
	node: string;
	hashPassword(password: string): string;
}

interface Bcrypt {
	hashSync(password: string, rounds: number): string;
}

/**
 * The pinned n8n. Its folder is in BUSINESS_MESSAGING_HOST, which tools/setup.mjs sets.
 * @throws if there is none, or if this process runs on an older Node than n8n needs
 */
export function findInstallation(): Installation {
	const folder = process.env.BUSINESS_MESSAGING_HOST;
	if (!folder)
		throw new Error('n8n isn\'t installed. Use "npm start" or "npm run test:n8n", which install it.');
	const command = join(folder, 'node_modules/n8n/bin/n8n');
	if (!existsSync(command))
		throw new Error(`The folder ${folder} doesn't contain n8n. Delete it and run the command again.`);
	if (Number(process.versions.node.split('.')[0]) < 24) {
		throw new Error(
			`n8n needs Node 24, and this is ${process.version}. Use "npm start" or "npm run test:n8n".`,
		);
	}
	const bcrypt = createRequire(join(folder, 'package.json'))('bcryptjs') as Bcrypt;
	return { command, node: process.execPath, hashPassword: (password) => bcrypt.hashSync(password, 10) };
}
