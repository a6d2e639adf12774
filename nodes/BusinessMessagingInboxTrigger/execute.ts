import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { connectGateway } from '../shared/connect';
import { sharedStore, storeUrl } from '../shared/shared-store';
import { markExecution } from './execution-mark';
import type { Form } from './read-filters';
import { readFilters } from './read-filters';
import { createToItems } from '../shared/events/to-items';
import { groupEvents } from '../shared/silence/group-events';

/** The newest events of the inbox, as they would come. No cursor moves. */
async function showNewest(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const { credential } = await connectGateway(context);
	const form: Form = (name) => context.getNodeParameter(name, 0) as never;
	const { policy = 'strict', simplify = true } = form<{ policy?: string; simplify?: boolean }>('options');
	const store = await sharedStore(storeUrl(credential.store));
	const newest = await store.inbox.newest({ ...readFilters(form, credential), limit: form('batchSize') });
	if (newest.length === 0) {
		context.addExecutionHints({
			message: "The inbox doesn't contain such events yet.",
			location: 'outputPane',
		});
	}
	const toItems = await createToItems(store, policy, !simplify)();
	const waits = context.getNodeParameter('waitForSilence', 0, false) === true;
	return await toItems(waits ? groupEvents(newest) : newest.map(({ event }) => event), false);
}

/** A test run shows the newest events. An execution that the trigger started passes on what it was started with. */
export async function execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	if (this.getMode() === 'manual') return [await showNewest(this)];
	markExecution(this);
	return [this.getInputData()];
}
