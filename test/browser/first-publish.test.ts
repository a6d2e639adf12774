import type { Page } from 'playwright-core';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { poll } from '../../tools/n8n';
import { readWorkflow, sandboxCredential } from '../../tools/main-job/examples';
import { line, trigger } from '../n8n/support/workflows';
import type { Editor } from './support/open-editor';
import { openEditor } from './support/open-editor';
import { untilValue } from './support/until-value';

/** A number that the gateway doesn't deliver for. */
const OTHER = '456876897952963';
const CUSTOMER = '491701111111';

let sandbox: Sandbox;
let editor: Editor;
let page: Page;

beforeAll(async () => {
	sandbox = await startSandbox();
	const right = sandboxCredential(sandbox);
	const wrong = { id: 'bmWrongNumber', name: 'Wrong number' };
	editor = await openEditor({
		credentials: [right, { ...right, ...wrong, data: { ...right.data, phoneNumberId: OTHER } }],
		workflows: [
			// As npm start imports it.
			readWorkflow('receive'),
			line('mine', [trigger('mine-hook')]),
			line('wrong', [{ ...trigger('wrong-hook'), credentials: { businessMessagingApi: wrong } }]),
		],
	});
	page = editor.page;
});

afterAll(async () => {
	await editor?.close();
	await sandbox?.close();
});

async function publish(workflow: string): Promise<void> {
	await page.goto(`${editor.n8n.url}/workflow/${workflow}`);
	await page.getByTestId('workflow-open-publish-modal-button').click();
	await page.getByTestId('workflow-publish-button').click();
}

async function webhookNow(): Promise<string> {
	const answer = await fetch(`${sandbox.url}/v1/configs/webhook`, {
		headers: { 'SVC-API-KEY': sandbox.apiKey },
	});
	return ((await answer.json()) as { url: string }).url;
}

it('a credential for a gateway needs a Base URL: without one, nothing is asked for and nothing is saved', async () => {
	const id = await editor.n8n.api.credentialId('Sandbox gateway');
	await page.goto(`${editor.n8n.url}/home/credentials/${id}`);
	await page.getByText('Connection tested successfully').waitFor();
	await page.getByTestId('parameter-input-baseUrl').locator('input').fill('');
	await page.getByTestId('credential-save-button').click();
	await page.getByText('This field is required').waitFor();
	await editor.shots('trap-base-url');
	await page.reload();
	const baseUrl = page.getByTestId('parameter-input-baseUrl').locator('input');
	await untilValue(baseUrl, sandbox.url);
});

it('a test run with the ID of another number fails, and names both IDs', async () => {
	await editor.openNode('wrong', 'wrong-0');
	await page.getByTestId('node-execute-button').first().click();
	await poll(async () => (await webhookNow()).includes('/webhook-test/') || undefined, {
		onTimeout: () => "The trigger doesn't listen.",
	});
	await sandbox.control.customerWrites({ from: CUSTOMER, text: 'Hi' });
	const sentence = `The gateway delivers for ${sandbox.phoneNumberId}, the credential says ${OTHER}`;
	await page.getByText(sentence).first().waitFor();
	await page.getByText(`Enter ${sandbox.phoneNumberId} as Phone Number ID`).first().waitFor();
	await editor.shots('trap-other-number');
});

it("a newcomer's own workflow can be published first, beside the imported example", async () => {
	await publish('mine');
	await page.getByText('Published', { exact: true }).first().waitFor();
	await editor.shots('trap-first-publish');
	const url = `${editor.n8n.url}/webhook/mine-hook/webhook`;
	const isSet = async () => ((await webhookNow()) === url ? true : undefined);
	await poll(isSet, { onTimeout: () => "The webhook isn't set." });
});

it('publishing a second trigger for a number says who has it, and two ways out', async () => {
	await publish('bmReceiveMessages');
	for (const part of [
		'The workflow "Workflow mine" receives the events of this phone number',
		'set If Another Workflow Listens to Share in this trigger',
		'unpublish it first',
	]) {
		await page.getByText(part).first().waitFor();
	}
	await editor.shots('trap-number-taken');
	expect(await webhookNow()).toBe(`${editor.n8n.url}/webhook/mine-hook/webhook`);
});
