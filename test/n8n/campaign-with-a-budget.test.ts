import { itemsOf } from '../../tools/n8n';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { readWorkflow, sandboxCredential } from '../../tools/main-job/examples';
import { firstCustomers } from '../../tools/main-job/first-customers';
import { addTemplates } from '../../tools/main-job/play-customers';
import { type BorrowedN8n, borrowN8n } from '../support/n8n/borrow-n8n';

const workflow = readWorkflow('campaign-with-a-budget');
const receive = readWorkflow('receive');
let sandbox: Sandbox;
let n8n: BorrowedN8n;

/** What `npm start` leaves: its templates, and customers who wrote just now. */
beforeAll(async () => {
	sandbox = await startSandbox();
	await addTemplates(sandbox);
	n8n = await borrowN8n({ credentials: [sandboxCredential(sandbox)], workflows: [receive, workflow] });
	await n8n.api.publish(receive.id);
	for (const { phone: from, name, text } of firstCustomers)
		await sandbox.control.customerWrites({ from, name, text });
	await sandbox.control.idle();
	// As after `npm start`, no status comes: one that says that a text was free would give back what it cost.
	await n8n.api.unpublish(receive.id);
});

afterAll(async () => {
	await n8n?.stop();
	await sandbox?.close();
});

/** Runs a part of the workflow from its trigger. */
const run = async (trigger: string) =>
	n8n.api.waitForExecution(await n8n.api.runWorkflow(workflow.id, trigger));

/** Executes a node alone, as its *Execute step* does. */
async function executeStep(node: string) {
	const destinationNode = { nodeName: node, mode: 'inclusive' };
	const path = `/rest/workflows/${workflow.id}/run`;
	const { executionId } = (await n8n.api.editor('POST', path, { destinationNode })) as {
		executionId: string;
	};
	return n8n.api.waitForExecution(executionId);
}

/** What each customer gets, and what that costs at the prices of the example. */
const MESSAGES: Record<string, { form: string; cost: number }> = {
	'447700900804': { form: 'text', cost: 0.0159 },
	'447700900805': { form: 'text', cost: 0.0159 },
	'447700900101': { form: 'spring_offer', cost: 0.0382 },
	'12025550100': { form: 'spring_offer', cost: 0.0218 },
	'447700900107': { form: 'spring_offer', cost: 0.0382 },
	'447700900113': { form: 'spring_offer', cost: 0.0382 },
};

/** Those whom a message reached, in any order, with its form. */
const reached = () =>
	sandbox.control
		.sent()
		.map(({ to, template }) => ({ to: to.replace('+', ''), form: template?.name ?? 'text' }));

/** What the messages to these customers cost, as the workflow says it. */
const costOf = (customers: string[]) =>
	String(Number(customers.reduce((sum, to) => sum + MESSAGES[to]!.cost, 0).toFixed(6)));

it('sets the prices and plans more than the budget covers, in one run', async () => {
	const execution = await run('Set prices and plan it');
	expect(itemsOf(execution, 'Prices')).toMatchObject([{ currency: 'EUR', warnings: [] }]);
	expect(itemsOf(execution, 'Customers')).toEqual([{ customers: expect.any(Array) }]);
	const [planned] = itemsOf(execution, 'Plan');
	expect(planned).toMatchObject({
		planned: 6,
		invalid: 0,
		budget: { amount: 0.08, currency: 'EUR' },
		cost: { currency: 'EUR', unknown: {} },
	});
	expect((planned!.cost as { most: number }).most).toBeGreaterThan(0.08);
});

it('sends what fits, and tells the team when it is paused', async () => {
	const execution = await run('Every minute');
	const spent = costOf(reached().map(({ to }) => to));
	expect(Number(spent)).toBeGreaterThan(0.04);
	expect(Number(spent)).toBeLessThanOrEqual(0.08);
	expect(itemsOf(execution, 'Send Due')).toMatchObject([
		{
			accepted: reached().length,
			paused: [{ campaign: 'spring-offer', why: expect.stringContaining('EUR 0.08') }],
		},
	]);
	expect(itemsOf(execution, 'Tell your team')).toMatchObject([
		{
			text: `spring-offer has used up its budget: up to EUR ${spent} of 0.08. If recipients still wait, resume it with a bigger budget, or leave it at that.`,
		},
	]);
});

it('is paused by hand, once Pause is executed by itself', async () => {
	expect(itemsOf(await executeStep('Pause'), 'Pause')).toMatchObject([{ state: 'paused' }]);
});

it('continues with a bigger budget, once Resume is executed by itself, and tells nothing twice', async () => {
	expect(itemsOf(await executeStep('Resume'), 'Resume')).toMatchObject([
		{ state: 'running', budget: { amount: 0.5 } },
	]);
	await run('Every minute');
	expect(reached()).toHaveLength(6);
	expect(itemsOf(await run('Every minute'), 'Tell your team')).toEqual([]);
});

it('everybody has a message once: a text if they wrote lately, and the template otherwise', () => {
	const forms = Object.entries(MESSAGES).map(([to, { form }]) => ({ to, form }));
	expect(reached()).toHaveLength(forms.length);
	expect(reached()).toEqual(expect.arrayContaining(forms));
});

it('plans nobody twice if the prices are set again', async () => {
	expect(itemsOf(await run('Set prices and plan it'), 'Plan')).toMatchObject([
		{ planned: 0, alreadyPlanned: 6 },
	]);
});
