import { printed, spawnSource, stopProcess } from '../webhooks/source-process';

/** A message that the gateway accepted. */
export interface Accepted {
	to: string;
	/** Epoch ms */
	at: number;
}

export interface BenchGateway {
	url: string;
	apiKey: string;
	phoneNumberId: string;
	/** What it accepted, oldest first. */
	accepted(): Promise<Accepted[]>;
	/** It forgets what it accepted. */
	clear(): Promise<void>;
	stop(): Promise<void>;
}

export async function startGateway(throughput: number): Promise<BenchGateway> {
	const child = spawnSource('bench/campaign/gateway-process.ts', [String(throughput)]);
	const [, text] = await printed(child, /Gateway (\{.*\})\n/);
	const place = JSON.parse(text!) as Pick<BenchGateway, 'url' | 'apiKey' | 'phoneNumberId'>;
	const control = async (method: string) => {
		const answer = await fetch(`${place.url}/sandbox/control/${method}`, { method: 'POST' });
		return ((await answer.json()) as { result: unknown }).result;
	};
	return {
		...place,
		accepted: async () => (await control('sent')) as Accepted[],
		clear: async () => void (await control('clear')),
		stop: () => stopProcess(child),
	};
}
