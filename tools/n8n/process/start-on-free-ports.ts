import { freePort } from '../free-port';
import type { Installation } from './installation';
import { type N8nProcess, PortTakenError, startProcess } from './n8n-process';

const attempts = 3;

export interface Ports {
	port: number;
	brokerPort: number;
}

export interface ProcessOptions {
	/** Default: a free one. */
	port?: number;
	envOf: (ports: Ports) => NodeJS.ProcessEnv;
	/** Gets every line that the process prints. */
	log?: (line: string) => void;
}

/** Runs `n8n <command>` on free ports of the loopback interface, and tries other ports if one was taken meanwhile. */
export async function startOnFreePorts(
	installation: Installation,
	command: 'start' | 'webhook' | 'worker',
	{ port, envOf, log }: ProcessOptions,
	attempt = 1,
): Promise<N8nProcess & { url: string }> {
	const ports = { port: port ?? (await freePort()), brokerPort: await freePort() };
	const url = `http://127.0.0.1:${ports.port}`;
	try {
		return { ...(await startProcess(installation, [command], { url, env: envOf(ports), log })), url };
	} catch (error) {
		if (!(error instanceof PortTakenError) || port || attempt === attempts) throw error;
		return await startOnFreePorts(installation, command, { port, envOf, log }, attempt + 1);
	}
}
