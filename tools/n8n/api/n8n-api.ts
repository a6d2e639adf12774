import type { Owner } from '../process/environment';
import { type ExecutionsApi, executionsApi } from './executions';
import { type ManualRunsApi, manualRunsApi } from './manual-runs';
import { type N8nSession, openSession } from './n8n-session';
import { type NodeFormsApi, nodeFormsApi } from './node-forms';
import { type WorkflowsApi, workflowsApi } from './workflows';

export type N8nApi = N8nSession & WorkflowsApi & ManualRunsApi & ExecutionsApi & NodeFormsApi;

/** Connects to the n8n at `url`: what a user can do in the editor, and what the public API returns. */
export async function connect(url: string, owner: Owner): Promise<N8nApi> {
	const session = await openSession(url, owner);
	return {
		...session,
		...workflowsApi(session),
		...manualRunsApi(session),
		...executionsApi(session),
		...nodeFormsApi(session),
	};
}
