import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { errorItem, shownError } from '../shared/errors/item-errors';
import type { Operation } from './operation';
import { operations } from './operations';

function operationOf(context: IExecuteFunctions): Operation {
	const resource = context.getNodeParameter('resource', 0);
	const name = context.getNodeParameter('operation', 0);
	const operation = operations[`${resource}:${name}`];
	if (!operation) {
		throw new NodeOperationError(context.getNode(), `There is no operation ${name} of ${resource}.`);
	}
	return operation;
}

/** Runs the chosen operation on every item: what comes out is paired with the item it comes from. */
export async function router(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const operation = operationOf(this);
	const runItem = await operation.prepare(this).catch((error: unknown) => {
		throw shownError(this, error, 0);
	});
	const output: INodeExecutionData[] = [];
	for (const itemIndex of this.getInputData().keys()) {
		try {
			const results = await runItem(itemIndex);
			output.push(...results.map((result) => ({ ...result, pairedItem: { item: itemIndex } })));
		} catch (error) {
			const failure = shownError(this, error, itemIndex);
			if (!this.continueOnFail()) throw failure;
			output.push({ json: errorItem(failure), pairedItem: { item: itemIndex } });
		}
	}
	const message = operation.hint?.(output.map(({ json }) => json));
	if (message) this.addExecutionHints({ message, location: 'outputPane' });
	return [output];
}
