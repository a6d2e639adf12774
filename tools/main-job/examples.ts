import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Sandbox } from '../../sandbox';
import type { Credential, Workflow } from '../n8n';
import { ROOT } from '../sources';

/** The folder of the example workflows and of the customers' file. */
export const EXAMPLES = join(ROOT, 'workflows');

/** An example workflow, as users import it. */
export function readWorkflow(name: string): Workflow {
	return JSON.parse(readFileSync(join(EXAMPLES, `${name}.json`), 'utf8')) as Workflow;
}

/** The campaign workflow with this path of the customers' file. */
export function readCampaign(customersFile: string): Workflow {
	const campaign = readWorkflow('campaign');
	for (const node of campaign.nodes) {
		if (node.type === 'n8n-nodes-base.readWriteFile') node.parameters.fileSelector = customersFile;
	}
	return campaign;
}

/** The form that writes as a customer, for a sandbox. */
export function readPlayACustomer(sandbox: Sandbox): Workflow {
	const form = readWorkflow('play-a-customer');
	const place = form.nodes.find(({ name }) => name === 'Where the sandbox is');
	const { assignments } = place?.parameters.assignments as { assignments: Array<{ value: string }> };
	for (const assignment of assignments) assignment.value = sandbox.page;
	return form;
}

/** The credential that the example workflows use, for a sandbox. */
export function sandboxCredential(sandbox: Sandbox): Credential {
	return {
		id: 'bmSandbox',
		name: 'Sandbox gateway',
		type: 'businessMessagingApi',
		data: {
			profile: 'gateway',
			baseUrl: sandbox.url,
			apiKey: sandbox.apiKey,
			phoneNumberId: sandbox.phoneNumberId,
			signingSecret: sandbox.signingSecret,
			accountId: '',
			store: '',
			overrideHeaders: false,
			authenticationHeader: '',
			signatureHeader: '',
		},
	};
}
