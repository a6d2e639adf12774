import type { Page } from 'playwright-core';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { sandboxCredential } from '../../tools/main-job/examples';
import { byHand, items, line, messaging, sendAuto } from '../n8n/support/workflows';
import type { Editor } from './support/open-editor';
import { openEditor } from './support/open-editor';

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
			save('older', { policyName: 'older', startFrom: 'strict', switches: ['on:quiet-hours'] }, { typeVersion: 1.2 }),
			line('gives', [
				byHand,
				items([{ contact: '491701111111', tags: ['vip'] }]),
				sendAuto({ options: { policy: 'strict' } }),
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

it('explores', async () => {
	page.setDefaultTimeout(20_000);
	await open('uses');
	const addRule = page.getByPlaceholder('Add Ready-Made Rule');
	await addRule.click();
	await editor.shot('own-4');
	await page.getByRole('option', { name: /Quiet Hours/ }).click();
	await editor.shot('own-5');
	await addRule.click();
	await page.getByRole('option', { name: /Frequency Cap/ }).click();
	await editor.shot('own-6');
	await open('older');
	await editor.shot('own-7');
	await open('gives');
	const add = page.getByPlaceholder('Add option');
	await add.click();
	await editor.shot('own-8');
	await page.getByRole('option', { name: 'Facts' }).click();
	await page.getByText('Facts', { exact: true }).first().scrollIntoViewIfNeeded();
	await editor.shot('own-9');
	console.log(await page.locator('[data-test-id^="assignment"]').evaluateAll((all) => all.map((each) => each.outerHTML.slice(0, 400))));
});
