import type { Store } from '../../engine';
import { openStore } from '../../store';
import type { Execution } from '../../tools/n8n';
import { itemsOf } from '../../tools/n8n';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { sandboxCredential } from '../../tools/main-job/examples';
import { type BorrowedN8n, borrowN8n } from '../support/n8n/borrow-n8n';
import { inboxTrigger, untilSubscribed } from './support/inbox';
import { line, trigger } from './support/workflows';

const CUSTOMER = '491701234567';

let sandbox: Sandbox;
let n8n: BorrowedN8n;
let store: Store;

const idle = { name: 'Idle', type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} };
const workflows = [
	line('hook', [trigger('chosen-hook', { events: ['message'], heldBy: 'business' }), idle]),
	line('held', [inboxTrigger({ heldBy: 'agent' }), idle]),
	line('reacts', [inboxTrigger({ options: { reactions: ['template-paused'] } }), idle]),
	line('back', [inboxTrigger({ events: ['template_reactivated'] }), idle]),
];
const unknown = line('unknown', [inboxTrigger({ options: { ownReactions: 'vip-wrote' } }), idle]);

beforeAll(async () => {
	sandbox = await startSandbox();
	await sandbox.control.addTemplate({ name: 'offer', body: 'An offer.' });
	n8n = await borrowN8n({
		credentials: [sandboxCredential(sandbox)],
		workflows: [...workflows, unknown],
		publish: workflows.map(({ id }) => id),
	});
	store = await openStore(`sqlite:${n8n.storeFile}`);
	for (const id of ['held', 'reacts', 'back']) await untilSubscribed(store, `${id}/${id}-0`);
	await sandbox.control.customerWrites({ from: CUSTOMER, text: 'First' });
	await sandbox.control.handOver({ contact: CUSTOMER, to: 'agent' });
	await sandbox.control.customerWrites({ from: CUSTOMER, text: 'To the agent' });
	await sandbox.control.pause('offer');
	await sandbox.clock.advance(60_000);
	await sandbox.control.reactivate('offer');
	await sandbox.control.handOver({ contact: CUSTOMER, to: 'business' });
	await sandbox.control.customerWrites({ from: CUSTOMER, text: 'Last' });
	await sandbox.control.idle();
});

afterAll(async () => {
	await store?.close();
	await n8n?.stop();
	await sandbox?.close();
});

/** What a workflow was started with, once it was started so often. */
async function started(workflowId: string, node: string, count: number) {
	const found = await n8n.api.waitForExecutions({ workflowId, status: 'success' }, count);
	const ended: Execution[] = await Promise.all(found.map(({ id }) => n8n.api.waitForExecution(id)));
	return ended.sort((a, b) => Number(a.id) - Number(b.id)).flatMap((execution) => itemsOf(execution, node));
}

it('the Trigger starts only for messages in conversations that the business holds', async () => {
	const items = await started('hook', 'Trigger', 2);
	expect(items.map(({ text, heldBy }) => [text, heldBy])).toEqual([
		['First', 'business'],
		['Last', 'business'],
	]);
});

it('the Inbox Trigger starts only for messages in conversations that the agent holds', async () => {
	await sandbox.control.handOver({ contact: CUSTOMER, to: 'agent' });
	await sandbox.control.customerWrites({ from: CUSTOMER, text: 'To the agent again' });
	const items = await started('held', 'Inbox', 2);
	expect(items.map(({ text }) => text)).toEqual(['To the agent', 'To the agent again']);
});

it('the Inbox Trigger starts only for the reactions that are chosen, whatever kinds are', async () => {
	expect(await started('reacts', 'Inbox', 1)).toMatchObject([
		{ kind: 'template_status', status: 'PAUSED', reactions: [{ name: 'template-paused' }] },
	]);
});

it('Template Reactivated is the approval after the pause', async () => {
	expect(await started('back', 'Inbox', 1)).toMatchObject([{ kind: 'template_status', status: 'APPROVED' }]);
});

it('a test run of the Inbox Trigger shows the newest of the events that are chosen', async () => {
	const execution = await n8n.api.waitForExecution(await n8n.api.runWorkflow('reacts', 'Inbox'));
	expect(itemsOf(execution, 'Inbox')).toMatchObject([{ status: 'PAUSED', past: true }]);
});

it('a test run fails if it waits for a reaction that the policy doesn’t have', async () => {
	const execution = await n8n.api.waitForExecution(await n8n.api.runWorkflow('unknown', 'Inbox'));
	expect(execution.data?.resultData.error?.message).toContain(
		'the policy strict has no reactions of its own',
	);
});
