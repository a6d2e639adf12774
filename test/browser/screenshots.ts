import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, PageScreenshotOptions } from 'playwright-core';
import { startConsole } from '../../console';
import { startSandbox } from '../../sandbox';
import { endOnSignal } from '../../tools/end-on-signal';
import { EXAMPLES, readCampaign, readWorkflow, sandboxCredential } from '../../tools/main-job/examples';
import type { Line } from '../../tools/main-job/report';
import { runMainJob } from '../../tools/main-job/run-main-job';
import type { Workflow } from '../../tools/n8n';
import { ROOT } from '../../tools/sources';
import { byHand, campaign, items, line, messaging, rules, sendAuto, trigger } from '../n8n/support/workflows';
import { startHost } from '../support/n8n/host';
import { type Editor, openEditor } from './support/open-editor';

const IMAGES = join(ROOT, 'docs/images');
const VIEW = { width: 1280, height: 720 };
const TRIGGER = '5d6d6c52-0a45-4c3f-8f0f-1f5f7f1b0001';
const ASK = '5d6d6c52-0a45-4c3f-8f0f-1f5f7f1b1203';
const PLAN_REMINDERS = '4b7e2a10-6c1d-4f35-9a52-3d0c8e5f1604';

/** The template that is sent if no conversation is active. */
const NEWS = { name: 'spring_news', category: 'MARKETING', body: 'Our spring collection is here.' };
const REMINDER = {
	name: 'appointment_reminder',
	body: 'Hello {{1}}, we expect you on {{2}}. See you soon.',
};
const news = { __rl: true, mode: 'name', value: `${NEWS.name}/en_US` };

/** One customer for each decision, as the main job left them. */
function someCustomers(lines: Line[]) {
	const wanted = ['wrote today', 'silent', 'with the agent', 'opted out'] as const;
	return wanted.map((lately) => {
		const { customer } = lines.find((each) => each.customer.lately === lately && each.state !== 'invalid')!;
		return { name: customer.name, contact: customer.phone };
	});
}

const quietSundays = {
	resource: 'policy',
	operation: 'save',
	policyName: 'quiet-sundays',
	startFrom: 'strict',
	rules: {
		rule: [
			{
				name: 'sunday',
				conditions: { condition: [{ fact: 'localDay', operator: 'onDays', value: 'Sunday' }] },
				decision: 'hold',
				reason: 'Nothing goes out on Sundays.',
				retryAt: 'localDay',
			},
		],
	},
};

/** A policy that would have decided otherwise, whatever the time is. */
const onRequest = {
	resource: 'policy',
	operation: 'save',
	policyName: 'on-request',
	startFrom: 'strict',
	rules: {
		rule: [
			{
				name: 'only-on-request',
				conditions: { condition: [{ fact: 'window', operator: 'equal', value: 'closed' }] },
				decision: 'hold',
				reason: 'Wait until the customer writes.',
			},
		],
	},
};

/** What `docs/why.md` shows. */
const WHY = {
	timeline: { resource: 'conversation', operation: 'getTimeline', customer: '={{ $json.contact }}' },
	replay: { resource: 'policy', operation: 'replay', policyName: 'on-request' },
	proof: {
		resource: 'policy',
		operation: 'check',
		definitionInput: 'fields',
		policyName: 'mine',
		startFrom: 'strict',
		statements: 'never freeform when window is closed\nalways hold when holder is agent',
	},
};

/** Before anything is sent, so that the cost of everything is known. */
const setPrices = line('prices', [
	byHand,
	items([
		{ Market: 'North America', Currency: 'EUR', Marketing: '0.0230', Utility: '0.0031', Service: '0.0031' },
		{
			Market: 'United Kingdom',
			Currency: 'EUR',
			Marketing: '0.0484',
			Utility: '0.0201',
			Service: '0.0201',
		},
	]),
	messaging({
		resource: 'money',
		operation: 'setPrices',
		pricesInput: 'items',
		accountTimeZone: 'Europe/Berlin',
		pricesFrom: '2025-01-01',
	}),
]);

const workflowsFor = (customers: Array<Record<string, string>>): Workflow[] => [
	line('on-request', [byHand, items([{}]), messaging(onRequest)]),
	...Object.entries(WHY).map(([name, form]) =>
		// The last of the customers opted out.
		line(`why-${name}`, [byHand, items(customers.slice(-1)), messaging(form, { name: 'Why' })]),
	),
	line('decision', [
		byHand,
		items(customers),
		sendAuto({ text: '=Hello {{ $json.name }}!', template: news }, { name: 'Send Auto' }),
	]),
	line('silence', [trigger('silence', { waitForSilence: true })]),
	line('rules', [byHand, items(customers), rules({ template: news })]),
	line('policy', [byHand, items([{}]), messaging(quietSundays, { name: 'Create or change a policy' })]),
	line('spending', [
		byHand,
		items([{}]),
		messaging(
			{ resource: 'money', operation: 'getSpending', spendingBy: ['category'] },
			{ name: 'Spending' },
		),
	]),
	line('template', [
		byHand,
		items([{}]),
		messaging(
			{
				resource: 'template',
				operation: 'create',
				definitionInput: 'fields',
				templateName: 'order_update',
				templateBody: 'Hello {{first_name}}, your order {{order}} is on its way.',
				bodySamples: {
					sample: [
						{ name: 'first_name', value: 'Ada' },
						{ name: 'order', value: 'A-7' },
					],
				},
				templateButtons: { button: [{ type: 'QUICK_REPLY', text: 'Where is it?' }] },
			},
			{ name: 'Create a template' },
		),
	]),
	line('group', [
		byHand,
		items([{}]),
		messaging(
			{ resource: 'group', operation: 'create', subject: 'Spring collection', options: {} },
			{ name: 'Create a group' },
		),
	]),
	line('report', [
		byHand,
		items([{}]),
		campaign('getReport', { campaign: { __rl: true, mode: 'id', value: 'spring-news' } }, { name: 'Report' }),
	]),
];

const take = (page: Page, name: string, options?: PageScreenshotOptions) =>
	page.screenshot({ path: join(IMAGES, `${name}.png`), ...options });

/** Runs a workflow by the button of the canvas. */
async function execute({ page, n8n }: Editor, workflow: string): Promise<void> {
	await page.goto(`${n8n.url}/workflow/${workflow}`);
	await page.getByTestId('execute-workflow-button').click();
	await page.getByText('Workflow executed successfully').first().waitFor();
	await page.locator('.el-notification__closeBtn').first().click();
	await page.locator('.el-notification').waitFor({ state: 'detached' });
}

/** Runs a workflow, and opens a node with its output beside the form. */
async function executeAndOpen(
	editor: Editor,
	workflow: string,
	{ node, display }: { node: string; display: 'Table' | 'JSON' },
): Promise<void> {
	const { page } = editor;
	await execute(editor, workflow);
	await page.locator(`[data-node-name="${node}"]`).first().dblclick();
	await page.getByText('Parameters', { exact: true }).first().waitFor();
	await page.getByTestId('output-panel').getByText(display, { exact: true }).click();
	// The handle between the panels gives the output more room.
	await page.mouse.move(640, 59);
	await page.mouse.down();
	await page.mouse.move(300, 59, { steps: 10 });
	await page.mouse.up();
	await page.mouse.move(640, 710);
	// The double click can select a word beside the panel.
	await page.evaluate(() => getSelection()?.removeAllRanges());
}

/** The console over the store that the main job left: two of its pages, and one on a phone. */
async function takeConsole({ page }: Editor, storeFile: string): Promise<void> {
	const served = await startConsole({ store: `sqlite:${storeFile}`, showCustomers: true });
	await page.setViewportSize({ width: 1280, height: 800 });
	await page.goto(served.url);
	await page.getByText('in quarters of an hour').waitFor();
	// Where the store is on this machine is left out.
	await take(page, 'console-overview', { clip: { x: 0, y: 0, width: 1280, height: 695 } });
	await page.goto(`${served.url}#/campaigns`);
	await page.getByRole('button', { name: /spring-news/ }).click();
	await page.getByRole('list', { name: 'Recipients' }).getByRole('listitem').first().waitFor();
	await take(page, 'console-campaign');
	await page.setViewportSize({ width: 390, height: 800 });
	await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
	await take(page, 'console-phone');
	await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
	await served.close();
}

/** `npm run docs:screenshots`: takes the pictures of the documents in a real n8n. */
async function main(): Promise<void> {
	mkdirSync(IMAGES, { recursive: true });
	const host = await startHost();
	process.env.TEST_N8N_HOST = host.url;
	const sandbox = await startSandbox();
	await sandbox.control.addTemplate(REMINDER);
	const credential = sandboxCredential(sandbox);
	// Prices belong to an account, and no webhook has named it yet.
	credential.data.accountId = sandbox.accountId;
	const editor = await openEditor({
		credentials: [credential],
		workflows: [
			readWorkflow('receive'),
			readWorkflow('appointment-reminder'),
			readWorkflow('approval'),
			readCampaign(join(EXAMPLES, 'customers.csv')),
		],
		publish: ['bmReceiveMessages'],
	}).catch(async (error: unknown) => {
		await sandbox.close();
		await host.close();
		throw error;
	});
	try {
		const { page, n8n } = editor;
		await page.setViewportSize(VIEW);
		await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
		await n8n.api.saveWorkflow(setPrices);
		await execute(editor, 'prices');
		const { lines } = await runMainJob({ sandbox, n8n, close: async () => {} });
		await sandbox.control.addTemplate(NEWS);
		for (const workflow of workflowsFor(someCustomers(lines))) await n8n.api.saveWorkflow(workflow);

		// n8n remembers how wide the panels are, so the forms come first.
		await page.setViewportSize({ width: 1280, height: 1650 });
		await editor.openNode('policy', 'policy-2');
		await page.getByText('Your Own Rules', { exact: true }).waitFor();
		// n8n shows that it loads options as if that were the value.
		await page.waitForFunction(() => {
			const values = [...document.querySelectorAll('input')].map(({ value }) => value);
			const isLoaded = values.includes('Local day of the week') && values.includes('is one of the days');
			return isLoaded && !values.some((value) => value.startsWith('Loading'));
		});
		await take(page, 'policy', { clip: { x: 430, y: 25, width: 421, height: 1600 } });
		await page.setViewportSize({ width: 1280, height: 1250 });
		await editor.openNode('bmReminders', PLAN_REMINDERS);
		// The notes on the canvas behind it name it, too.
		const option = page.getByText('Return With Replies', { exact: true }).and(page.locator(':not(em)'));
		await option.scrollIntoViewIfNeeded();
		await take(page, 'reminder-plan', { clip: { x: 430, y: 25, width: 421, height: 1200 } });
		await editor.openNode('bmApproval', ASK);
		await page.getByText('Response Type', { exact: true }).waitFor();
		await take(page, 'send-and-wait', { clip: { x: 430, y: 25, width: 421, height: 1000 } });
		await page.setViewportSize({ width: 1280, height: 2050 });
		await editor.openNode('template', 'template-2');
		await page.waitForFunction(() =>
			[...document.querySelectorAll('input')].some(({ value }) => value.startsWith('Hello Ada,')),
		);
		await page.getByTestId('parameter-input-preview').scrollIntoViewIfNeeded();
		await take(page, 'template', { clip: { x: 430, y: 25, width: 421, height: 2000 } });
		await page.setViewportSize({ width: 1280, height: 1250 });
		await editor.openNode('silence', 'silence-0');
		await page.getByText('Wait for Silence', { exact: true }).waitFor();
		await take(page, 'wait-for-silence', { clip: { x: 430, y: 25, width: 421, height: 800 } });
		await page.setViewportSize(VIEW);
		await editor.openNode('bmReceiveMessages', TRIGGER);
		await page.getByText('Write to your business number from your phone').waitFor();
		await take(page, 'trigger');
		await executeAndOpen(editor, 'spending', { node: 'Spending', display: 'JSON' });
		await take(page, 'spending');
		await executeAndOpen(editor, 'group', { node: 'Create a group', display: 'JSON' });
		await take(page, 'group');
		await executeAndOpen(editor, 'report', { node: 'Report', display: 'JSON' });
		await take(page, 'campaign-report');
		await execute(editor, 'rules');
		await take(page, 'rules');
		await executeAndOpen(editor, 'decision', { node: 'Send Auto', display: 'Table' });
		await take(page, 'decision');
		await execute(editor, 'on-request');
		await executeAndOpen(editor, 'why-timeline', { node: 'Why', display: 'Table' });
		await take(page, 'why-timeline');
		await executeAndOpen(editor, 'why-replay', { node: 'Why', display: 'JSON' });
		await take(page, 'why-replay');
		await executeAndOpen(editor, 'why-proof', { node: 'Why', display: 'JSON' });
		await take(page, 'why-proof');

		// The main job leaves no workflow published.
		await n8n.api.publish('bmReceiveMessages');
		await takeConsole(editor, n8n.storeFile);

		await page.setViewportSize({ width: 1120, height: 640 });
		await page.goto(sandbox.page);
		await page.getByRole('button', { name: 'Close the tour' }).click();
		await page.getByRole('button', { name: 'Campaign' }).click();
		await page.getByRole('searchbox').fill('Emma Castillo');
		await page.getByRole('list', { name: 'Chats' }).getByText('Emma Castillo', { exact: true }).click();
		await page.getByRole('searchbox').fill('');
		await page.getByRole('heading', { name: 'Emma Castillo' }).click();
		await page.getByRole('textbox', { name: 'Message' }).waitFor();
		await take(page, 'simulator');
		const held = lines.find((each) => each.customer.lately === 'with the agent' && each.state !== 'invalid')!;
		await page.getByRole('searchbox').fill(held.customer.name);
		await page.getByRole('list', { name: 'Chats' }).getByText(held.customer.name, { exact: true }).click();
		await page.getByRole('searchbox').fill('');
		await page.getByRole('heading', { name: held.customer.name }).waitFor();
		await take(page, 'handover');
	} catch (error) {
		await editor.shot('docs-screenshots-failed');
		throw error;
	} finally {
		await editor.close();
		await sandbox.close();
		await host.close();
	}
}

endOnSignal();
main().catch((error: unknown) => {
	process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
	process.exitCode = 1;
});
