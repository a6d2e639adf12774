import type { IDataObject, INodeParameters, NodeParameterValueType } from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';

const NODE = 'Node';
const workflow = new Workflow({
	active: false,
	connections: {},
	nodeTypes: {
		getByName: () => undefined as never,
		getByNameAndVersion: () => undefined as never,
		getKnownTypes: () => ({}),
	},
	nodes: [{ id: '1', name: NODE, type: 'node', typeVersion: 1, position: [0, 0], parameters: {} }],
});

/** What n8n's own expression engine makes of a parameter. */
export const engineSays = (parameter: unknown, json: IDataObject) =>
	workflow.expression.getParameterValue(
		parameter as NodeParameterValueType | INodeParameters,
		null,
		0,
		0,
		NODE,
		[{ json }],
		'manual',
		{},
	);
