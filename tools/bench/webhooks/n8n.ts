import type { Credential, N8n, WorkflowNode } from '../../n8n';
import { startN8n } from '../../n8n';

/** Saves no execution data, as recommended for workflows at high volume. */
const settings = {
	executionOrder: 'v1',
	saveDataSuccessExecution: 'none',
	saveDataErrorExecution: 'none',
	saveManualExecutions: false,
};

/** n8n with the built package and one published workflow with one node. `env`: settings of n8n */
export async function startN8nWith(
	node: Omit<WorkflowNode, 'id' | 'position'>,
	credentials: Credential[] = [],
	env: NodeJS.ProcessEnv = {},
): Promise<N8n> {
	const placed = { ...node, id: 'bench-node', position: [0, 0] } as WorkflowNode;
	const workflow = { id: 'bench', name: 'Bench', nodes: [placed], connections: {}, settings };
	return await startN8n({
		credentials,
		env,
		workflows: [workflow],
		publish: true,
	});
}
