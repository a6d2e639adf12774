import { createGatewayClient } from '../../gateway';
import type { Store } from '../../engine';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { openStore } from '../../store';
import { sandboxCredential } from '../../tools/main-job/examples';
import { itemsOf, poll } from '../../tools/n8n';
import { type BorrowedN8n, borrowN8n } from '../support/n8n/borrow-n8n';
import { untilSubscribed } from './support/inbox';
import { line, trigger } from './support/workflows';

const ADA = '491701234567';

let sandbox: Sandbox;
let n8n: BorrowedN8n;
let store: Store;
const shared = { ifAnotherListens: 'share' };

beforeAll(async () => {
	sandbox = await startSandbox();
	n8n = await borrowN8n({
		credentials: [sandboxCredential(sandbox)],
		workflows: [
			line('first', [trigger('first-hook')]),
			line('second', [trigger('second-hook')]),
			line('sharing', [trigger('sharing-hook', { ...shared, events: ['message'] })]),
			line('silent', [
				trigger('silent-hook', {
					...shared,
					events: ['message'],
					waitForSilence: true,
					silence: 60,
					atOnceFor: ['words'],
					atOnceWords: 'Two',
				}),
			]),
			line('failing', [
				trigger('failing-hook', { ...shared, events: ['message'] }),
				{
					name: 'Fails',
					type: 'n8n-nodes-base.stopAndError',
					typeVersion: 1,
					parameters: { errorMessage: 'On purpose.' },
				},
			]),
		],
	});
	store = await openStore(`sqlite:${n8n.storeFile}`);
});

afterAll(async () => {
	await store?.close();
	await n8n?.stop();
	await sandbox?.close();
});

const webhookNow = async () => (await createGatewayClient(ofSandbox()).webhook.get()).url;
const ofSandbox = () => ({ baseUrl: sandbox.url, apiKey: sandbox.apiKey });
/** Publishes a workflow that shares the number. n8n says that it is published before it reads the inbox. */
async function share(id: string): Promise<void> {
	await n8n.api.publish(id);
	await untilSubscribed(store, `${id}/${id}-0/shared`);
}

const writes = (text: string) => sandbox.control.customerWrites({ from: ADA, text });

/** The texts that a workflow was started with, oldest first, once it was started so often. */
async function textsOf(workflowId: string, count: number): Promise<unknown[]> {
	await n8n.api.waitForExecutions({ workflowId }, count);
	const all = await poll(
		async () => {
			const found = await n8n.api.executions({ workflowId, includeData: true });
			return found.every(({ status }) => status !== 'running' && status !== 'new') ? found : undefined;
		},
		{ onTimeout: () => `An execution of ${workflowId} doesn't end.` },
	);
	return all.reverse().map((execution) => itemsOf(execution, 'Trigger').map(({ text }) => text));
}

it('a workflow that shares a number to which nobody listens is told so when it is published', async () => {
	await expect(n8n.api.publish('sharing')).rejects.toThrow('No other workflow listens to this phone number');
	await n8n.api.unpublish('sharing');
});

it('a second workflow that does not share is told how to', async () => {
	await n8n.api.publish('first');
	await expect(n8n.api.publish('second')).rejects.toThrow('set If Another Workflow Listens to Share');
	await n8n.api.unpublish('second');
});

it('workflows that share get each message once, and leave the webhook where it is', async () => {
	const url = await webhookNow();
	for (const id of ['sharing', 'silent', 'failing']) await share(id);
	expect(await webhookNow()).toBe(url);
	await writes('One');
	await sandbox.control.idle();
	await writes('Two');
	expect(await textsOf('first', 2)).toEqual([['One'], ['Two']]);
	expect(await textsOf('sharing', 2)).toEqual([['One'], ['Two']]);
	expect(await textsOf('silent', 1)).toEqual([['One\nTwo']]);
	// What failed isn't tried again, as with a webhook.
	expect(await textsOf('failing', 2)).toEqual([['One'], ['Two']]);
	expect(await webhookNow()).toBe(url);
});

it('a workflow that shares no longer, and then again, gets only what comes from then on', async () => {
	await n8n.api.unpublish('sharing');
	await writes('Three');
	expect(await textsOf('first', 3)).toEqual([['One'], ['Two'], ['Three']]);
	await share('sharing');
	await writes('Four');
	expect(await textsOf('sharing', 3)).toEqual([['One'], ['Two'], ['Four']]);
});
