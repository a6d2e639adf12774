import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import type { Operation, Resource } from './operation';
import { runAction } from './run-action';

type Execute = (this: IExecuteFunctions) => Promise<INodeExecutionData[][]>;

/** Runs the chosen operation. */
export function operationRouter(operations: readonly Operation[]): Execute {
	return async function execute() {
		const chosen = this.getNodeParameter('operation', 0);
		const operation = operations.find(({ value }) => value === chosen);
		if (!operation) {
			throw new NodeOperationError(this.getNode(), `The operation "${chosen}" doesn't exist.`);
		}
		return runAction(this, operation);
	};
}

/** Runs the chosen operation of the chosen resource. */
export function resourceRouter(resources: readonly Resource[]): Execute {
	return async function execute() {
		const chosen = this.getNodeParameter('resource', 0);
		const resource = resources.find(({ value }) => value === chosen);
		if (!resource) throw new NodeOperationError(this.getNode(), `The resource "${chosen}" doesn't exist.`);
		return operationRouter(resource.operations).call(this);
	};
}
