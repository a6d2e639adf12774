import { setTimeout as wait } from 'node:timers/promises';
import { printed, spawnSource, stopProcess } from '../webhooks/source-process';

/** A message that the gateway accepted. */
interface Accepted {
	to: string;
	/** Epoch ms */
	at: number;
}

export interface BenchGateway {
	url: string;
	apiKey: string;
	phoneNumberId: string;
	/** The accepted messages, oldest first. */
	accepted(): Promise<Accepted[]>;
	stop(): Promise<void>;
}

export async function startGateway(throughput: number): Promise<BenchGateway> {
	const child = spawnSource('tools/bench/campaign/gateway-process.ts', [String(throughput)]);
	const [, text] = await printed(child, /Gateway (\{.*\})\n/);
	const place = JSON.parse(text!) as Pick<BenchGateway, 'url' | 'apiKey' | 'phoneNumberId'>;
	/** Retries, because a gateway that just got thousands of requests at once may close a connection. */
	const control = async (method: string, triesLeft = 5): Promise<unknown> => {
		try {
			const answer = await fetch(`${place.url}/sandbox/control/${method}`, { method: 'POST' });
			return ((await answer.json()) as { result: unknown }).result;
		} catch (error) {
			if (triesLeft === 0) throw error;
			await wait(1_000);
			return control(method, triesLeft - 1);
		}
	};
	return {
		...place,
		accepted: async () => (await control('sent')) as Accepted[],
		stop: () => stopProcess(child),
	};
}
