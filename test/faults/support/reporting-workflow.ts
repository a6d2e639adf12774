import type { Workflow } from '../../../tools/n8n';
import { inboxTrigger } from '../../n8n/support/inbox';
import { line } from '../../n8n/support/workflows';

/** What an execution reports about itself. */
export interface ExecutionReport {
	/** The name of the n8n that ran it. */
	n8n: string;
	execution: string;
	events: Array<{ id: string; repeat: boolean }>;
}

/** The subscription of the workflow's trigger. */
export const SUBSCRIPTION = 'reports/reports-0';

const reportOf = (n8n: string) => `={{ JSON.stringify({
	n8n: '${n8n}',
	execution: $execution.id,
	events: $input.all().map(({ json }) => ({ id: json.eventId, repeat: json.repeat === true })),
}) }}`;

const report = (n8n: string, url: string) => ({
	name: 'Report',
	type: 'n8n-nodes-base.httpRequest',
	typeVersion: 4.2,
	executeOnce: true,
	parameters: {
		method: 'POST',
		url,
		sendBody: true,
		specifyBody: 'json',
		jsonBody: reportOf(n8n),
		options: {},
	},
});

const inbox = inboxTrigger({
	numbers: 'all',
	onFailure: 'repeatInHalves',
	batchSize: 20,
	options: { lease: 5, tries: 2, concurrency: 8 },
});

/** A workflow that reads the inbox, and whose executions report which events they got. */
export const reportingWorkflow = (n8n: string, url: string): Workflow =>
	line('reports', [inbox, report(n8n, url)]);
