import type { Page } from 'playwright-core';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { sandboxCredential } from '../../tools/main-job/examples';
import { byHand, items, line, messaging, sendAuto } from '../n8n/support/workflows';
import type { Editor } from './support/open-editor';
import { openEditor } from './support/open-editor';

const BODY = 'Hi {{1}}, your order {{2}} is on its way.';
const none = { __rl: true, mode: 'list', value: '' };
const named = (value: string) => ({ __rl: true, mode: 'name', value });

let sandbox: Sandbox;
let editor: Editor;
let page: Page;

const withForm = (id: string, parameters: Record<string, unknown>, json = {}, node = {}) =>
	line(id, [byHand, items([json]), messaging({ options: {}, ...parameters }, node)]);

beforeAll(async () => {
	sandbox = await startSandbox();
	await sandbox.control.addTemplate({ name: 'hello', body: 'Hello from the shop.' });
	await sandbox.control.addTemplate({ name: 'order_update', body: 'Hello {{1}}, your {{2}} is on its way.' });
	await sandbox.control.addTemplate({ name: 'sale', body: 'The sale begins on {{1}}.' });
	const answer = { to: '491701111111', text: 'Hello', template: named('hello/en_US') };
	const automatic = { mappingMode: 'autoMapInputData', value: null };
	editor = await openEditor({
		// The editor chooses the credential itself if there is only one.
		credentials: [
			sandboxCredential(sandbox),
			{ ...sandboxCredential(sandbox), id: 'bmOther', name: 'Other gateway' },
		],
		workflows: [
			withForm('create', {
				resource: 'template',
				operation: 'create',
				templateName: 'pasted',
				templateLanguage: 'en_US',
				templateCategory: 'UTILITY',
				bodySamples: { sample: [{ value: 'Ana' }, { value: '4711' }] },
			}),
			withForm('local', { resource: 'message', operation: 'sendAuto', ...answer, to: '0170 1234567' }),
			line('again', [byHand, items([{ eventId: 'message:wamid.again' }]), sendAuto(answer)]),
			withForm('variables', {
				resource: 'message',
				operation: 'sendAuto',
				...answer,
				template: named('order_update/en_US'),
				templateVariables: automatic,
			}),
			withForm('without', { resource: 'message', operation: 'sendAuto', ...answer, template: none }),
			withForm('switched', {
				resource: 'message',
				operation: 'sendAuto',
				...answer,
				to: '={{ $json.phone }}',
				template: none,
			}),
			withForm('emptied', { resource: 'message', operation: 'sendAuto', ...answer }),
			withForm('policy', { resource: 'policy', operation: 'save' }, {}, { credentials: undefined }),
		],
	});
	page = editor.page;
});

afterAll(async () => {
	await editor?.close();
	await sandbox?.close();
});

const open = (workflow: string) => editor.openNode(workflow, `${workflow}-2`);
const execute = () => page.getByTestId('node-execute-button').first().click();
const field = (name: string) => page.getByTestId(`parameter-input-${name}`);

it('a template keeps the variables of a text that is pasted into Body', async () => {
	await open('create');
	await field('templateBody').locator('textarea').click();
	await page.keyboard.insertText(BODY);
	await page.getByText('stay as you wrote them').first().waitFor();
	await editor.shots('trap-template-variables');
	await execute();
	await page.getByText('PENDING').first().waitFor();
	const { waba_templates: templates } = (await (
		await fetch(`${sandbox.url}/v1/configs/templates`, { headers: { 'SVC-API-KEY': sandbox.apiKey } })
	).json()) as { waba_templates: unknown };
	expect(JSON.stringify(templates)).toContain(BODY);
});

it("a customer's number without a country code is refused, with an example", async () => {
	await open('local');
	await execute();
	await page.getByText('has no country code').first().waitFor();
	await editor.shots('trap-number');
	expect(sandbox.control.sent().filter(({ to }) => to.includes('1701234567'))).toEqual([]);
});

it('a second test run says that nothing was sent, and how to test again', async () => {
	await open('again');
	const before = sandbox.control.sent().length + 1;
	await execute();
	await page.getByTestId('output-panel').getByText('491701111111').first().waitFor();
	expect(sandbox.control.sent()).toHaveLength(before);
	await execute();
	await page.getByText('Nothing sent: this message was answered already.').first().waitFor();
	await editor.shots('trap-second-run');
	expect(sandbox.control.sent()).toHaveLength(before);
});

it('the automatic mapping names the fields that a template takes', async () => {
	await open('variables');
	await page.getByText('This template has 2 variables.').first().waitFor();
	await editor.shots('trap-variables');
});

it('a template without variables has nothing to fill in, and nothing red', async () => {
	await open('without');
	await page.getByTestId('rlc-input').first().click();
	await page.getByText('hello (en_US, utility, approved)').click();
	await page.getByText('This template has no variables').first().waitFor();
	expect(await page.getByText('Retry', { exact: true }).count()).toBe(0);
	await editor.shots('trap-no-variables');
});

it('variables of a template that was chosen before are said to be, until the node is opened again', async () => {
	await open('switched');
	const choose = async (template: string) => {
		await page.getByTestId('rlc-input').first().click();
		await page.getByText(`${template} (en_US, utility, approved)`).first().click();
	};
	const shows = (part: string) =>
		page.waitForFunction((wanted) => {
			const texts = document.querySelectorAll<HTMLInputElement>('[data-test-id*="template_text_"] input');
			return [...texts].some(({ value }) => value.includes(wanted));
		}, part);
	const hint = page.getByText('still those of the template that you chose before');
	await choose('sale');
	await shows('The sale begins');
	const variable = page.locator('[data-test-id*="body_1"] input').first();
	await variable.fill('Monday');
	await variable.press('Tab');
	expect(await hint.count()).toBe(0);
	await choose('order_update');
	await hint.first().waitFor();
	await editor.shots('trap-stale-variables');
	await page.getByTestId('ndv-close-button').first().click();
	await page.locator('[data-node-name="Messaging"]').first().dblclick();
	await shows('is on its way');
	await hint.first().waitFor({ state: 'detached' });
	await editor.shots('trap-fresh-variables');
});

it('a template that is entered by name can be taken out again', async () => {
	await open('emptied');
	await sandbox.control.customerWrites({ from: '491701111111', text: 'Hi' });
	const name = field('template').locator('input').last();
	await name.fill('');
	await name.blur();
	expect(await page.getByText('Enter the name and the language').count()).toBe(0);
	await execute();
	await page.getByText('messageId').first().waitFor();
	await editor.shots('trap-emptied');
});

it('a new policy starts from the rules of strict, and the built-in ones can be chosen without a credential', async () => {
	await open('policy');
	const startFrom = field('startFrom').locator('input');
	await page.waitForFunction(
		(input) => (input as HTMLInputElement).value.startsWith('strict'),
		await startFrom.elementHandle(),
	);
	await startFrom.click();
	await page.getByRole('option', { name: /^strict/ }).waitFor();
	expect(await page.getByText('Error fetching options').count()).toBe(0);
	await editor.shots('trap-policy');
});

it('the credential names what is wrong with it, and what a missing secret means', async () => {
	const credential = await editor.n8n.api.credentialId('Sandbox gateway');
	await page.goto(`${editor.n8n.url}/home/credentials/${credential}`);
	const id = field('phoneNumberId').locator('input');
	await id.fill('+49 170 1234567');
	await page.getByTestId('credential-save-button').click();
	await page.getByText('More details').click();
	await page.getByText('Enter the ID of the phone number, not the number itself').first().waitFor();
	await editor.shots('trap-credential');
	await field('signingSecret').locator('input').fill('');
	await page.getByText('Without a Signing Secret you can send').scrollIntoViewIfNeeded();
	await editor.shots('trap-signing-secret');
});
