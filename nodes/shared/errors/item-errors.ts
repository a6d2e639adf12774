import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { GatewayError } from '../../../gateway';
import { toApiError } from './gateway-failure';

/** An error as n8n shows it, with its item. */
export function toNodeError(
	context: IExecuteFunctions,
	error: unknown,
	itemIndex: number,
): NodeApiError | NodeOperationError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	if (error instanceof GatewayError) return toApiError(context.getNode(), error, itemIndex);
	return new NodeOperationError(context.getNode(), error instanceof Error ? error : String(error), {
		itemIndex,
	});
}

/** The error as an item, if the node continues after it: in the gateway's words if the gateway refused. */
export function errorItem(error: NodeApiError | NodeOperationError): IDataObject {
	const response = error instanceof NodeApiError ? error.errorResponse : undefined;
	if (response && 'effect' in response) return { error: response as IDataObject };
	return {
		error: { code: null, title: error.message, details: error.description ?? null, effect: 'fix-request' },
	};
}
