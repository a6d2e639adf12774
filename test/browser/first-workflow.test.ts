import type { Page } from 'playwright-core';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { readPlayACustomer, sandboxCredential } from '../../tools/main-job/examples';
import { byHand, campaign, items, line } from '../n8n/support/workflows';
import { PATIENCE } from './support/open-browser';
import type { Editor } from './support/open-editor';
import { openEditor } from './support/open-editor';

const ADA = '491701234567';
const TEMPLATE = { __rl: true, mode: 'name', value: 'come_back/en_US' };

let sandbox: Sandbox;
let editor: Editor;
let simulator: Page;

beforeAll(async () => {
	sandbox = await startSandbox();
	await sandbox.control.addTemplate({
		name: 'come_back',
		category: 'MARKETING',
		body: 'There is news for you. Answer this message to hear more.',
	});
	editor = await openEditor({
		credentials: [sandboxCredential(sandbox)],
		workflows: [
			readPlayACustomer(sandbox),
			line('plan', [
				byHand,
				items([{ phone: ADA }]),
				campaign('plan', { campaignId: 'news', to: '={{ $json.phone }}', template: TEMPLATE, options: {} }),
			]),
			line('send', [byHand, campaign('sendDue', { campaign: { ...TEMPLATE, mode: 'id', value: 'news' } })]),
		],
	});
	simulator = await editor.page
		.context()
		.browser()!
		.newPage({ viewport: { width: 1440, height: 900 } });
	simulator.setDefaultTimeout(PATIENCE);
	await simulator.goto(sandbox.page);
	await simulator.getByRole('button', { name: 'Close the tour' }).click();
});

afterAll(async () => {
	await editor?.close();
	await sandbox?.close();
});

/** Adds a node of Business Messaging by the words that its list has for it, and fills in its form. */
async function addNode(words: string, fillIn: (form: Page) => Promise<unknown> = async () => {}) {
	const { page } = editor;
	const entries = page.getByTestId('node-creator-item-name');
	await page.getByTestId('node-creator-search-bar').fill('Business Messaging');
	await entries
		.filter({ hasText: /^\s*Business Messaging\s*$/ })
		.first()
		.click();
	await entries.filter({ hasText: words }).click();
	await page.getByTestId('ndv').waitFor();
	await fillIn(page);
	await page.getByTestId('ndv-close-button').first().click();
}

async function run(workflow: string): Promise<void> {
	const { api } = editor.n8n;
	const { status } = await api.waitForExecution(await api.runWorkflow(workflow, 'By hand'));
	expect(status).toBe('success');
}

const chat = () => simulator.getByRole('log');

it.each(['timeline', 'prices', 'media', 'replay'])('n8n’s list finds the node by “%s”', async (word) => {
	const { page } = editor;
	await page.goto(`${editor.n8n.url}/workflow/new`);
	await page.getByTestId('canvas-add-button').click();
	await page.getByTestId('node-creator-search-bar').fill(word);
	await page
		.getByTestId('node-creator-item-name')
		.filter({ hasText: /^\s*Business Messaging\s*$/ })
		.first()
		.waitFor();
});

it('n8n names a node of a campaign by what it does', async () => {
	const { page } = editor;
	await page.goto(`${editor.n8n.url}/workflow/new`);
	await page.getByTestId('canvas-add-button').click();
	await page.getByTestId('node-creator-search-bar').fill('Business Messaging Campaign');
	const entries = page.getByTestId('node-creator-item-name');
	await entries
		.filter({ hasText: /^\s*Business Messaging Campaign\s*$/ })
		.first()
		.click();
	await entries.filter({ hasText: 'Plan a campaign' }).click();
	await page.getByTestId('ndv').waitFor();
	await page.getByTestId('ndv-close-button').first().click();
	await page.getByTestId('canvas-node').getByText('Plan a campaign', { exact: true }).waitFor();
});

describe('what somebody does first', () => {
	it('builds a workflow of two nodes on an empty canvas, and publishes it', async () => {
		const { page } = editor;
		await simulator.getByText('No workflow is listening', { exact: true }).waitFor();
		await page.goto(`${editor.n8n.url}/workflow/new`);
		await page.getByTestId('canvas-add-button').click();
		await addNode('On customer message');
		await page.getByTestId('canvas-handle-plus').first().click();
		await addNode('Send auto (text or template)', async (form) => {
			await form.getByPlaceholder('+49 170 1234567').fill('{{ $json.contact }}');
			await form.getByTestId('parameter-input-text').locator('textarea').fill('Welcome! How can we help?');
		});
		await page.keyboard.press('ControlOrMeta+s');
		await page.getByTestId('workflow-open-publish-modal-button').click();
		await page.getByTestId('workflow-publish-button').click();
		await simulator.getByText('A workflow is listening').waitFor();
	});

	it('writes as a customer, and sees the answer arrive in the chat', async () => {
		await simulator.getByRole('button', { name: 'New customer' }).click();
		await simulator.getByLabel('Name', { exact: true }).fill('Ada Park');
		await simulator.getByLabel('Phone number', { exact: true }).fill(ADA);
		await simulator.getByRole('button', { name: 'Add', exact: true }).click();
		await simulator.getByRole('textbox', { name: 'Message' }).fill('Hello!');
		await simulator.keyboard.press('Enter');
		await chat().getByText('Welcome! How can we help?').waitFor();
		await chat().getByText('Read', { exact: true }).waitFor();
	});

	it('lets 25 hours pass, and the campaign sends the template', async () => {
		await simulator.getByRole('button', { name: '+24 h' }).click();
		await simulator.getByRole('button', { name: '+1 h' }).click();
		await simulator.getByText('Window closed: only a template can go out').waitFor();
		await run('plan');
		await run('send');
		await chat().getByText('There is news for you. Answer this message to hear more.').waitFor();
		await simulator.screenshot({ path: 'artifacts/first-workflow.png' });
		expect(sandbox.control.sent().map(({ type }) => type)).toEqual(['text', 'template']);
		expect(sandbox.control.violations()).toEqual([]);
	});

	it('writes with the form in n8n, whose last page leads to the answer', async () => {
		const { n8n, page } = editor;
		await n8n.api.publish('bmPlayACustomer');
		const form = readPlayACustomer(sandbox).nodes.find(({ type }) => type.endsWith('.formTrigger'));
		await page.goto(`${n8n.url}/form/${form!.webhookId}`);
		await page.getByLabel('Phone number').fill('+49 170 7654321');
		await page.getByLabel('Text').fill('Hello from the form!');
		await page.getByRole('button', { name: 'Send' }).click();
		const link = page.getByRole('link', { name: 'Open the simulator' });
		await link.waitFor();
		expect(await link.getAttribute('href')).toBe(sandbox.page);
		await simulator.getByRole('list', { name: 'Chats' }).getByText('Customer 4321').click();
		await chat().getByText('Hello from the form!').waitFor();
		await chat().getByText('Welcome! How can we help?').waitFor();
	});
});
