import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { connectGateway } from '../shared/connect';
import { sharedStore, storeUrl } from '../shared/shared-store';
import { markExecution } from './execution-mark';
import type { Form } from './read-filters';
import { readFilters } from './read-filters';
import { createToItems } from '../shared/events/to-items';
import { groupEvents } from '../shared/silence/group-events';

interface TestOptions {
	policy?: string;
	simplify?: boolean;
	testEvents?: number;
}

/** What to look out for if something follows: the customers of these events are real, and wrote some time ago. */
const PAST_EVENTS =
	'A test run shows events of the past, each with "past": true. If a node after this one sends a message, a real customer gets it now.';

/** The newest events of the inbox, as they would come, marked as past. No cursor moves. */
async function showNewest(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const { credential } = await connectGateway(context);
	const form: Form = (name) => context.getNodeParameter(name, 0) as never;
	const { policy = 'strict', simplify = true, testEvents = 1 } = form<TestOptions>('options');
	const store = await sharedStore(storeUrl(credential.store));
	const newest = await store.inbox.newest({ ...readFilters(form, credential), limit: testEvents });
	if (newest.length === 0) {
		context.addExecutionHints({
			message: "The inbox doesn't contain such events yet.",
			location: 'outputPane',
		});
	}
	if (newest.length > 0) context.addExecutionHints({ message: PAST_EVENTS, location: 'outputPane' });
	const toItems = await createToItems(store, policy, !simplify)();
	const waits = context.getNodeParameter('waitForSilence', 0, false) === true;
	const items = await toItems(waits ? groupEvents(newest) : newest.map(({ event }) => event), false);
	return items.map((item) => ({ ...item, json: { ...item.json, past: true } }));
}

/** A test run shows the newest event, or as many as the form says. An execution that the trigger started passes on what it was started with. */
export async function execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	if (this.getMode() === 'manual') return [await showNewest(this)];
	markExecution(this);
	return [this.getInputData()];
}
