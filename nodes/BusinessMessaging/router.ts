import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { GatewayError } from '../../gateway';
import { apiErrorOf } from '../shared/gateway-failure';
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

/** An error as n8n shows it, with its item. */
function shown(
	context: IExecuteFunctions,
	error: unknown,
	itemIndex: number,
): NodeApiError | NodeOperationError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	if (error instanceof GatewayError) return apiErrorOf(context.getNode(), error, itemIndex);
	return new NodeOperationError(context.getNode(), error instanceof Error ? error : String(error), {
		itemIndex,
	});
}

/** The error as an item, when the node goes on after it: the gateway's words where it comes from there. */
function errorItem(error: NodeApiError | NodeOperationError): IDataObject {
	const response = error instanceof NodeApiError ? error.errorResponse : undefined;
	if (response && 'effect' in response) return { error: response as IDataObject };
	return {
		error: { code: null, title: error.message, details: error.description ?? null, effect: 'fix-request' },
	};
}

/** Runs the chosen operation on every item: what comes out is paired with the item it comes from. */
export async function router(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const operation = operationOf(this);
	const runItem = await operation.prepare(this).catch((error: unknown) => {
		throw shown(this, error, 0);
	});
	const output: INodeExecutionData[] = [];
	for (const itemIndex of this.getInputData().keys()) {
		try {
			const results = await runItem(itemIndex);
			output.push(...results.map((result) => ({ ...result, pairedItem: { item: itemIndex } })));
		} catch (error) {
			const failure = shown(this, error, itemIndex);
			if (!this.continueOnFail()) throw failure;
			output.push({ json: errorItem(failure), pairedItem: { item: itemIndex } });
		}
	}
	const message = operation.hint?.(output.map(({ json }) => json));
	if (message) this.addExecutionHints({ message, location: 'outputPane' });
	return [output];
}
