import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { errorItem, shownError } from '../shared/errors/item-errors';

/** The items of each output. */
export type Outputs = INodeExecutionData[][];

/** An operation of the node: the fields it shows, and what it does. */
export interface Operation {
	description: INodeProperties[];
	/** Names of its outputs, where it has not only one. */
	outputs?: readonly string[];
	run(context: IExecuteFunctions): Promise<Outputs>;
}

/** Shows fields for some operations only. */
export function shownFor(operation: string | string[], fields: INodeProperties[]): INodeProperties[] {
	return fields.map((field) => ({
		...field,
		displayOptions: {
			...field.displayOptions,
			show: { ...field.displayOptions?.show, operation: [operation].flat() },
		},
	}));
}

/** What comes of one call for all items is paired with the first of them. */
const ofAll = { pairedItem: { item: 0 } };

/** Acts once for all items; an error comes out as one item where the node goes on after it. */
export function onceForAll(run: (context: IExecuteFunctions) => Promise<Outputs>): Operation['run'] {
	return async (context) => {
		try {
			return await run(context);
		} catch (error) {
			const failure = shownError(context, error, 0);
			if (!context.continueOnFail()) throw failure;
			return [[{ json: errorItem(failure), ...ofAll }]];
		}
	};
}

/** An item that is paired with the first that came in. */
export const itemOfAll = (json: INodeExecutionData['json']): INodeExecutionData => ({ json, ...ofAll });
