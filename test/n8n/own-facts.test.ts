import { itemsOf } from '../../tools/n8n';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { sandboxCredential } from '../../tools/main-job/examples';
import { type BorrowedN8n, borrowN8n } from '../support/n8n/borrow-n8n';
import { byHand, campaign, items, line, messaging, rules, sendAuto } from './support/workflows';

const VIP = '491700000031';
const OTHER = '491700000032';
const UNKNOWN = '491700000033';

const NODE = 'n8n-nodes-business-messaging.businessMessaging';
const credentials = { businessMessagingApi: { id: 'bmSandbox', name: 'Sandbox gateway' } };

const onlyVips = {
	name: 'only-vips',
	conditions: { condition: [{ fact: 'vip', operator: 'equal', value: 'no' }] },
	decision: 'skip',
	reason: 'Only VIPs get this.',
};

/** As the editor keeps what is assigned. */
const assigned = (value: string) => ({ assignments: [{ id: 'a1', name: 'vip', value, type: 'string' }] });
const byTags = { policy: 'vips', facts: assigned("={{ $json.tags?.includes('vip') }}") };

const customers = items([
	{ contact: VIP, tags: ['vip'], vip: true, template: 'hello/en_US' },
	{ contact: OTHER, tags: [], vip: 'no', template: 'hello/en_US' },
	{ contact: UNKNOWN, template: 'hello/en_US' },
]);

const workflows = [
	line('save', [
		byHand,
		messaging({
			resource: 'policy',
			operation: 'save',
			policyName: 'vips',
			ownFacts: { fact: [{ name: 'vip', label: 'VIP' }] },
			rulesToUse: { quietHours: { from: '02:00', to: '02:01' }, turnOff: { rules: ['agent-holds'] } },
			rules: { rule: [onlyVips] },
		}),
	]),
	line('send', [byHand, customers, sendAuto({ options: byTags })]),
	line('decide', [byHand, customers, rules({ options: byTags })]),
	line('plan', [
		byHand,
		customers,
		campaign('plan', {
			campaignId: 'vips',
			to: '={{ $json.contact }}',
			template: { __rl: true, mode: 'name', value: 'hello/en_US' },
			options: { policy: 'vips', factsFromFields: 'vip' },
		}),
	]),
	line('due', [byHand, campaign('sendDue', { output: 'each', options: {} })]),
];

let sandbox: Sandbox;
let n8n: BorrowedN8n;

beforeAll(async () => {
	sandbox = await startSandbox();
	await sandbox.control.addTemplate({
		name: 'hello',
		category: 'AUTHENTICATION',
		body: 'Hello from the shop.',
	});
	n8n = await borrowN8n({ credentials: [sandboxCredential(sandbox)], workflows });
});

afterAll(async () => {
	await n8n?.stop();
	await sandbox?.close();
});

const run = async (id: string) => n8n.api.waitForExecution(await n8n.api.runWorkflow(id, 'By hand'));

it('a policy declares a fact, and uses ready-made rules with numbers', async () => {
	const [saved] = itemsOf(await run('save'), 'Messaging') as Array<{
		facts: object;
		rules: Array<{ name: string }>;
	}>;
	expect(saved!.facts).toEqual({ vip: { type: 'boolean', label: 'VIP' } });
	const named = (name: string) => saved!.rules.find((each) => each.name === name);
	expect(named('agent-holds')).toMatchObject({ enabled: false });
	expect(JSON.stringify(named('quiet-hours'))).toContain('02:00-02:01');
	expect(named('quiet-hours')).not.toHaveProperty('enabled');
});

it('the form lists it beside the facts of the package', async () => {
	const ask = (method: string, parameters: Record<string, unknown>) =>
		n8n.api.loadOptions({
			nodeType: NODE,
			method,
			path: 'parameters.rules.rule[0].conditions.condition[0].fact',
			parameters,
			credentials,
		});
	const declared = { ownFacts: { fact: [{ name: 'tier', type: 'text' }] } };
	const listed = await ask('getFacts', { startFrom: 'vips', ...declared });
	expect(listed.map(({ value }) => value)).toEqual(expect.arrayContaining(['vip', 'tier', 'window']));
	const ofPolicy = await ask('getFactsOfPolicy', { policyName: 'vips' });
	expect(ofPolicy.map(({ value }) => value)).toContain('vip');
});

it('Rules decides by what an expression says of each item, and holds what says nothing', async () => {
	const execution = await run('decide');
	const rulesAt = (output: number) =>
		itemsOf(execution, 'Rules', output).map(({ contact, decision }) => [
			contact,
			(decision as { rule: string }).rule,
		]);
	expect([1, 2, 3].map(rulesAt)).toEqual([
		[[VIP, 'template']],
		[[UNKNOWN, 'fact-missing']],
		[[OTHER, 'only-vips']],
	]);
});

it('Send Auto sends by it', async () => {
	const sent = itemsOf(await run('send'), 'Messaging');
	expect(sent).toMatchObject([
		{ sent: true, rule: 'template' },
		{ sent: false, rule: 'only-vips' },
		{ sent: false, rule: 'fact-missing' },
	]);
});

it('Plan keeps it with each recipient, from a field of the item', async () => {
	expect(itemsOf(await run('plan'), 'Campaign')).toMatchObject([
		{ campaign: 'vips', planned: 3, invalid: 0 },
	]);
	const became = itemsOf(await run('due'), 'Campaign').map(({ to, rule }) => [to, rule]);
	expect(became.sort()).toEqual([
		[VIP, 'template'],
		[OTHER, 'only-vips'],
		[UNKNOWN, 'fact-missing'],
	]);
});
