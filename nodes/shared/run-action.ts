import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { errorItem, thrownError, toNodeError } from './errors/item-errors';
import type { Action, Operation, Resource } from './operation';

/** What comes of one act on all items is paired with the first of them. */
const ofAllItems = { pairedItem: { item: 0 } };

/** An item that comes of all items together. */
export const itemOfAll = (json: INodeExecutionData['json']): INodeExecutionData => ({ json, ...ofAllItems });

function showHint(context: IExecuteFunctions, message: string | undefined): void {
	if (message) context.addExecutionHints({ message, location: 'outputPane' });
}

async function runForAllItems(
	context: IExecuteFunctions,
	action: Extract<Action, { forAllItems: unknown }>,
): Promise<INodeExecutionData[][]> {
	try {
		const { outputs, hint } = await action.forAllItems(context);
		showHint(context, hint);
		return outputs;
	} catch (error) {
		const failure = toNodeError(context, error, 0);
		if (!context.continueOnFail()) throw thrownError(context, failure);
		return [[itemOfAll(errorItem(failure))]];
	}
}

/** Whether n8n itself takes items that are an error alone to an output for errors. */
const hasErrorOutput = (context: IExecuteFunctions) => context.getNode().onError === 'continueErrorOutput';

async function runForEachItem(
	context: IExecuteFunctions,
	action: Extract<Action, { forEachItem: unknown }>,
): Promise<INodeExecutionData[][]> {
	const runItem = await action.forEachItem(context).catch((error: unknown) => {
		throw thrownError(context, toNodeError(context, error, 0));
	});
	const outputs: INodeExecutionData[][] = (action.outputs ?? ['']).map(() => []);
	for (const itemIndex of context.getInputData().keys()) {
		const pairedItem = { item: itemIndex };
		try {
			for (const { output = 0, ...item } of await runItem(itemIndex)) {
				outputs[output]!.push({ ...item, pairedItem });
			}
		} catch (error) {
			const failure = toNodeError(context, error, itemIndex);
			if (!context.continueOnFail()) throw thrownError(context, failure);
			const json = errorItem(failure);
			const own = hasErrorOutput(context) ? undefined : action.failed?.(context, itemIndex, json);
			const { output = 0, ...item } = own ?? { json };
			outputs[output]!.push({ ...item, pairedItem });
		}
	}
	showHint(
		context,
		action.hint?.(
			outputs.flat().map(({ json }) => json),
			context,
		),
	);
	return outputs;
}

/** Runs what a node does: pairs the items that come out, continues after an error if the node is set to, and hints. */
export function runAction(context: IExecuteFunctions, action: Action): Promise<INodeExecutionData[][]> {
	return 'forAllItems' in action ? runForAllItems(context, action) : runForEachItem(context, action);
}

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
