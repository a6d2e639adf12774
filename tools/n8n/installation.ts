import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

export interface Installation {
	/** The script that is n8n's command line. */
	command: string;
	/** The Node that runs it. */
	node: string;
	hashPassword(password: string): string;
}

interface Bcrypt {
	hashSync(password: string, rounds: number): string;
}

/**
 * The pinned n8n in `folder`, or in BUSINESS_MESSAGING_HOST, where tools/setup.mjs puts its path.
 * @throws when there is none, or when this process runs on a Node older than n8n needs
 */
export function findInstallation(folder = process.env.BUSINESS_MESSAGING_HOST): Installation {
	if (!folder)
		throw new Error('No n8n to run: start this through "npm start" or "npm run test:n8n", which install it.');
	const command = join(folder, 'node_modules/n8n/bin/n8n');
	if (!existsSync(command))
		throw new Error(`There is no n8n in ${folder}. Delete that folder and run the command again.`);
	if (Number(process.versions.node.split('.')[0]) < 24) {
		throw new Error(
			`n8n needs Node 24, this is ${process.version}: start this through "npm start" or "npm run test:n8n".`,
		);
	}
	const bcrypt = createRequire(join(folder, 'package.json'))('bcryptjs') as Bcrypt;
	return { command, node: process.execPath, hashPassword: (password) => bcrypt.hashSync(password, 10) };
}
