import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { Inbox, Store } from '../../engine';
import { connect } from '../shared/connect';
import type { RunItem } from '../shared/operation';

/** One item of an operation on the inbox. */
export interface InboxCall {
	context: IExecuteFunctions;
	inbox: Inbox;
	store: Store;
	itemIndex: number;
	/** A field of the form for the item. */
	get<Value>(name: string): Value;
}

/** Acts on the inbox of the credential's store, for each item. */
export function onInbox(run: (call: InboxCall) => Promise<IDataObject[]>) {
	return async (context: IExecuteFunctions): Promise<RunItem> => {
		const { store } = await connect(context);
		const { inbox } = store;
		return async (itemIndex) => {
			const get = <Value>(name: string) => context.getNodeParameter(name, itemIndex, '') as Value;
			return (await run({ context, inbox, store, itemIndex, get })).map((json) => ({ json }));
		};
	};
}
