import type { N8nSession } from './n8n-session';

export interface ManualRunsApi {
	/**
	 * Runs a saved workflow as the editor's button does, from the named trigger.
	 * @returns the execution's id
	 * @throws when that trigger is a webhook, which starts nothing but listens (see `listenForTest`)
	 */
	runWorkflow(workflowId: string, trigger: string): Promise<string>;
	/** Makes n8n listen for one test event at the trigger's address under `/webhook-test/`. */
	listenForTest(workflowId: string, trigger: string): Promise<void>;
	/** Ends the listening that no event has ended. */
	stopListening(workflowId: string): Promise<void>;
}

export function manualRunsApi({ editor }: N8nSession): ManualRunsApi {
	const run = async (workflowId: string, trigger: string) =>
		(await editor('POST', `/rest/workflows/${workflowId}/run`, {
			triggerToStartFrom: { name: trigger },
		})) as { executionId?: string; waitingForWebhook?: boolean };

	const stopListening = async (workflowId: string) => {
		await editor('DELETE', `/rest/test-webhook/${workflowId}`);
	};

	return {
		stopListening,
		async runWorkflow(workflowId, trigger) {
			const { executionId } = await run(workflowId, trigger);
			if (executionId) return executionId;
			await stopListening(workflowId);
			throw new Error(`"${trigger}" listens for a request instead of starting workflow ${workflowId}.`);
		},
		async listenForTest(workflowId, trigger) {
			const { waitingForWebhook } = await run(workflowId, trigger);
			if (!waitingForWebhook) throw new Error(`"${trigger}" of workflow ${workflowId} is no webhook.`);
		},
	};
}
