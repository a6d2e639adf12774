import type { Running } from './contestant';
import { pidsOf } from '../processor-time';
import { printed, spawnSource, stopProcess } from './source-process';

/** `business-messaging receive` in its own process. */
export async function startReceive(
	store: string,
	secret: string,
): Promise<Required<Pick<Running, 'url' | 'processes' | 'stop'>>> {
	const flags = ['receive', '--port', '0', '--host', '127.0.0.1'];
	const child = spawnSource('cli/main.ts', [...flags, '--store', store, '--secret', secret]);
	const [, url] = await printed(child, /deliveries at (\S+)\n/);
	const isOnPostgres = store.startsWith('postgres');
	return {
		url: url!,
		processes: () => ({
			receiver: child.pid!,
			...(isOnPostgres && { database: pidsOf('postgres') }),
		}),
		stop: () => stopProcess(child),
	};
}
