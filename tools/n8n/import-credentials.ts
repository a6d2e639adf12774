import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Installation } from './process/installation';
import { runCli } from './process/run-cli';

/** A credential in the format of n8n's import. */
export interface Credential {
	id: string;
	name: string;
	/** The credential type's name, such as `businessMessagingApi`. */
	type: string;
	/** In plain text. n8n encrypts it during the import. */
	data: Record<string, unknown>;
}

/** Imports credentials with n8n's command line, which keeps their ids. n8n must not be running in this folder. */
export async function importCredentials(
	installation: Installation,
	credentials: Credential[],
	folder: string,
	env: NodeJS.ProcessEnv,
): Promise<void> {
	if (credentials.length === 0) return;
	const file = join(folder, 'credentials.json');
	await writeFile(file, JSON.stringify(credentials), { mode: 0o600 });
	try {
		const output = await runCli(installation, ['import:credentials', `--input=${file}`], env);
		if (!output.includes('Successfully imported'))
			throw new Error(`n8n didn't import the credentials:\n${output}`);
	} finally {
		await rm(file);
	}
}
