import type { Page } from 'playwright-core';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { sandboxCredential } from '../../tools/main-job/examples';
import { agentWith, modelCredential, sendTool } from '../n8n/support/agents';
import type { ChatModel } from '../n8n/support/chat-model';
import { startChatModel } from '../n8n/support/chat-model';
import { poll } from '../../tools/n8n';
import type { Editor } from './support/open-editor';
import { openEditor } from './support/open-editor';

const CUSTOMER = '491701111111';
const AGENT = 'agent';

let sandbox: Sandbox;
let model: ChatModel;
let editor: Editor;
let page: Page;

beforeAll(async () => {
	sandbox = await startSandbox();
	await sandbox.control.addTemplate({ name: 'hello', body: 'Hello from the shop.' });
	model = await startChatModel();
	const none = { __rl: true, mode: 'list', value: '' };
	editor = await openEditor({
		credentials: [sandboxCredential(sandbox), modelCredential(model.url)],
		workflows: [agentWith(AGENT, [sendTool('Send', { to: '', text: '', template: none })])],
	});
	page = editor.page;
});

afterAll(async () => {
	await editor?.close();
	await model?.close();
	await sandbox?.close();
});

/** Lets the model define a field, as a person does: by the button that appears beside it. */
async function letModelDefine(name: string): Promise<void> {
	const field = page.getByTestId(`parameter-input-${name}`);
	await field.hover();
	const button = page
		.locator('.parameter-item')
		.filter({ has: field })
		.getByTestId('from-ai-override-button');
	await button.last().click();
}

it('the model can be given the customer, the text, and the picker of the template by clicks', async () => {
	await editor.openNode(AGENT, `${AGENT}-3`);
	for (const name of ['to', 'text', 'template']) await letModelDefine(name);
	const defined = page.getByText('Defined automatically by the');
	await defined.nth(2).waitFor();
	expect(await defined.count()).toBe(3);
	await editor.shots('agent-tool');
	const isSaved = async () => {
		const { nodes } = await editor.n8n.api.readWorkflow(AGENT);
		const stored = JSON.stringify(nodes.find(({ name }) => name === 'Send')!.parameters);
		return stored.split('$fromAI').length === 4 ? true : undefined;
	};
	await page.keyboard.press('Escape');
	await page.keyboard.press('ControlOrMeta+s');
	await poll(isSaved, { onTimeout: () => "The editor didn't save what the model defines." });

	const args = { To: CUSTOMER, Freeform_Text: 'Hello', Template: 'hello/en_US' };
	model.says({ tool: 'Send', args }, 'Done');
	await editor.n8n.api.waitForExecution(await editor.n8n.api.runWorkflow(AGENT, 'By hand'));
	const [tool] = model.asked.at(-1)!.tools!;
	expect(Object.keys((tool!.function.parameters as { properties: object }).properties).sort()).toEqual(
		Object.keys(args).sort(),
	);
	expect(sandbox.control.sent()).toMatchObject([{ to: CUSTOMER, type: 'template' }]);
});
