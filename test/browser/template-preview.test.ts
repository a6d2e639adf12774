import type { Locator, Page } from 'playwright-core';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { addTemplates } from '../../tools/main-job/play-customers';
import { sandboxCredential } from '../../tools/main-job/examples';
import { poll } from '../../tools/n8n';
import { byHand, items, line, messaging } from '../n8n/support/workflows';
import type { Editor } from './support/open-editor';
import { openEditor } from './support/open-editor';

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
/** n8n shows results of expressions once there is an item. */
async function openWithItems(workflow: string): Promise<void> {
	await editor.openNode(workflow, `${workflow}-2`);
	await page.getByText('Execute previous nodes').or(page.getByText('Execute node')).first().click();
}

/** Selects a preview as a person does. */
const select = (preview: Locator) => preview.locator('.cm-content').click({ position: { x: 20, y: 10 } });

/**
 * Selects a preview until it shows a text. n8n finds the result when the field is selected, and that can be before it has
 * stored what was typed a moment ago. Then, a person leaves the field and selects it again.
 */
const selectUntil = (preview: Locator, text: string) =>
	poll(
		async () => {
			if (await page.getByTestId('inline-expression-editor-output').getByText(text).isVisible()) return true;
			await field('templateFooter').locator('input').click();
			await select(preview);
			return undefined;
		},
		{ onTimeout: () => `The preview doesn't show “${text}”.` },
	);

/** Whether the field has no more of its expression's code than a name, on one line. */
const hidesItsCode = async (preview: Locator): Promise<boolean> =>
	/^\{\{ \$parameter\.\w+ \}\}$/.test((await preview.locator('.cm-content').innerText()).trim());

/** Below the field is the result on one line. */
const shows = (text: string) =>
	page
		.locator('[data-test-id*="parameter-expression-preview"]')
		.filter({ hasText: text.replaceAll(/\s+/g, ' ') })
		.first()
		.waitFor();

it('a template shows while it is written as a phone shows it, with its samples', async () => {
	await openWithItems('write');
	await field('templateBody').locator('textarea').fill('Hello {{first_name}}, there is news.');
	const preview = field('templatePreview');
	expect(await hidesItsCode(preview)).toBe(true);
	await selectUntil(preview, 'Hello Ana, there is news.');
	await field('templateFooter').locator('input').fill('The shop');
	await selectUntil(preview, 'The shop');
	expect(await hidesItsCode(preview)).toBe(true);
	await editor.shots('preview-of-a-template');
});

it('a chosen template shows with the values of the item, before anything is sent', async () => {
	await openWithItems('send');
	await shows('Your order Hello Ada, there is news about your tea set.');
	await select(field('messagePreview'));
	await page.getByText('[Tell me more] [Not now]').first().waitFor();
	await editor.shots('preview-of-a-message');
	expect(sandbox.control.sent()).toEqual([]);
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
