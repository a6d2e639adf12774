import { type CredentialsApi, credentialsApi } from './credentials';
import { type ExecutionsApi, executionsApi } from './executions';
import { type ManualRunsApi, manualRunsApi } from './manual-runs';
import { type Access, type N8nSession, openSession } from './n8n-session';
import { type NodeFormsApi, nodeFormsApi } from './node-forms';
import { type WorkflowsApi, workflowsApi } from './workflows';

export type N8nApi = N8nSession &
	CredentialsApi &
	WorkflowsApi &
	ManualRunsApi &
	ExecutionsApi &
	NodeFormsApi;

/** Connects to an n8n: what a user can do in the editor, and what the public API returns. */
export function connect(access: Access): N8nApi {
	const session = openSession(access);
	return {
		...session,
		...credentialsApi(session),
		...workflowsApi(session),
		...manualRunsApi(session),
		...executionsApi(session),
		...nodeFormsApi(session),
	};
}
