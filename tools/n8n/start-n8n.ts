import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { environment, type Owner } from './environment';
import { type Credential, importCredentials } from './import-credentials';
import { installPackage } from './install-package';
import { findInstallation } from './installation';
import { connect, type N8nApi } from './n8n-api';
import type { N8nProcess } from './n8n-process';
import { type Ports, startOnFreePorts } from './start-on-free-ports';
import type { Workflow } from './workflows';

export interface StartOptions {
	/** n8n's user folder; a temporary one, removed at the end, unless given. */
	folder?: string;
	/** The community package to install, built. */
	packageFolder?: string;
	/** The pinned n8n; BUSINESS_MESSAGING_HOST unless given. */
	hostFolder?: string;
	credentials?: Credential[];
	workflows?: Workflow[];
	/** Which of the workflows to publish, all or by id; none unless given. */
	publish?: boolean | string[];
	/** More environment variables for n8n, or others than its usual ones here. */
	env?: NodeJS.ProcessEnv;
	/** A free one unless given. */
	port?: number;
	owner?: Owner;
	encryptionKey?: string;
	/** Gets every line that n8n prints. */
	log?: (line: string) => void;
}

export interface N8n {
	url: string;
	/** n8n's process. */
	pid: number;
	owner: Owner;
	folder: string;
	api: N8nApi;
	/** The last 5,000 lines that n8n printed. */
	logs(): string;
	/** Resolves with a sentence when the process has ended, whoever ended it. */
	ended: Promise<string>;
	/** Stops n8n as an administrator would, and removes the folder if it was a temporary one. */
	stop(): Promise<void>;
	/** Kills n8n without warning and leaves its folder, so that it can be started there again. */
	kill(): Promise<void>;
	/**
	 * Starts n8n again with what is in its folder, after it has ended. `stop` and `kill` go on to mean the process that
	 * runs then.
	 */
	restart(): Promise<N8n>;
}

/** What credentials are encrypted with, unless another key is given. */
export const ENCRYPTION_KEY = 'business-messaging';

/** Waits for work with n8n, which cannot end any more when n8n has. */
function whileItRuns<Result>(
	{ ended, logs }: Pick<N8nProcess, 'ended' | 'logs'>,
	work: Promise<Result>,
): Promise<Result> {
	const death = ended.then((sentence) => {
		throw new Error(`${sentence}:\n${logs().split('\n').slice(-25).join('\n')}`);
	});
	return Promise.race([work, death]);
}

async function fill(api: N8nApi, { workflows = [], publish = false }: StartOptions): Promise<void> {
	for (const workflow of workflows) await api.saveWorkflow(workflow);
	for (const { id } of workflows) {
		if (Array.isArray(publish) ? publish.includes(id) : publish) await api.publish(id);
	}
}

/**
 * Starts an n8n on a port of the loopback, with a package, credentials and workflows in it.
 * Resolves when it is ready, the owner is logged in, and the workflows to publish are published.
 * @throws with n8n's last log lines when it does not start, and when a workflow cannot be published
 */
export async function startN8n(options: StartOptions = {}): Promise<N8n> {
	const installation = findInstallation(options.hostFolder);
	const owner = options.owner ?? {
		email: 'owner@example.com',
		password: `A1${randomBytes(9).toString('base64url')}`,
	};
	const settings = {
		folder: options.folder ?? (await mkdtemp(join(tmpdir(), 'business-messaging-n8n-'))),
		encryptionKey: options.encryptionKey ?? ENCRYPTION_KEY,
		owner: { email: owner.email, passwordHash: installation.hashPassword(owner.password) },
	};
	const { folder } = settings;
	const envOf = (ports: Ports) => environment({ ...settings, ...ports }, options.env);
	let running: N8nProcess | undefined;

	async function install(): Promise<void> {
		await mkdir(folder, { recursive: true });
		if (options.packageFolder) await installPackage(options.packageFolder, folder);
		const nowhere = { port: 0, brokerPort: 0 };
		await importCredentials(installation, options.credentials ?? [], folder, envOf(nowhere));
	}

	async function stop(): Promise<void> {
		await running?.stop();
		if (!options.folder) await rm(folder, { recursive: true, force: true, maxRetries: 5 });
	}

	async function kill(): Promise<void> {
		await running?.kill();
		// With this mark of a crash n8n would sleep for 10 s when it starts again, and do nothing else about it.
		await rm(join(folder, '.n8n/crash.journal'), { force: true });
	}

	async function start(): Promise<N8n> {
		const { port, log } = options;
		const started = await startOnFreePorts(installation, 'start', { port, envOf, log });
		running = started;
		const { url, pid, logs, ended } = started;
		const api = await whileItRuns(started, connect(url, owner));
		return { url, pid, owner, folder, api, logs, ended, stop, kill, restart: start };
	}

	try {
		await install();
		const n8n = await start();
		await whileItRuns(n8n, fill(n8n.api, options));
		return n8n;
	} catch (error) {
		await stop();
		throw error;
	}
}
