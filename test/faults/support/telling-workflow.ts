import type { Workflow } from '../../../tools/n8n';
import { inboxTrigger } from '../../n8n/support/inbox';
import { line } from '../../n8n/support/workflows';

/** An execution, as its workflow told of itself. */
export interface Told {
	/** The name of the n8n that it ran in. */
	n8n: string;
	execution: string;
	events: Array<{ id: string; repeat: boolean }>;
}

/** What the trigger of the workflow reads the inbox as. */
export const SUBSCRIPTION = 'tells/tells-0';

const tellOf = (n8n: string) => `={{ JSON.stringify({
	n8n: '${n8n}',
	execution: $execution.id,
	events: $input.all().map(({ json }) => ({ id: json.eventId, repeat: json.repeat === true })),
}) }}`;

const tell = (n8n: string, url: string) => ({
	name: 'Tell',
	type: 'n8n-nodes-base.httpRequest',
	typeVersion: 4.2,
	executeOnce: true,
	parameters: {
		...{ method: 'POST', url, sendBody: true, specifyBody: 'json', jsonBody: tellOf(n8n) },
		options: {},
	},
});

const inbox = inboxTrigger({
	numbers: 'all',
	onFailure: 'repeatInHalves',
	batchSize: 20,
	options: { lease: 5, tries: 2, concurrency: 8 },
});

/** A workflow that reads the inbox, and of which every execution tells what it was started with. */
export const tellingWorkflow = (n8n: string, url: string): Workflow => line('tells', [inbox, tell(n8n, url)]);
