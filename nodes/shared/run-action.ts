import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { errorItem, thrownError, toNodeError } from './errors/item-errors';
import type { OfNumber } from './numbers';
import { byNumber } from './numbers';
import type { Action, Operation, Output, Resource, RunItem } from './operation';
import { checkChoicesFirst } from './read/wrong-choices';
import { withTexts } from './read/wrong-texts';

/** What comes of one act on all items is paired with the first of them. */
const ofAllItems = { pairedItem: { item: 0 } };

/** An item that comes of all items together. */
export const itemOfAll = (json: INodeExecutionData['json']): INodeExecutionData => ({ json, ...ofAllItems });

/** Says that a node read the same several times, and how to read it once. @param what such as `campaign` */
export const ranOften = (times: number, what: string): string =>
	`This ran ${times} times for the same ${what}, once for each incoming item. To run it once, turn on Execute Once in the settings of this node.`;

/** A text as HTML. What is said first in several lines is what people look for. */
function asHtml(text: string): string {
	const [first = '', ...others] = text.split('\n');
	return others.length === 0 ? first : [`<b>${first}</b>`, ...others].join('<br>');
}

function showHint(context: IExecuteFunctions, texts: ReadonlyArray<string | undefined>): void {
	const message = texts.flatMap((text) => (text ? asHtml(text) : [])).join('<br><br>');
	if (message !== '') context.addExecutionHints({ message, location: 'outputPane' });
}

type OfAllItems = Extract<Action, { forAllItems: unknown }>;
type Ended = Awaited<ReturnType<OfAllItems['forAllItems']>>;
/** What numbers ended with: the items of each output, and a hint of each number. */
type EndedAll = Pick<Ended, 'outputs'> & { hints: Array<string | undefined> };

/** An item that says first which number it is of. */
const withChannel = <Item extends Output>(item: Item, channel: string): Item => ({
	...item,
	json: { channel, ...item.json },
});

/** Whether n8n itself takes items that are an error alone to an output for errors. */
const hasErrorOutput = (context: IExecuteFunctions) => context.getNode().onError === 'continueErrorOutput';

/** Acts on all items of each number at the same time. One that fails stops no other, and is told of at the end. */
async function actOnNumbers(action: OfAllItems, numbers: readonly OfNumber[]): Promise<EndedAll> {
	const [only] = numbers;
	if (only && only.channel === undefined) {
		const { outputs, hint } = await action.forAllItems(only.context, only.itemIndexes);
		return { outputs, hints: [hint] };
	}
	const ended = await Promise.allSettled(
		numbers.map(({ context, itemIndexes }) => action.forAllItems(context, itemIndexes)),
	);
	const outputs: INodeExecutionData[][] = (action.outputs ?? ['']).map(() => []);
	const hints: string[] = [];
	const failures: Array<ReturnType<typeof toNodeError>> = [];
	for (const [index, end] of ended.entries()) {
		const { channel = '', context, itemIndexes } = numbers[index]!;
		if (end.status === 'fulfilled') {
			for (const [output, items] of end.value.outputs.entries()) {
				outputs[output]!.push(...items.map((item) => withChannel(item, channel)));
			}
			if (end.value.hint) hints.push(`${channel}: ${end.value.hint}`);
			continue;
		}
		const failure = toNodeError(context, end.reason, undefined, action.refused);
		const ofNumber = withChannel({ json: errorItem(failure) }, channel);
		failure.message = `Number ${channel}: ${failure.message}`;
		failures.push(failure);
		const item = hasErrorOutput(context) ? { json: errorItem(failure) } : ofNumber;
		outputs[0]!.push({ ...item, pairedItem: { item: itemIndexes[0]! } });
	}
	const [failure] = failures;
	if (failure && !numbers[0]!.context.continueOnFail()) throw failure;
	return { outputs, hints };
}

async function runForAllItems(
	context: IExecuteFunctions,
	action: OfAllItems,
): Promise<INodeExecutionData[][]> {
	try {
		const checked = await checkChoicesFirst(context, action);
		for (const itemIndex of context.getInputData().keys()) await checked(itemIndex);
		const { numbers } = await byNumber(context, action);
		const { outputs, hints } = await actOnNumbers(action, numbers);
		showHint(context, hints);
		return outputs;
	} catch (error) {
		const failure = toNodeError(context, error, undefined, action.refused);
		if (!context.continueOnFail()) throw thrownError(context, failure);
		return [[itemOfAll(errorItem(failure))]];
	}
}

type OfEachItem = Extract<Action, { forEachItem: unknown }>;

/** Opens the action for each number that items are for, and acts on an item for its numbers, one after the other. */
async function openForNumbers(context: IExecuteFunctions, action: OfEachItem): Promise<RunItem> {
	const { numbers, channelsOf } = await byNumber(context, action);
	const [only] = numbers;
	if (only && only.channel === undefined && numbers.length === 1) {
		const run = await action.forEachItem(only.context, only.itemIndexes);
		return async (itemIndex) => {
			await channelsOf(itemIndex);
			return run(itemIndex);
		};
	}
	const runs = new Map<string, RunItem>();
	for (const { context: own, itemIndexes, channel = '' } of numbers) {
		runs.set(channel, await action.forEachItem(own, itemIndexes));
	}
	return async (itemIndex) => {
		const channels = await channelsOf(itemIndex);
		if (action.numbers !== 'all') return runs.get(channels[0]!)!(itemIndex);
		const outputs: Output[] = [];
		for (const channel of channels) {
			const found = await runs.get(channel)!(itemIndex);
			outputs.push(...found.map((output) => withChannel(output, channel)));
		}
		return outputs;
	};
}

/** The hint about what was done. One that can't be made, as a field has no value for the first item, changes nothing of that. */
function hintOf(
	context: IExecuteFunctions,
	{ hint }: OfEachItem,
	outputs: readonly INodeExecutionData[][],
): string | undefined {
	try {
		return hint?.(
			outputs.flat().map(({ json }) => json),
			context,
		);
	} catch {
		return undefined;
	}
}

async function openForItems(context: IExecuteFunctions, action: OfEachItem): Promise<RunItem> {
	try {
		const checked = await checkChoicesFirst(context, action);
		const runItem = await openForNumbers(context, action);
		return async (itemIndex) => {
			await checked(itemIndex);
			return runItem(itemIndex);
		};
	} catch (error) {
		if (!context.continueOnFail()) throw thrownError(context, toNodeError(context, error, 0));
		// If a node throws all the same, n8n takes its input for its first output.
		return () => Promise.reject(error as Error);
	}
}

async function runForEachItem(
	context: IExecuteFunctions,
	action: OfEachItem,
): Promise<INodeExecutionData[][]> {
	const runItem = await openForItems(context, action);
	const outputs: INodeExecutionData[][] = (action.outputs ?? ['']).map(() => []);
	const stopped = context.getExecutionCancelSignal();
	for (const itemIndex of context.getInputData().keys()) {
		// n8n ignores the items of an execution that was stopped, so nothing else may happen for them.
		if (stopped?.aborted) break;
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
	showHint(context, [hintOf(context, action, outputs)]);
	return outputs;
}

/** Runs what a node does: pairs the items that come out, continues after an error if the node is set to, and hints. */
export function runAction(given: IExecuteFunctions, action: Action): Promise<INodeExecutionData[][]> {
	const context = withTexts(given, action);
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
