import { randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { environment } from './environment';
import { freePort } from './free-port';
import { installPackage } from './install-package';
import { findInstallation } from './installation';
import type { N8nProcess } from './n8n-process';
import { askRedis } from './redis';
import { ENCRYPTION_KEY, type N8n, startN8n, type StartOptions } from './start-n8n';
import { startOnFreePorts } from './start-on-free-ports';

export interface QueueOptions extends StartOptions {
	/** A Postgres database of its own, which n8n makes its tables in. */
	databaseUrl: string;
	/** Such as redis://127.0.0.1:6379; only keys of its own are written there, and removed at the end. */
	redisUrl: string;
}

/** `kill` and `restart` are those of the main process. */
export interface QueueN8n extends N8n {
	/** Where production webhooks are served; `url` is where the editor is. */
	webhookUrl: string;
	webhook: N8nProcess;
	worker: N8nProcess;
	/** Starts a worker, beside those that there are. */
	startWorker(): Promise<N8nProcess>;
}

/** What all processes of one n8n have in common. */
function commonEnvironment(databaseUrl: string, redisUrl: string, prefix: string): NodeJS.ProcessEnv {
	const database = new URL(databaseUrl);
	const redis = new URL(redisUrl);
	return {
		EXECUTIONS_MODE: 'queue',
		DB_TYPE: 'postgresdb',
		DB_POSTGRESDB_HOST: database.hostname,
		DB_POSTGRESDB_PORT: database.port || '5432',
		DB_POSTGRESDB_DATABASE: database.pathname.slice(1),
		DB_POSTGRESDB_USER: decodeURIComponent(database.username),
		DB_POSTGRESDB_PASSWORD: decodeURIComponent(database.password),
		QUEUE_BULL_REDIS_HOST: redis.hostname,
		QUEUE_BULL_REDIS_PORT: redis.port || '6379',
		QUEUE_BULL_PREFIX: prefix,
		N8N_REDIS_KEY_PREFIX: prefix,
		N8N_DISABLE_PRODUCTION_MAIN_PROCESS: 'true',
	};
}

const DELETE_KEYS =
	"for _, key in ipairs(redis.call('KEYS', ARGV[1])) do redis.call('DEL', key) end return 1";

/**
 * Starts an n8n in queue mode: a main process, a worker and one for production webhooks, each with a folder of its
 * own, as on machines of their own.
 * @throws like `startN8n`, and when Redis does not answer
 */
export async function startQueueN8n(options: QueueOptions): Promise<QueueN8n> {
	const { databaseUrl, redisUrl, packageFolder, log } = options;
	await askRedis(redisUrl, ['PING']);
	const installation = findInstallation(options.hostFolder);
	const prefix = `business-messaging-${randomBytes(6).toString('hex')}`;
	const webhookPort = await freePort();
	const webhookUrl = `http://127.0.0.1:${webhookPort}`;
	const env = {
		...commonEnvironment(databaseUrl, redisUrl, prefix),
		WEBHOOK_URL: webhookUrl,
		...options.env,
	};
	const main = await startN8n({ ...options, env });
	const { folder } = main;
	const others: N8nProcess[] = [];

	/** A process beside the main one. */
	async function startBeside(command: 'webhook' | 'worker', port?: number): Promise<N8nProcess> {
		const folderBeside = await mkdtemp(join(folder, command));
		if (packageFolder) await installPackage(packageFolder, folderBeside);
		const settings = {
			folder: folderBeside,
			encryptionKey: options.encryptionKey ?? ENCRYPTION_KEY,
			owner: {
				email: main.owner.email,
				passwordHash: installation.hashPassword(main.owner.password),
			},
		};
		const started = await startOnFreePorts(installation, command, {
			port,
			log,
			envOf: (ports) =>
				environment(
					{ ...settings, ...ports },
					{
						...env,
						QUEUE_HEALTH_CHECK_ACTIVE: 'true',
						QUEUE_HEALTH_CHECK_PORT: String(ports.port),
						N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
					},
				),
		});
		others.push(started);
		return started;
	}

	async function stop(): Promise<void> {
		await Promise.all(others.map((each) => each.stop()));
		await main.stop();
		await askRedis(redisUrl, ['EVAL', DELETE_KEYS, '0', `*${prefix}*`]);
	}

	try {
		const starting = [startBeside('webhook', webhookPort), startBeside('worker')];
		// Both have come up or failed before anything is stopped.
		await Promise.allSettled(starting);
		const [webhook, worker] = (await Promise.all(starting)) as [N8nProcess, N8nProcess];
		return { ...main, webhookUrl, webhook, worker, startWorker: () => startBeside('worker'), stop };
	} catch (error) {
		await stop();
		throw error;
	}
}
