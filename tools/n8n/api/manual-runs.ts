import type { N8nSession } from './n8n-session';

export interface ManualRunsApi {
	/**
	 * Runs a saved workflow from the named trigger, as the editor's button does.
	 * @returns the execution's id
	 * @throws if that trigger is a webhook, which waits for a request instead (see `listenForTest`)
	 */
	runWorkflow(workflowId: string, trigger: string): Promise<string>;
	/** Stops a running execution, as the editor's button does. */
	stopExecution(executionId: string): Promise<void>;
	/** Makes n8n listen for one test event on the trigger's path under `/webhook-test/`. */
	listenForTest(workflowId: string, trigger: string): Promise<void>;
	/** Stops listening if no event has come. Returns before n8n has called the `delete` methods. */
	stopListening(workflowId: string): Promise<void>;
	/** Whether n8n listens on a path under `/webhook-test/`. */
	listens(path: string): Promise<boolean>;
}

export function manualRunsApi({ url, editor }: N8nSession): ManualRunsApi {
	const run = async (workflowId: string, trigger: string) =>
		(await editor('POST', `/rest/workflows/${workflowId}/run`, {
			triggerToStartFrom: { name: trigger },
		})) as { executionId?: string; waitingForWebhook?: boolean };

	const stopListening = async (workflowId: string) => {
		await editor('DELETE', `/rest/test-webhook/${workflowId}`);
	};

	return {
		stopListening,
		async listens(path) {
			// n8n answers a browser's preflight request with an error if there is no webhook.
			const preflight = {
				method: 'OPTIONS',
				headers: { origin: url, 'access-control-request-method': 'POST' },
			};
			return (await fetch(`${url}/webhook-test/${path}`, preflight)).ok;
		},
		async runWorkflow(workflowId, trigger) {
			const { executionId } = await run(workflowId, trigger);
			if (executionId) return executionId;
			await stopListening(workflowId);
			throw new Error(`"${trigger}" waits for a request instead of starting workflow ${workflowId}.`);
		},
		async stopExecution(executionId) {
			await editor('POST', `/rest/executions/${executionId}/stop`);
		},
		async listenForTest(workflowId, trigger) {
			const { waitingForWebhook } = await run(workflowId, trigger);
			if (!waitingForWebhook) throw new Error(`"${trigger}" of workflow ${workflowId} isn't a webhook.`);
		},
	};
}
