import type { Page } from 'playwright-core';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { sandboxCredential } from '../../tools/main-job/examples';
import { poll } from '../../tools/n8n';
import { byHand, campaign, line, messaging } from '../n8n/support/workflows';
import type { Editor } from './support/open-editor';
import { openEditor } from './support/open-editor';

const template = { __rl: true, mode: 'name', value: 'hello/en_US' };
const message = { resource: 'message', to: '491701111111', template };
const rules = { category: 'MARKETING', timeZone: 'Europe/Berlin' };
const sending = { replyTo: 'wamid.1', sendOnce: false };
const around = { footer: 'The shop', headerText: 'Your order' };
const samples = { sample: [{ value: 'Ana' }] };

/** What is filled in, the field that is switched, and what both of its choices have. */
const SWITCHES = [
	{
		what: 'the options of a dry run, when it is planned',
		node: campaign('dryRun', {
			campaignId: 'spring',
			to: '491701111111',
			template,
			options: { ...rules, recipientKey: '4711' },
		}),
		switched: ['operation', 'Plan'],
		kept: { options: { ...rules, recipientKey: '4711' } },
	},
	{
		what: 'the options that Send Auto shares with Send and Wait',
		node: messaging({
			...message,
			operation: 'sendAuto',
			text: 'Hello',
			options: { ...rules, ...sending, trace: true },
		}),
		switched: ['operation', 'Send and Wait for Response'],
		kept: { options: { ...rules, ...sending, trace: true } },
	},
	{
		what: 'the options that Send Auto shares with Send Template, and only those',
		node: messaging({ ...message, operation: 'sendAuto', text: 'Hello', options: { ...rules, ...sending } }),
		switched: ['operation', 'Send Template'],
		kept: { options: sending },
	},
	{
		what: 'the header and footer that Buttons share with List',
		node: messaging({
			...message,
			operation: 'sendAuto',
			freeformType: 'buttons',
			bodyText: 'Which one?',
			around,
			options: {},
		}),
		switched: ['freeformType', 'List'],
		kept: { around },
	},
	{
		what: 'the samples and parts of a template that is edited instead of created',
		node: messaging({
			resource: 'template',
			operation: 'create',
			templateName: 'hello',
			templateLanguage: 'en_US',
			templateBody: 'Hello {{1}}.',
			bodySamples: samples,
			moreParts: { parameterFormat: 'NAMED' },
			options: {},
		}),
		switched: ['operation', 'Edit'],
		kept: { bodySamples: samples, moreParts: { parameterFormat: 'NAMED' } },
	},
] as const;

let sandbox: Sandbox;
let editor: Editor;
let page: Page;

beforeAll(async () => {
	sandbox = await startSandbox();
	await sandbox.control.addTemplate({ name: 'hello', body: 'Hello from the shop.' });
	editor = await openEditor({
		credentials: [sandboxCredential(sandbox)],
		workflows: SWITCHES.map(({ node }, index) => line(`switched${index}`, [byHand, node])),
	});
	page = editor.page;
});

afterAll(async () => {
	await editor?.close();
	await sandbox?.close();
});

describe('a switch of the form keeps', () => {
	it.each(SWITCHES.map((row, index) => [row.what, row, index] as const))('%s', async (_, row, index) => {
		const [field, label] = row.switched;
		const workflow = `switched${index}`;
		const before = (row.node.parameters as Record<string, unknown>)[field];
		const isSwitched = async () => {
			const [, node] = (await editor.n8n.api.readWorkflow(workflow)).nodes;
			// n8n stores no value that is the default.
			return node!.parameters[field] === before ? undefined : node!.parameters;
		};
		await editor.openNode(workflow, `${workflow}-1`);
		await page.getByTestId(`parameter-input-${field}`).first().click();
		await page
			.getByRole('option')
			.filter({ has: page.getByText(label, { exact: true }) })
			.click();
		await page.getByTestId('ndv-close-button').first().click();
		await page.keyboard.press('ControlOrMeta+s');
		const stored = await poll(isSwitched, { onTimeout: () => `The editor didn't save ${label}.` });
		expect(stored).toMatchObject(row.kept);
	});
});
