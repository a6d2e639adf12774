import type { Locator, Page } from 'playwright-core';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { sandboxCredential } from '../../tools/main-job/examples';
import { byHand, items, line, messaging, sendAuto } from '../n8n/support/workflows';
import type { Editor } from './support/open-editor';
import { openEditor } from './support/open-editor';
import { untilValue } from './support/until-value';

let sandbox: Sandbox;
let editor: Editor;
let page: Page;

const save = (id: string, parameters: Record<string, unknown>, node = {}) =>
	line(id, [byHand, items([{}]), messaging({ resource: 'policy', operation: 'save', ...parameters }, node)]);

beforeAll(async () => {
	sandbox = await startSandbox();
	await sandbox.control.addTemplate({ name: 'hello', body: 'Hello from the shop.' });
	editor = await openEditor({
		credentials: [sandboxCredential(sandbox)],
		workflows: [
			save('declares', { policyName: 'vips', startFrom: 'strict' }),
			save('uses', { policyName: 'quiet', startFrom: 'strict' }),
			save(
				'older',
				{ policyName: 'older', startFrom: 'strict', switches: ['on:quiet-hours'] },
				{ typeVersion: 1.2 },
			),
			line('gives', [
				byHand,
				items([{ contact: '491701111111', tags: ['vip'] }]),
				sendAuto({ options: { policy: 'vips' } }),
			]),
		],
	});
	page = editor.page;
});

afterAll(async () => {
	await editor?.close();
	await sandbox?.close();
});

const open = (workflow: string) => editor.openNode(workflow, `${workflow}-2`);
const field = (name: string) => page.getByTestId(`parameter-input-${name}`);

const execute = () => page.getByTestId('node-execute-button').first().click();

async function fill(input: Locator, value: string): Promise<void> {
	await input.fill(value);
	await input.press('Tab');
}

it('a fact that the form declares can be picked in its rules, and the policy has it', async () => {
	await open('declares');
	await page.getByRole('button', { name: 'Add Fact of Your Own' }).click();
	await fill(field('name').locator('input').first(), 'vip');
	await fill(field('label').locator('input').first(), 'VIP');
	await page.getByRole('button', { name: 'Add Rule' }).click();
	await page.getByRole('button', { name: 'Add Condition' }).click();
	await fill(field('name').locator('input').nth(1), 'only-vips');
	await field('fact').locator('input').click();
	await page.getByRole('option', { name: 'VIP' }).click();
	await fill(field('value').locator('input').first(), 'no');
	await field('decision').locator('input').click();
	await page.getByRole('option', { name: /^Skip/ }).click();
	await fill(field('reason').locator('input').first(), 'Only VIPs get this.');
	await fill(field('label').locator('input').first(), 'VIP customer');
	await untilValue(field('fact').locator('input'), 'VIP customer');
	await editor.shots('own-facts-rule');
	await execute();
	await page.getByText('Saved: strict with only-vips.').first().waitFor();
	await editor.shots('own-facts-saved');
});

it('a message says what the fact is, in the options of its node', async () => {
	await open('gives');
	await page.getByPlaceholder('Add option').click();
	await page.getByRole('option', { name: 'Facts', exact: true }).click();
	const facts = page.getByTestId('assignment-collection-facts');
	await facts.getByText('Add Field').click();
	await fill(facts.getByTestId('assignment-name').locator('input').first(), 'vip');
	await fill(facts.getByTestId('assignment-value').locator('input, textarea').first(), 'no');
	await facts.scrollIntoViewIfNeeded();
	await editor.shots('own-facts-given');
	await execute();
	await page.getByText('only-vips').first().waitFor();
});

it('a ready-made rule is used with hours of one’s own', async () => {
	await open('uses');
	await page.getByPlaceholder('Add Ready-Made Rule').click();
	await editor.shots('rules-to-use');
	await page.getByRole('option', { name: /^Quiet Hours/ }).click();
	const from = field('from').locator('input');
	await untilValue(from, '21:00');
	await fill(from, '22:15');
	await editor.shots('rules-to-use-quiet-hours');
	await execute();
	await page.getByText('Saved: strict with quiet-hours.').first().waitFor();
	await page.getByText('22:15-08:00').first().waitFor();
});

it('a node from before still has its switches', async () => {
	await open('older');
	await page.getByText('Turn On quiet-hours').first().waitFor();
	expect(await page.getByText('Rules to Use').count()).toBe(0);
	await execute();
	await page.getByText('Saved: strict with quiet-hours.').first().waitFor();
	await editor.shots('own-facts-older');
});
