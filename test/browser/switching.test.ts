import type { Page } from 'playwright-core';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { sandboxCredential } from '../../tools/main-job/examples';
import type { WorkflowNode } from '../../tools/n8n';
import { poll } from '../../tools/n8n';
import { inbox, inboxTrigger } from '../n8n/support/inbox';
import { byHand, campaign, line, messaging, trigger } from '../n8n/support/workflows';
import type { Editor } from './support/open-editor';
import { openEditor } from './support/open-editor';

const template = { __rl: true, mode: 'name', value: 'hello/en_US' };
const message = { resource: 'message', to: '491701111111', template };
const rules = { category: 'MARKETING', timeZone: 'Europe/Berlin' };
const sending = { replyTo: 'wamid.1', sendOnce: false };
const around = { footer: 'The shop', headerText: 'Your order' };
const samples = { sample: [{ value: 'Ana' }] };
const reading = { concurrency: 8, simplify: false };
const starting = { reactions: ['opted-out'], simplify: false };

interface Switch {
	what: string;
	node: Omit<WorkflowNode, 'id' | 'position'>;
	/** The field, and the label of what is chosen there; none if the field is turned on. */
	switched: readonly [field: string, label?: string];
	kept: Record<string, unknown>;
}

/**
 * What is filled in, the field that is switched, and what both of its choices have. Nothing in the form of the Rules node
 * depends on another field.
 */
const SWITCHES: readonly Switch[] = [
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
	{
		what: 'the options of an Inbox Trigger that no longer receives deliveries itself',
		node: inboxTrigger({ deliveries: 'here', options: { ...reading, host: '127.0.0.1' } }),
		switched: ['deliveries', 'Received Elsewhere'],
		kept: { options: reading },
	},
	{
		what: 'the options of a Trigger that begins to wait for silence',
		node: trigger('switching', { options: starting }),
		switched: ['waitForSilence'],
		kept: { options: starting },
	},
	{
		what: 'the Inbox Trigger whose dead letters are replayed instead of listed',
		node: inbox({ operation: 'getDeadLetters', subscription: 'workflow/inbox', returnAll: true }),
		switched: ['operation', 'Replay Dead Letters'],
		kept: { subscription: 'workflow/inbox' },
	},
];

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
		if (label !== undefined) {
			const option = page.getByRole('option').filter({ has: page.getByText(label, { exact: true }) });
			await option.click();
		}
		await page.getByTestId('ndv-close-button').first().click();
		await page.keyboard.press('ControlOrMeta+s');
		const stored = await poll(isSwitched, { onTimeout: () => `The editor didn't save ${label ?? field}.` });
		expect(stored).toMatchObject(row.kept);
	});
});
