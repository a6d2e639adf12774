import type { IDataObject, IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

/** An item that comes out; the router pairs it with the item it comes from. */
export type Output = Pick<INodeExecutionData, 'json' | 'binary'>;

/** What an operation does with one item: the items that come out for it. */
export type RunItem = (itemIndex: number) => Promise<Output[]>;

/** An operation of the node: the fields it shows, and what it does. */
export interface Operation {
	description: INodeProperties[];
	/** What it adds to the form's one collection of options. */
	options?: INodeProperties[];
	/** Reads and opens what is the same for all items, once. */
	prepare(context: IExecuteFunctions): Promise<RunItem>;
	/** What to say above the output, from all items that came out. */
	hint?(output: IDataObject[]): string | undefined;
}

/** Shows fields for one operation of a resource, or for some of some, only. */
export function shownFor(
	resource: string | string[],
	operation: string | string[],
	fields: INodeProperties[],
): INodeProperties[] {
	return fields.map((field) => ({
		...field,
		displayOptions: {
			...field.displayOptions,
			show: { ...field.displayOptions?.show, resource: [resource].flat(), operation: [operation].flat() },
		},
	}));
}
