import { createDatabase, freePort, startN8n, startQueueN8n } from '../../n8n';
import { processorTimeOf } from '../processor-time';
import { inPostgres, inSqlite, POSTGRES } from '../webhooks/stores';
import { BARE_TRIGGER, credentialsFor, type Way } from './workflows';

/** n8n with the workflows of all ways. */
export interface AnswerN8n {
	/** Where deliveries go. */
	url: string;
	/** Where those go that a trigger receives by itself. */
	ownUrl: string;
	/** What its processes have used so far. ms */
	processorTime(): number;
	stop(): Promise<void>;
}

interface Options {
	/** Where the messages go. */
	gateway: string;
	/** What the deliveries are signed with. */
	secret: string;
	/** For the embedded store. */
	folder: string;
	ways: Way[];
	/** Settings of n8n. */
	env: NodeJS.ProcessEnv;
	/** Main, webhook process, and one worker, with n8n's and our data in Postgres. */
	queue: boolean;
}

export async function startAnswerN8n(options: Options): Promise<AnswerN8n> {
	const { gateway, secret, folder, ways, queue } = options;
	const env = { N8N_CUSTOM_EXTENSIONS: BARE_TRIGGER, ...options.env };
	const port = await freePort();
	const ownUrl = `http://127.0.0.1:${port}`;
	const place = queue ? inPostgres() : inSqlite(folder);
	const shared = {
		env,
		credentials: credentialsFor(gateway, secret, place.url),
		workflows: ways.map(({ workflow }) => workflow(gateway, port)),
		publish: true,
	};
	if (!queue) {
		const { url, pid, stop } = await startN8n(shared);
		return { url, ownUrl, processorTime: () => processorTimeOf([pid]), stop };
	}
	const database = await createDatabase(POSTGRES);
	const redisUrl = process.env.BENCH_REDIS_URL ?? 'redis://127.0.0.1:6379';
	const n8n = await startQueueN8n({ ...shared, databaseUrl: database.url, redisUrl });
	const pids = [n8n.pid, n8n.webhook.pid, n8n.worker.pid];
	return {
		url: n8n.webhookUrl,
		ownUrl,
		processorTime: () => processorTimeOf(pids),
		async stop() {
			await n8n.stop();
			await database.drop();
			await place.remove();
		},
	};
}
