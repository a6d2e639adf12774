import { randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../sources';
import { freePort } from './free-port';
import { installPackage } from './install-package';
import { environment } from './process/environment';
import { findInstallation } from './process/installation';
import type { N8nProcess } from './process/n8n-process';
import { startOnFreePorts } from './process/start-on-free-ports';
import { askRedis } from './redis';
import { ENCRYPTION_KEY, type N8n, startN8n, type StartOptions } from './start-n8n';

export interface QueueOptions extends StartOptions {
	/** An empty Postgres database, in which n8n creates its tables. */
	databaseUrl: string;
	/** Such as redis://127.0.0.1:6379. n8n writes only keys with its own prefix, which are removed at the end. */
	redisUrl: string;
}

/** `kill` and `restart` are those of the main process. */
export interface QueueN8n extends N8n {
	/** The URL of production webhooks. `url` is the URL of the editor. */
	webhookUrl: string;
	webhook: N8nProcess;
	worker: N8nProcess;
	/** Starts another worker, with these variables in addition. */
	startWorker(env?: NodeJS.ProcessEnv): Promise<N8nProcess>;
	/** Starts the process for webhooks again, at the same URL, after it has ended, with these variables in addition. */
	startWebhook(env?: NodeJS.ProcessEnv): Promise<N8nProcess>;
}

/** What all processes of one n8n share. */
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
 * Starts n8n in queue mode: a main process, a worker, and a process for production webhooks, each with its own folder,
 * as if on separate machines.
 * @throws like `startN8n`, and if Redis doesn't answer
 */
export async function startQueueN8n(options: QueueOptions): Promise<QueueN8n> {
	const { databaseUrl, redisUrl, packageFolder = ROOT, log } = options;
	await askRedis(redisUrl, ['PING']);
	const installation = findInstallation();
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

	/** Starts a process next to the main one. */
	async function startProcessOf(
		command: 'webhook' | 'worker',
		{ port, env: more }: { port?: number; env?: NodeJS.ProcessEnv } = {},
	): Promise<N8nProcess> {
		const itsFolder = await mkdtemp(join(folder, command));
		if (packageFolder) await installPackage(packageFolder, itsFolder);
		const settings = {
			folder: itsFolder,
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
						...more,
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
		const starting = [startProcessOf('webhook', { port: webhookPort }), startProcessOf('worker')];
		// Both have started or failed before either is stopped.
		await Promise.allSettled(starting);
		const [webhook, worker] = (await Promise.all(starting)) as [N8nProcess, N8nProcess];
		return {
			...main,
			webhookUrl,
			webhook,
			worker,
			stop,
			startWorker: (more) => startProcessOf('worker', { env: more }),
			startWebhook: (more) => startProcessOf('webhook', { port: webhookPort, env: more }),
		};
	} catch (error) {
		await stop();
		throw error;
	}
}
