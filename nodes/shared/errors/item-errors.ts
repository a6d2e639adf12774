import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { GatewayError, InvalidRequest } from '../../../gateway';
import { fieldOfRequest } from './field-of-request';
import { toApiError } from './gateway-failure';
import { ProblemList } from './problem-list';

/** A request that breaks limits, by the labels of the form. */
const inLabels = ({ problems }: InvalidRequest) =>
	new ProblemList(
		'Nothing was sent.',
		problems.map(({ path, message }) => `${fieldOfRequest(path)} ${message}.`),
	);

/** An error as n8n shows it, with its item. */
export function toNodeError(
	context: IExecuteFunctions,
	error: unknown,
	itemIndex: number,
): NodeApiError | NodeOperationError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	if (error instanceof GatewayError) return toApiError(context.getNode(), error, itemIndex);
	const shown = error instanceof InvalidRequest ? inLabels(error) : error;
	const description = shown instanceof ProblemList ? shown.list : undefined;
	return new NodeOperationError(context.getNode(), shown instanceof Error ? shown : String(shown), {
		itemIndex,
		...(description && { description }),
	});
}

/**
 * An error as a node throws it. An agent's model reads nothing but the message of its tool's error, so the message says
 * everything there.
 */
export function thrownError<Failure extends NodeApiError | NodeOperationError>(
	context: IExecuteFunctions,
	error: Failure,
): Failure {
	const { message, description } = error;
	const isTool = context.getNode().type.endsWith('Tool');
	if (isTool && description && !message.includes(description)) error.message = `${message}\n${description}`;
	return error;
}

/**
 * The error as an item, if the node continues after it: as n8n shows it in `message`, then in the gateway's words if
 * the gateway refused.
 */
export function errorItem(error: NodeApiError | NodeOperationError): IDataObject {
	const { message } = error;
	const response = error instanceof NodeApiError ? error.errorResponse : undefined;
	if (response && 'effect' in response) return { error: { message, ...(response as IDataObject) } };
	const details = error.description ?? null;
	return { error: { message, code: null, title: message, details, effect: 'fix-request' } };
}
