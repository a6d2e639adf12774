import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { sandboxCredential } from '../../tools/main-job/examples';
import { ask } from '../n8n/support/waits';
import { byHand, items, line } from '../n8n/support/workflows';
import type { Editor } from './support/open-editor';
import { openEditor } from './support/open-editor';

let sandbox: Sandbox;
let editor: Editor;

const customer = items([{ contact: '491701111111' }]);
const limited = {
	limitWaitTime: { values: { limitType: 'afterTimeInterval', resumeAmount: 2, resumeUnit: 'hours' } },
};
const choice = ['Red', 'Green', 'Blue', 'White'].map((title) => ({ title, id: '', description: '' }));
const review = ask({ to: '491701111111' }, 'Review');

beforeAll(async () => {
	sandbox = await startSandbox();
	editor = await openEditor({
		credentials: [sandboxCredential(sandbox)],
		workflows: [
			line('approval', [byHand, customer, ask({ options: limited })]),
			line('choices', [byHand, customer, ask({ responseType: 'choices', responseChoices: { choice } })]),
			line('review', [byHand, { ...review, type: `${review.type}HitlTool` }]),
		],
	});
});

afterAll(async () => {
	await editor?.close();
	await sandbox?.close();
});

const shows = async (...labels: string[]) => {
	for (const label of labels) await editor.page.getByText(label, { exact: true }).first().waitFor();
};

it('asks for an approval, with how long to wait', async () => {
	await editor.openNode('approval', 'approval-2');
	await shows('Message', 'Response Type', 'Type of Approval', 'Template', 'Limit Wait Time', 'Amount');
	await editor.shot('send-and-wait');
});

it('asks for choices', async () => {
	await editor.openNode('choices', 'choices-2');
	await shows('Choices', 'Title', 'ID');
	expect(await editor.page.getByText('Type of Approval', { exact: true }).count()).toBe(0);
	await editor.shot('send-and-wait-choices');
});

it('as a Human Review tool, asks for the approval alone', async () => {
	await editor.openNode('review', 'review-1');
	await shows('To', 'Message', 'Approval Options', 'Template');
	for (const label of ['Response Type', 'Operation', 'Freeform Type']) {
		expect(await editor.page.getByText(label, { exact: true }).count()).toBe(0);
	}
	await editor.shot('send-and-wait-review');
});
