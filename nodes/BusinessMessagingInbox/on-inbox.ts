import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { Inbox } from '../../engine';
import { connect } from '../shared/connect';
import type { RunItem } from '../shared/operation';

/** One item of an operation on the inbox. */
export interface InboxCall {
	context: IExecuteFunctions;
	inbox: Inbox;
	itemIndex: number;
	/** A field of the form for the item. */
	get<Value>(name: string): Value;
}

/** Acts on the inbox of the credential's store, for each item. */
export function onInbox(run: (call: InboxCall) => Promise<IDataObject[]>) {
	return async (context: IExecuteFunctions): Promise<RunItem> => {
		const { inbox } = (await connect(context)).store;
		return async (itemIndex) => {
			const get = <Value>(name: string) => context.getNodeParameter(name, itemIndex, '') as Value;
			return (await run({ context, inbox, itemIndex, get })).map((json) => ({ json }));
		};
	};
}
