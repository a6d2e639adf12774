import type {
	IDataObject,
	IExecuteFunctions,
	IGetNodeParameterOptions,
	INodeExecutionData,
	INodeProperties,
} from 'n8n-workflow';

/** An item that comes out. The loop over the items pairs it with the item that it comes from. */
export interface Output extends Pick<INodeExecutionData, 'json' | 'binary'> {
	/** The output of the node that it goes to, as an index; the first one if left out. */
	output?: number;
}

/** Acts on one item and returns the items that come out for it. */
export type RunItem = (itemIndex: number) => Promise<Output[]>;

/** Acts on one item after the other. */
interface ActsOnEachItem {
	/**
	 * Reads and opens what is the same for all items, once; for each number of the credential that items are for.
	 * @param itemIndexes the items of the number
	 */
	forEachItem(context: IExecuteFunctions, itemIndexes: readonly number[]): Promise<RunItem>;
	/** The hint above the output, from everything that came out. The first of several lines is what matters most. */
	hint?(output: IDataObject[], context: IExecuteFunctions): string | undefined;
	/**
	 * Where an item that failed comes out if the node continues and has no error output; by default the error alone, at the
	 * first output.
	 */
	failed?(context: IExecuteFunctions, itemIndex: number, error: IDataObject): Output;
}

/** Acts once on all items together, or on those of each number of the credential. */
interface ActsOnAllItems {
	/** What an error of the form begins with; `Nothing was sent.` if left out. */
	refused?: string;
	forAllItems(
		context: IExecuteFunctions,
		itemIndexes: readonly number[],
	): Promise<{
		/** The items of each output. */
		outputs: INodeExecutionData[][];
		/** As above. */
		hint?: string;
	}>;
}

/** The form in the editor. */
export interface Form {
	/** The fields, in order. Operations share a field by listing the same object. */
	fields?: readonly INodeProperties[];
	/** What it adds to the form's collection of options. */
	options?: readonly INodeProperties[];
}

/** What a node does when it runs. */
export type Action = Form &
	(ActsOnEachItem | ActsOnAllItems) & {
		/** The names of its outputs, if it has several. */
		outputs?: readonly string[];
		/**
		 * Which numbers of the credential it acts on, if From Number is empty: `all` of them, or `any`, because it acts on
		 * what isn't a number's. By default, on the one that the item is for.
		 */
		numbers?: 'all' | 'any';
		/** Something that belongs to one number, which items can name. */
		named?: {
			/** What it is, as the end of a sentence: `a campaign with this ID`. */
			what: string;
			/**
			 * Whether a number has what the item names; `undefined` if the item names nothing.
			 * @param context with the number as the credential's only one
			 */
			isKnown(context: IExecuteFunctions, itemIndex: number): Promise<boolean | undefined>;
		};
	};

/** An operation: how the editor offers it, and what it does. */
export type Operation = Action & {
	/** What workflows store. It never changes. */
	value: string;
	name: string;
	description: string;
	/** Its name in the editor's list of actions. */
	action: string;
};

/** A resource: a thing, and the operations on it. */
export interface Resource {
	/** What workflows store. It never changes. */
	value: string;
	name: string;
	/** The operation that the form begins with. */
	default: string;
	operations: readonly Operation[];
}

/** One item that an operation acts on. */
export interface ItemCall {
	context: IExecuteFunctions;
	itemIndex: number;
	/** A field of the form for the item. @throws Error if the workflow has no such field, unless there is a fallback */
	get<Value>(name: string, fallback?: Value, options?: IGetNodeParameterOptions): Value;
}

/** What several operations have in common: what they open, and the fields that they all read. */
interface InCommon<Opened extends object, Fields extends object> {
	/** Opens what is the same for all items, once. */
	open(context: IExecuteFunctions): Promise<Opened>;
	/** Reads the fields that all of them have, for each item. @throws Error if one is empty or wrong */
	fields?(call: ItemCall & Opened): Fields | Promise<Fields>;
}

/** Acts on each item, with what its operation has in common with others. */
export const perItem =
	<Opened extends object, Fields extends object = object>(
		{ open, fields }: InCommon<Opened, Fields>,
		run: (call: ItemCall & Opened & Fields) => Promise<Output | Output[]>,
	) =>
	async (context: IExecuteFunctions): Promise<RunItem> => {
		const opened = await open(context);
		return async (itemIndex) => {
			const get = <Value>(name: string, fallback?: Value, options?: IGetNodeParameterOptions) =>
				context.getNodeParameter(name, itemIndex, fallback as never, options) as Value;
			const call = { ...opened, context, itemIndex, get };
			const read = (await fields?.(call)) as Fields;
			return [await run({ ...call, ...read })].flat();
		};
	};
