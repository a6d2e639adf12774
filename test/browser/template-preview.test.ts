import type { Page } from 'playwright-core';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { addTemplates } from '../../tools/main-job/play-customers';
import { sandboxCredential } from '../../tools/main-job/examples';
import { poll } from '../../tools/n8n';
import { byHand, items, line, messaging } from '../n8n/support/workflows';
import type { Editor } from './support/open-editor';
import { openEditor } from './support/open-editor';
import { untilValue } from './support/until-value';

let sandbox: Sandbox;
let editor: Editor;
let page: Page;

beforeAll(async () => {
	sandbox = await startSandbox();
	await addTemplates(sandbox);
	const template = { __rl: true, mode: 'name', value: 'order_update/en_US' };
	const templateVariables = {
		mappingMode: 'defineBelow',
		value: { body_1: '={{ $json.name }}', body_2: 'tea set' },
		schema: [],
	};
	editor = await openEditor({
		credentials: [sandboxCredential(sandbox)],
		workflows: [
			line('write', [
				byHand,
				items([{}]),
				messaging({
					resource: 'template',
					operation: 'create',
					templateName: 'news',
					templateLanguage: 'en_US',
					bodySamples: { sample: [{ value: 'Ana' }] },
					options: {},
				}),
			]),
			line('edit', [
				byHand,
				items([{}]),
				messaging({
					resource: 'template',
					operation: 'edit',
					template: { __rl: true, mode: 'name', value: 'order_update/en_US' },
					options: {},
				}),
			]),
			line('broken', [
				byHand,
				items([{}]),
				messaging({
					resource: 'template',
					operation: 'create',
					templateName: 'Sale!',
					templateLanguage: 'en_US',
					templateBody: 'There is a sale.',
					templateFooter: 'x'.repeat(61),
					options: {},
				}),
			]),
			line('early', [
				byHand,
				items([{ name: 'Ada' }]),
				messaging({
					resource: 'message',
					operation: 'sendTemplate',
					to: '491701234567',
					template: { __rl: true, mode: 'name', value: 'not_yet/en_US' },
					templateVariables,
					options: {},
				}),
			]),
			line('send', [
				byHand,
				items([{ name: 'Ada' }, { name: 'Ben' }]),
				messaging({
					resource: 'message',
					operation: 'sendTemplate',
					to: '491701234567',
					template,
					templateVariables,
					options: {},
				}),
			]),
		],
	});
	page = editor.page;
});

afterAll(async () => {
	await editor?.close();
	await sandbox?.close();
});

const field = (name: string) => page.getByTestId(`parameter-input-${name}`);
/** The preview in its closed list. */
const shown = (name: string) => field(name).locator('input').first();

/** Waits until the preview has a text. */
const shows = (name: string, text: string) =>
	poll(async () => ((await shown(name).inputValue()) === text ? true : undefined), {
		onTimeout: () => `The preview doesn't show “${text}”.`,
	});

it('a template shows while it is written as a phone shows it, with its samples', async () => {
	await editor.openNode('write', 'write-2');
	await field('templateBody').locator('textarea').fill('Hello {{first_name}}, there is news.');
	await shows('preview', 'Hello Ana, there is news.');
	await field('templateFooter').locator('input').fill('The shop');
	await shows('preview', 'Hello Ana, there is news. · The shop');
	await page.getByTestId('parameter-input-value').locator('input').fill('Ben');
	await shows('preview', 'Hello Ben, there is news. · The shop');
	await shown('preview').click();
	await page.getByRole('option', { name: 'Hello Ben, there is news. · The shop' }).waitFor();
	await editor.shots('preview-of-a-template');
});

it('a chosen template shows with the values of the item, before anything is sent', async () => {
	await editor.openNode('send', 'send-2');
	await page.getByText('Execute previous nodes').or(page.getByText('Execute node')).first().click();
	await page.getByText('Ada').first().waitFor();
	await page.keyboard.press('Escape');
	await page.getByTestId('canvas-node').filter({ hasText: 'Messaging' }).dblclick();
	const parts = ['Your order', 'You get this because you ordered from us.', '[Tell me more] [Not now]'];
	const said = 'Hello Ada, there is news about your tea set. Answer this message to hear more.';
	await shows('preview', [parts[0], said, ...parts.slice(1)].join(' · '));
	await shown('preview').click();
	await editor.shots('preview-of-a-message');
	expect(sandbox.control.sent()).toEqual([]);
});

it('an edited template keeps its header, which the form says; a new one has none', async () => {
	const header = page.getByTestId('parameter-input-headerFormat').locator('input').first();
	await editor.openNode('edit', 'edit-2');
	await untilValue(header, 'Unchanged');
	await editor.shots('template-edit');
	await editor.openNode('write', 'write-2');
	await untilValue(header, 'None');
});

it('a template with several problems says each on a line of its own, by the labels of the form', async () => {
	await editor.openNode('broken', 'broken-2');
	await page.getByText('Execute step').first().click();
	const list = page.getByTestId('node-error-description');
	await list.waitFor();
	const lines = (await list.innerText()).split('\n').filter((each) => each.trim() !== '');
	expect(lines).toEqual([expect.stringMatching(/^1\. Name: /), expect.stringMatching(/^2\. Footer: /)]);
	await editor.shots('problems-of-a-template');
});

it('what is filled in stays if the node is opened before its template is created', async () => {
	await editor.openNode('early', 'early-2');
	await page.getByText('Text of the template').waitFor();
	await page.getByText('body_2', { exact: true }).first().waitFor();
	await editor.shots('template-not-yet');
	await page.keyboard.press('Escape');
	await page.keyboard.press('Control+s');
	const { nodes } = await editor.n8n.api.readWorkflow('early');
	expect(nodes[2]!.parameters.templateVariables).toMatchObject({
		value: { body_1: '={{ $json.name }}', body_2: 'tea set' },
	});
});
