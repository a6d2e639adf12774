import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../sources';
import type { Credential } from './api/credentials';
import { connect, type N8nApi } from './api/n8n-api';
import { logIn } from './api/n8n-session';
import type { Workflow } from './api/workflows';
import { installPackage } from './install-package';
import { environment, type Owner } from './process/environment';
import { findInstallation } from './process/installation';
import type { N8nProcess } from './process/n8n-process';
import { type Ports, startOnFreePorts } from './process/start-on-free-ports';

export interface Contents {
	credentials?: Credential[];
	workflows?: Workflow[];
	/** Which workflows to publish: all, or those with these ids. Default: none. */
	publish?: boolean | string[];
}

export interface StartOptions extends Contents {
	/** n8n's user folder. Default: a temporary one, which is removed at the end. */
	folder?: string;
	/** The community package to install, built; `false` for none. Default: this package. */
	packageFolder?: string | false;
	/** Environment variables for n8n, in addition to or instead of the usual ones. */
	env?: NodeJS.ProcessEnv;
	/** Default: a free one. */
	port?: number;
	owner?: Owner;
	encryptionKey?: string;
	/** Receives every line that n8n prints. */
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
	/** Resolves with a sentence when the process has ended for whatever reason. */
	ended: Promise<string>;
	/**
	 * Stops n8n as an administrator does, and removes the folder if it is a temporary one.
	 * @param withinMs when n8n is killed if it still runs. Default: 40 s
	 */
	stop(withinMs?: number): Promise<void>;
	/** Kills n8n without warning and keeps its folder, so that n8n can be started there again. */
	kill(): Promise<void>;
	/**
	 * Starts n8n again in its folder after it has ended, with these variables in addition. From then on, `stop` and `kill`
	 * apply to the new process.
	 */
	restart(env?: NodeJS.ProcessEnv): Promise<N8n>;
}

/** The default key that credentials are encrypted with. */
export const ENCRYPTION_KEY = 'business-messaging';

/** Waits for work that needs n8n. @throws if n8n ends meanwhile */
function whileItRuns<Result>(
	{ ended, logs }: Pick<N8nProcess, 'ended' | 'logs'>,
	work: Promise<Result>,
): Promise<Result> {
	const death = ended.then((sentence) => {
		throw new Error(`${sentence}:\n${logs().split('\n').slice(-25).join('\n')}`);
	});
	return Promise.race([work, death]);
}

/** Puts credentials and workflows into an n8n, and publishes them. */
export async function fill(
	api: N8nApi,
	{ credentials = [], workflows = [], publish = false }: Contents,
): Promise<void> {
	for (const credential of credentials) await api.createCredential(credential);
	for (const workflow of workflows) await api.saveWorkflow(workflow);
	for (const { id } of workflows) {
		if (Array.isArray(publish) ? publish.includes(id) : publish) await api.publish(id);
	}
}

/**
 * Starts n8n on a port of the loopback interface with a package, credentials, and workflows.
 * Resolves when n8n is ready, its owner is logged in, and the workflows are published.
 * @throws with n8n's last log lines if it doesn't start, and if a workflow can't be published
 */
export async function startN8n(options: StartOptions = {}): Promise<N8n> {
	const installation = findInstallation();
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
	const { packageFolder = ROOT } = options;
	let running: N8nProcess | undefined;

	async function install(): Promise<void> {
		await mkdir(folder, { recursive: true });
		if (packageFolder) await installPackage(packageFolder, folder);
	}

	async function stop(withinMs?: number): Promise<void> {
		await running?.stop(withinMs);
		if (!options.folder) await rm(folder, { recursive: true, force: true, maxRetries: 5 });
	}

	async function kill(): Promise<void> {
		await running?.kill();
		// With this crash mark, n8n only sleeps for 10 s at its next start.
		await rm(join(folder, '.n8n/crash.journal'), { force: true });
	}

	async function start(env: NodeJS.ProcessEnv = {}): Promise<N8n> {
		const { port, log } = options;
		const envOf = (ports: Ports) => environment({ ...settings, ...ports }, { ...options.env, ...env });
		const started = await startOnFreePorts(installation, 'start', { port, envOf, log });
		running = started;
		const { url, pid, logs, ended } = started;
		const api = connect(await whileItRuns(started, logIn(url, owner)));
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
