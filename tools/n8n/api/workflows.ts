import { N8nRequestError, type N8nSession } from './n8n-session';
import { poll } from '../poll';

export interface WorkflowNode {
	id: string;
	name: string;
	type: string;
	typeVersion: number;
	position: [number, number];
	parameters: Record<string, unknown>;
	credentials?: Record<string, { id: string; name: string }>;
	webhookId?: string;
	[other: string]: unknown;
}

/** A workflow as n8n exports it. */
export interface Workflow {
	id: string;
	name: string;
	nodes: WorkflowNode[];
	connections: Record<string, unknown>;
	settings?: Record<string, unknown>;
	[other: string]: unknown;
}

interface PublicationStatus {
	status: 'in_progress' | 'not_published' | 'published' | 'partial' | 'failed';
	triggers: { nodeId: string; status: string; errorMessage: string | null }[];
}

export interface WorkflowsApi {
	/** The saved version. */
	readWorkflow(id: string): Promise<Workflow>;
	/** Creates a workflow under its own id, or updates the one that has this id. Doesn't publish it. */
	saveWorkflow(workflow: Workflow): Promise<void>;
	/**
	 * Publishes the saved version and waits until its triggers run, for at most `timeoutMs` (300 s). By then n8n has called
	 * the webhooks' `create` methods and the `trigger` methods.
	 * @throws if one of them failed, with its message
	 */
	publish(workflowId: string, timeoutMs?: number): Promise<void>;
	/** Unpublishes a workflow and waits until its triggers have stopped. By then n8n has called the `delete` methods. */
	unpublish(workflowId: string, timeoutMs?: number): Promise<void>;
	publicationStatus(workflowId: string): Promise<PublicationStatus>;
}

export function workflowsApi({ editor }: N8nSession): WorkflowsApi {
	const read = async (id: string) =>
		(await editor('GET', `/rest/workflows/${id}`)) as Workflow & { versionId: string; active: boolean };

	/** Older versions of n8n publish while they answer: they have no status to ask for. */
	async function publicationStatus(id: string): Promise<PublicationStatus> {
		try {
			return (await editor('GET', `/rest/workflows/${id}/publication-status`)) as PublicationStatus;
		} catch (error) {
			if (!(error instanceof N8nRequestError) || error.status !== 404) throw error;
			const { active } = await read(id);
			return { status: active ? 'published' : 'not_published', triggers: [] };
		}
	}

	/**
	 * The status once nothing is under way. n8n reads what is under way and what runs in two statements: if publishing ends
	 * between them, it says that all is over, with what ran before. So the answer after that one counts.
	 */
	async function settled(id: string, timeoutMs: number): Promise<PublicationStatus> {
		const isOver = async () => ((await publicationStatus(id)).status === 'in_progress' ? undefined : true);
		const onTimeout = () => `n8n is still busy publishing workflow ${id} after ${timeoutMs / 1000} s.`;
		await poll(isOver, { timeoutMs, onTimeout });
		return publicationStatus(id);
	}

	return {
		readWorkflow: read,
		publicationStatus,
		async saveWorkflow(workflow) {
			const exists = await read(workflow.id).catch((error: unknown) => {
				if (error instanceof N8nRequestError && error.status === 404) return undefined;
				throw error;
			});
			if (exists) await editor('PATCH', `/rest/workflows/${workflow.id}`, workflow);
			else await editor('POST', '/rest/workflows', workflow);
		},
		async publish(id, timeoutMs = 300_000) {
			const { versionId } = await read(id);
			await editor('POST', `/rest/workflows/${id}/activate`, { versionId });
			const { status, triggers } = await settled(id, timeoutMs);
			if (status === 'published') return;
			const errors = triggers.map(({ errorMessage }) => errorMessage).filter(Boolean);
			throw new Error(`Workflow ${id} is ${status} instead of published: ${errors.join('; ')}`);
		},
		async unpublish(id, timeoutMs = 300_000) {
			await editor('POST', `/rest/workflows/${id}/deactivate`, {});
			const { status } = await settled(id, timeoutMs);
			if (status !== 'not_published')
				throw new Error(`Workflow ${id} is ${status} instead of not published.`);
		},
	};
}
