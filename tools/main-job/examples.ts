import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Credential, Workflow } from '../n8n';
import type { Sandbox } from '../../sandbox';

/** The folder of the example workflows and of the customers' file. */
export const EXAMPLES = join(__dirname, '../../workflows');

/** An example workflow, as a user imports it. */
export function readWorkflow(name: string): Workflow {
	return JSON.parse(readFileSync(join(EXAMPLES, `${name}.json`), 'utf8')) as Workflow;
}

/** The campaign, with the customers' file where it lies here. */
export function readCampaign(customersFile: string): Workflow {
	const campaign = readWorkflow('campaign');
	for (const node of campaign.nodes) {
		if (node.type === 'n8n-nodes-base.readWriteFile') node.parameters.fileSelector = customersFile;
	}
	return campaign;
}

/** The credential that the example workflows name, for a sandbox. */
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
