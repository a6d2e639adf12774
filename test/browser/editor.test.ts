import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import type { N8n } from '../../tools/n8n';
import { startN8n } from '../../tools/n8n';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { readWorkflow, sandboxCredential } from '../../tools/main-job/examples';
import { ROOT } from '../../tools/sources';
import { byHand, items, line, sendAuto } from '../n8n/support/workflows';
import { openBrowser } from './support/open-browser';

const ARTIFACTS = join(ROOT, 'artifacts');

let sandbox: Sandbox;
let n8n: N8n;
let browser: Browser;
let page: Page;

jest.setTimeout(300_000);

beforeAll(async () => {
	mkdirSync(ARTIFACTS, { recursive: true });
	sandbox = await startSandbox();
	await sandbox.control.addTemplate({ name: 'hello', body: 'Hello from the shop.' });
	await sandbox.control.addTemplate({ name: 'order_update', body: 'Hello {{1}}, your {{2}} is on its way.' });
	const campaign = line('campaign', [
		byHand,
		items([{ contact: '491701111111' }]),
		sendAuto({ template: { __rl: true, mode: 'list', value: '' } }),
	]);
	n8n = await startN8n({
		credentials: [sandboxCredential(sandbox)],
		workflows: [campaign, readWorkflow('receive'), readWorkflow('campaign')],
	});
	browser = await openBrowser();
	page = await browser.newPage({ viewport: { width: 1500, height: 1000 } });
	await page.goto(`${n8n.url}/signin`);
	await page.fill('input[name=emailOrLdapLoginId]', n8n.owner.email);
	await page.fill('input[name=password]', n8n.owner.password);
	await page.keyboard.press('Enter');
	await page.waitForURL((url) => !url.pathname.includes('signin'));
});

afterAll(async () => {
	await browser?.close();
	await n8n?.stop();
	await sandbox?.close();
});

const shot = (name: string) => page.screenshot({ path: join(ARTIFACTS, `${name}.png`) });

/** Opens a node's form. */
async function openNode(workflow: string, node: string): Promise<void> {
	await page.goto(`${n8n.url}/workflow/${workflow}/${node}`);
	await page.getByText('Parameters', { exact: true }).waitFor();
}

it('shows the icon of the node on the canvas', async () => {
	await page.goto(`${n8n.url}/workflow/campaign`);
	const icon = page.locator('[data-node-name="Messaging"] img').first();
	await icon.waitFor();
	expect(await icon.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
	await shot('canvas');
});

it('picks a template from the live list, and shows its variables as fields', async () => {
	await openNode('campaign', 'campaign-2');
	expect(await page.getByText('Body {{1}}').count()).toBe(0);
	await page.locator('[data-test-id="rlc-input"]').first().click();
	await page.getByText('order_update (en_us, utility, approved)').click();
	await page.getByText('Body {{1}}').waitFor();
	expect(await page.getByText('Body {{2}}').count()).toBe(1);
	await shot('send-auto');
});

it('shows the events that start the workflow', async () => {
	await openNode('bmReceiveMessages', '5d6d6c52-0a45-4c3f-8f0f-1f5f7f1b0001');
	await page.getByText('A phone number delivers to one URL.').waitFor();
	expect(await page.getByText('Handover', { exact: true }).count()).toBeGreaterThan(0);
	await shot('trigger');
});

it('shows a campaign with an output for those that cannot be planned', async () => {
	await page.goto(`${n8n.url}/workflow/bmCampaign`);
	await page.locator('[data-node-name="Plan"] img').first().waitFor();
	await page
		.locator('[class*="outputLabel"]')
		.filter({ hasText: /^Invalid$/ })
		.waitFor();
	await shot('campaign');
});

it('asks for the recipients of a campaign, their variables, and its start and end', async () => {
	await openNode('bmCampaign', '7a1f3c1e-92f4-4f0b-8f8b-2b8f6a7c0005');
	for (const field of ['Campaign ID', 'Freeform Text', 'Body {{2}}', 'Starts At', 'Ends At', 'Output']) {
		await page.getByText(field, { exact: true }).first().waitFor();
	}
	await shot('campaign-plan');
});

it('asks Send Due for a campaign or none, and for no more', async () => {
	await openNode('bmCampaign', '7a1f3c1e-92f4-4f0b-8f8b-2b8f6a7c0008');
	await page.getByText('Campaign', { exact: true }).first().waitFor();
	expect(await page.getByText('Campaign ID', { exact: true }).count()).toBe(0);
	await shot('campaign-send-due');
});
