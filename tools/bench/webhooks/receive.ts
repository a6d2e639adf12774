import type { Running } from './contestant';
import { printed, spawnSource, stopProcess } from './source-process';

/** `business-messaging receive` in its own process. */
export async function startReceive(store: string, secret: string): Promise<Pick<Running, 'url' | 'stop'>> {
	const flags = ['receive', '--port', '0', '--host', '127.0.0.1'];
	const child = spawnSource('cli/main.ts', [...flags, '--store', store, '--secret', secret]);
	const [, url] = await printed(child, /come to (\S+)\n/);
	return { url: url!, stop: () => stopProcess(child) };
}
