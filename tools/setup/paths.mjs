import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

/** What all checkouts share. */
export const cache = join(
	process.env.XDG_CACHE_HOME || join(homedir(), '.cache'),
	'n8n-nodes-business-messaging',
);

/** The environment of every process that is started here: the checkout's tools and its Node 24 come first. */
export function environment() {
	const path = [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter);
	return { ...process.env, PATH: path };
}
