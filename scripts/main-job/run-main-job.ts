import { join } from 'node:path';
import type { N8n } from '../../host';
import { itemsOf, startN8n } from '../../host';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { readCustomers } from './customers';
import { EXAMPLES, readCampaign, readWorkflow, sandboxCredential } from './examples';
import { addTemplates, playCustomers } from './play-customers';
import type { Line } from './report';
import { linesOf } from './report';

/** The sandbox, and an n8n with this package, its credential and the example workflows in it. */
export interface Stage {
	sandbox: Sandbox;
	n8n: N8n;
	close(): Promise<void>;
}

const CUSTOMERS = join(EXAMPLES, 'customers.csv');

/** Starts the sandbox and n8n; the workflow that receives is published. */
export async function openStage(): Promise<Stage> {
	const sandbox = await startSandbox();
	try {
		const n8n = await startN8n({
			packageFolder: join(EXAMPLES, '..'),
			credentials: [sandboxCredential(sandbox)],
			workflows: [readWorkflow('receive'), readCampaign(CUSTOMERS)],
			publish: ['bmReceiveMessages'],
			env: { N8N_RESTRICT_FILE_ACCESS_TO: EXAMPLES },
		});
		const close = async () => {
			await n8n.stop();
			await sandbox.close();
		};
		return { sandbox, n8n, close };
	} catch (error) {
		await sandbox.close();
		throw error;
	}
}

/**
 * The main job: customers write in, then the campaign reads the customers' file and sends to each what the rules
 * allow.
 */
export async function runMainJob({ sandbox, n8n }: Stage): Promise<Line[]> {
	const customers = readCustomers(CUSTOMERS);
	await addTemplates(sandbox);
	await playCustomers(sandbox, customers);

	const { api } = n8n;
	const execution = await api.waitForExecution(await api.runWorkflow('bmCampaign', 'Start by hand'), 300_000);
	if (execution.status !== 'success') {
		throw new Error(
			`The campaign ended as ${execution.status}: ${execution.data?.resultData.error?.message ?? ''}`,
		);
	}
	await sandbox.control.idle();
	return linesOf(customers, itemsOf(execution, 'Send Auto'), sandbox);
}
