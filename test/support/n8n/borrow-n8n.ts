import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Contents, Credential, N8n } from '../../../tools/n8n';
import { connect, fill } from '../../../tools/n8n';
import type { Lent } from './host';

/** An n8n that no other test file uses meanwhile, and that has nothing of the files before. */
export interface BorrowedN8n extends Pick<N8n, 'url' | 'owner' | 'folder' | 'api'> {
	/** The file of the store that its credentials name. */
	storeFile: string;
	/** The lines that it printed, those for other test files too. */
	logs(): Promise<string>;
	/** Kills n8n without warning. */
	kill(): Promise<void>;
	/** Starts it again at the same address after that. */
	restart(): Promise<void>;
	/** Gives it back without anything that was put in. */
	stop(): Promise<void>;
}

/** Asks the host. @throws with what it says went wrong */
export async function askHost<Answer>(question: string): Promise<Answer> {
	const url = `${process.env.TEST_N8N_HOST}/${question}/${process.env.JEST_WORKER_ID ?? 1}`;
	// A busy process may not have seen yet that a kept-alive connection was closed.
	const response = await fetch(url, { method: 'POST', headers: { connection: 'close' } }).catch(
		(cause: unknown) => {
			throw new Error(`The host of n8n didn't answer ${question}.`, { cause });
		},
	);
	const answer = (await response.json()) as unknown;
	if (!response.ok) throw new Error(String(answer));
	return answer as Answer;
}

/** Stops what runs or waits, and removes workflows with their executions, and credentials. */
async function clear({ publicApi, editor, unpublish, executions, stopExecution }: N8n['api']): Promise<void> {
	const { data: workflows } = (await publicApi('GET', '/workflows?limit=250')) as {
		data: Array<{ id: string; active: boolean }>;
	};
	for (const { id } of workflows.filter(({ active }) => active)) await unpublish(id);
	for (const status of ['running', 'waiting'] as const) {
		// One that ends meanwhile can't be stopped.
		for (const { id } of await executions({ status })) await stopExecution(id).catch(() => {});
	}
	for (const { id } of workflows) await publicApi('DELETE', `/workflows/${id}`);
	const credentials = (await editor('GET', '/rest/credentials')) as Array<{ id: string }>;
	for (const { id } of credentials) await editor('DELETE', `/rest/credentials/${id}`);
}

/** A credential whose store is this file, unless it names another one. */
function withStore(credential: Credential, file: string): Credential {
	if (credential.data.store !== '') return credential;
	return { ...credential, data: { ...credential.data, store: `sqlite:${file}` } };
}

/**
 * Borrows the n8n of this worker, with credentials and workflows, until `stop` is called.
 * @throws if something can't be saved or published
 */
export async function borrowN8n(contents: Contents = {}): Promise<BorrowedN8n> {
	const { access, owner, folder } = await askHost<Lent>('lend');
	const api = connect(access);
	const storeFile = join(folder, '.n8n', `${randomUUID()}.sqlite`);
	const credentials = contents.credentials?.map((credential) => withStore(credential, storeFile));
	await clear(api);
	await fill(api, { ...contents, credentials });
	return {
		url: access.url,
		owner,
		folder,
		api,
		storeFile,
		logs: () => askHost<string>('logs'),
		kill: () => askHost('kill'),
		restart: () => askHost('restart'),
		stop: () => clear(api),
	};
}
