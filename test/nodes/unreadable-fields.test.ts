import { dryRun, plan } from '../../nodes/BusinessMessagingCampaign/plan.operations';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { failureOf, runOperation } from './support/run-operation';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox();
	await sandbox.control.addTemplate({ name: 'hello', body: 'Hello.' });
});
afterAll(() => sandbox.close());

const form = (more: object = {}) => ({
	campaignId: 'spring',
	to: '491701111111',
	text: '',
	template: 'hello/en_US',
	templateVariables: { value: null },
	...more,
});
/** What n8n throws for an expression that isn't one. */
const broken = () => new Error('invalid syntax');
const reads = (label: string) => `${label} has an expression that n8n can't read: invalid syntax`;

describe.each([
	['Plan', plan],
	['Dry Run', dryRun],
])('%s of an expression that n8n cannot read', (_, operation) => {
	it.each([
		['To', { to: broken() }],
		['Freeform Text', { text: broken() }],
		['Template', { template: broken() }],
		['Template Variables', { templateVariables: broken() }],
	])('names the field of the recipient: %s', async (label, wrong) => {
		const { others } = await runOperation(sandbox, operation, form(), form(wrong));
		expect(others.at(-1)).toMatchObject([{ problems: [{ path: 'item', message: reads(label) }] }]);
	});

	it.each([
		['Campaign ID', { campaignId: broken() }],
		['Starts At', { startAt: broken() }],
		['Policy', { options: { policy: broken() } }],
	])('names the field of the campaign: %s', async (label, wrong) => {
		const { message } = await failureOf(runOperation(sandbox, operation, form(wrong), form()));
		expect(message).toBe(reads(label));
	});
});

it('an error of another kind stays as it is', async () => {
	const { others } = await runOperation(sandbox, plan, form(), form({ to: '' }));
	expect(others.at(-1)).toMatchObject([
		{ problems: [{ message: expect.stringMatching(/^To is empty\. Check/) }] },
	]);
});
