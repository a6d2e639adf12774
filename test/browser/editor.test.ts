import type { Page } from 'playwright-core';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { readWorkflow, sandboxCredential } from '../../tools/main-job/examples';
import { inboxTrigger } from '../n8n/support/inbox';
import { byHand, items, line, sendAuto, trigger } from '../n8n/support/workflows';
import type { Editor } from './support/open-editor';
import { openEditor } from './support/open-editor';
import { untilValue } from './support/until-value';

let sandbox: Sandbox;
let editor: Editor;
let page: Page;

beforeAll(async () => {
	sandbox = await startSandbox();
	await sandbox.control.addTemplate({ name: 'hello', body: 'Hello from the shop.' });
	const text = 'Hello {{1}}, your {{2}} is on its way.';
	const components = [{ type: 'BODY', text, example: { body_text: [['Ana', 'parcel']] } }];
	await sandbox.control.addTemplate({ name: 'order_update', components });
	const campaign = line('campaign', [
		byHand,
		items([{ contact: '491701111111' }]),
		sendAuto({ template: { __rl: true, mode: 'list', value: '' } }),
	]);
	const options = {
		forwardTo: 'http://chatwoot:3000/webhooks/whatsapp',
		privateHosts: 'chatwoot:3000',
	};
	const forwarding = [
		line('forwards', [trigger('forwards-hook', { options })]),
		line('forwards-volume', [inboxTrigger({ deliveries: 'here', options })]),
	];
	editor = await openEditor({
		credentials: [sandboxCredential(sandbox)],
		workflows: [...forwarding, campaign, readWorkflow('receive'), readWorkflow('campaign')],
	});
	page = editor.page;
});

afterAll(async () => {
	await editor?.close();
	await sandbox?.close();
});

it('shows the icon of the node on the canvas', async () => {
	await page.goto(`${editor.n8n.url}/workflow/campaign`);
	const icon = page.locator('[data-node-name="Messaging"] img').first();
	await icon.waitFor();
	const width = await icon.evaluate(async (image: HTMLImageElement) => {
		await image.decode();
		return image.naturalWidth;
	});
	expect(width).toBeGreaterThan(0);
	await editor.shot('canvas');
});

it('picks a template from the live list, and shows its variables as fields with their samples', async () => {
	await editor.openNode('campaign', 'campaign-2');
	expect(await page.getByText('Text of the template').count()).toBe(0);
	await page.locator('[data-test-id="rlc-input"]').first().click();
	await page.getByText('order_update (en_US, utility, approved)').click();
	await page.getByText('Text of the template').waitFor();
	for (const label of ['{{1}} · e.g. Ana', '{{2}} · e.g. parcel']) {
		await page.getByText(label, { exact: true }).waitFor();
	}
	await page.getByText('Variables', { exact: true }).waitFor();
	const text = page.locator('[data-test-id*="template_text_"] input').first();
	await untilValue(text, 'Hello {{1}}, your {{2}} is on its way.');
	expect(await text.isDisabled()).toBe(true);
	await editor.shot('send-auto');
});

it('shows the events that start the workflow', async () => {
	await editor.openNode('bmReceiveMessages', '5d6d6c52-0a45-4c3f-8f0f-1f5f7f1b0001');
	await page.getByText('Only one workflow can receive the events of a phone number.').waitFor();
	expect(await page.getByText('Handover', { exact: true }).count()).toBeGreaterThan(0);
	await editor.shot('trigger');
});

it('shows a campaign with an output for those that cannot be planned', async () => {
	await page.goto(`${editor.n8n.url}/workflow/bmCampaign`);
	await page.locator('[data-node-name="Plan"] img').first().waitFor();
	await page
		.locator('[class*="outputLabel"]')
		.filter({ hasText: /^Invalid$/ })
		.waitFor();
	await editor.shot('campaign');
});

it('asks for the recipients of a campaign, their variables, and its start and end', async () => {
	await editor.openNode('bmCampaign', '7a1f3c1e-92f4-4f0b-8f8b-2b8f6a7c0005');
	for (const field of ['Campaign ID', 'Freeform Text', 'Starts At', 'Ends At', 'Output']) {
		await page.getByText(field, { exact: true }).first().waitFor();
	}
	await editor.shot('campaign-plan');
});

it('asks Send Due for a campaign or none, and for no more', async () => {
	await editor.openNode('bmCampaign', '7a1f3c1e-92f4-4f0b-8f8b-2b8f6a7c0008');
	await page.getByText('Campaign', { exact: true }).first().waitFor();
	expect(await page.getByText('Campaign ID', { exact: true }).count()).toBe(0);
	await editor.shot('campaign-send-due');
});

it.each(['forwards', 'forwards-volume'])('asks who else gets the deliveries (%s)', async (workflow) => {
	await editor.openNode(workflow, `${workflow}-0`);
	for (const field of ['Forward To', 'Private Hosts']) {
		await page.getByText(field, { exact: true }).first().waitFor();
	}
	await page.getByText('Private Hosts', { exact: true }).first().scrollIntoViewIfNeeded();
	await editor.shot(workflow);
});
