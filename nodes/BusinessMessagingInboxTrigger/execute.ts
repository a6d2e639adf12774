import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { credentialsOf } from '../shared/credential';
import type { HeldBy } from '../shared/events/choose-events';
import { readChoice, refuseUnknownReactions } from '../shared/events/choose-events';
import { createToItems } from '../shared/events/to-items';
import { sharedStore, storeUrl } from '../shared/shared-store';
import { groupEvents } from '../shared/silence';
import { markExecution } from '../shared/inbox/execution-mark';
import type { Form } from './read-filters';
import { readFilters } from './read-filters';

interface TestOptions {
	ownReactions?: string;
	reactions?: string[];
	policy?: string;
	simplify?: boolean;
	testEvents?: number;
}

/** How many of the newest events a test run looks through if only some of them start the workflow. */
const LOOKED_AT = 1_000;

/** What to look out for if something follows: the customers of these events are real, and wrote some time ago. */
const PAST_EVENTS =
	'A test run shows events of the past, each with "past": true. If a node after this one sends a message, a real customer gets it now.';

/** The newest events of the inbox, as they would come, marked as past. No cursor moves. */
async function showNewest(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const numbers = await credentialsOf(context);
	const form: Form = (name) => context.getNodeParameter(name, 0) as never;
	const options = form<TestOptions>('options');
	const { policy = 'strict', simplify = true, testEvents = 1 } = options;
	const heldBy = context.getNodeParameter('heldBy', 0, 'either') as HeldBy;
	const choice = readChoice({ events: form('events'), heldBy, ...options });
	const store = await sharedStore(storeUrl(numbers[0].store));
	await refuseUnknownReactions(store, options);
	const newest = await store.inbox.newest({
		...readFilters(form, numbers, choice),
		limit: choice.isWhole ? testEvents : LOOKED_AT,
	});
	const toItems = await createToItems(store, policy, !simplify, choice)();
	const waits = context.getNodeParameter('waitForSilence', 0, false) === true;
	const all = await toItems(waits ? groupEvents(newest) : newest.map(({ event }) => event), false);
	const items = choice.isWhole ? all : all.slice(-testEvents);
	if (items.length === 0) {
		context.addExecutionHints({
			message: "The inbox doesn't contain such events yet.",
			location: 'outputPane',
		});
	}
	if (items.length > 0) context.addExecutionHints({ message: PAST_EVENTS, location: 'outputPane' });
	return items.map((item) => ({ ...item, json: { ...item.json, past: true } }));
}

/** A test run shows the newest event, or as many as the form says. An execution that the trigger started passes on what it was started with. */
export async function execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	if (this.getMode() === 'manual') return [await showNewest(this)];
	markExecution(this);
	return [this.getInputData()];
}
