import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { GatewayError, InvalidRequest } from '../../../gateway';
import { withLocalTimes } from '../times';
import { fieldOfRequest } from './field-of-request';
import { toApiError, withoutItsWords } from './gateway-failure';

/** A request that breaks limits, by the labels of the form, with local times. */
const inLabels = ({ problems }: InvalidRequest, outcome: string, timeZone: string) =>
	new ProblemList(
		outcome,
		problems.map(({ path, message }) => withLocalTimes(`${fieldOfRequest(path)} ${message}.`, timeZone)),
	);

/**
 * An error as n8n shows it.
 * @param itemIndex the item that it is about; left out if it is about all of them, since n8n names it in the message
 * @param outcome what didn't happen, if what was entered is wrong
 */
export function toNodeError(
	context: Pick<IExecuteFunctions, 'getNode' | 'getTimezone'>,
	error: unknown,
	itemIndex?: number,
	outcome = 'Nothing was sent.',
): NodeApiError | NodeOperationError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	if (error instanceof GatewayError) return toApiError(context, error, itemIndex);
	const shown = error instanceof InvalidRequest ? inLabels(error, outcome, context.getTimezone()) : error;
	const description = shown instanceof ProblemList ? shown.list : undefined;
	return new NodeOperationError(context.getNode(), shown instanceof Error ? shown : String(shown), {
		itemIndex,
		...(description && { description }),
	});
}

/**
 * An error as a node throws it. n8n's editor shows a description as HTML, in which only a tag begins a new line. An
 * agent's model reads nothing but the message of its tool's error, so the message says everything there.
 */
export function thrownError<Failure extends NodeApiError | NodeOperationError>(
	context: IExecuteFunctions,
	error: Failure,
): Failure {
	const { message, description } = error;
	const isTool = context.getNode().type.endsWith('Tool');
	if (isTool && description && !message.includes(description)) error.message = `${message}\n${description}`;
	else error.description = description?.replaceAll('\n', '<br>\n');
	return error;
}

/**
 * The error as an item, if the node continues after it: what happened and what to do in `message`, then in the gateway's
 * words if the gateway refused.
 */
export function errorItem(error: NodeApiError | NodeOperationError): IDataObject {
	const response = error instanceof NodeApiError ? error.errorResponse : undefined;
	if (response && 'effect' in response) {
		return { error: { message: withoutItsWords(error), ...(response as IDataObject) } };
	}
	const { message } = error;
	const details = error.description ?? null;
	return { error: { message, code: null, title: message, details, effect: 'fix-request' } };
}

/**
 * Everything that is wrong with what a person entered. With one problem, the message is that problem. With several, it
 * says how many there are, and `list` has them, one a line.
 */
export class ProblemList extends Error {
	override readonly name = 'ProblemList';
	/** Empty if there is only one problem. */
	readonly list: string;

	/** @param outcome what didn't happen, for example `Nothing was sent.` */
	constructor(
		outcome: string,
		readonly problems: readonly string[],
	) {
		const [only = ''] = problems;
		super(problems.length === 1 ? `${outcome} ${only}` : `${outcome} ${problems.length} things to fix`);
		this.list =
			problems.length === 1 ? '' : problems.map((problem, index) => `${index + 1}. ${problem}`).join('\n');
	}
}
