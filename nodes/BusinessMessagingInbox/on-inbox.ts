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
	/** The ID of the chosen Inbox Trigger. @throws Error if it reads other numbers only */
	subscription(): Promise<string>;
}

/** Whether a subscription reads a number, among others. One that isn't there any more has nothing to hide. */
export async function readsNumber(inbox: Inbox, subscription: string, channel: string): Promise<boolean> {
	const channels = (await inbox.channelsOf(subscription)) ?? [];
	return channels.length === 0 || channels.includes(channel);
}

/** Acts on the inbox of the credential's store, for each item. */
export function onInbox(run: (call: InboxCall) => Promise<IDataObject[]>) {
	return async (context: IExecuteFunctions): Promise<RunItem> => {
		const { store, credential } = await connect(context);
		const { inbox } = store;
		return async (itemIndex) => {
			const get = <Value>(name: string) => context.getNodeParameter(name, itemIndex, '') as Value;
			const subscription = async () => {
				const id = get<string>('subscription');
				if (await readsNumber(inbox, id, credential.channel)) return id;
				throw new Error(
					`The Inbox Trigger ${id} doesn't read the number ${credential.channel}. Choose the credential of a number that it reads.`,
				);
			};
			const call = { context, inbox, store, itemIndex, get, subscription };
			return (await run(call)).map((json) => ({ json }));
		};
	};
}
