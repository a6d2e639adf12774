import { create } from '../../nodes/BusinessMessaging/template/create.operation';
import { dryRun, plan } from '../../nodes/BusinessMessagingCampaign/plan.operations';
import { sendDue } from '../../nodes/BusinessMessagingCampaign/send-due.operation';
import { createEngine, parseWebhook, policies, savePolicy } from '../../engine';
import type { Operation } from '../../nodes/shared/operation';
import { sharedStore } from '../../nodes/shared/shared-store';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { failureOf, runOperation } from './support/run-operation';

const DAY = 24 * 60 * 60_000;

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox();
	await sandbox.control.addTemplate({ name: 'hello', body: 'Hello from the shop.' });
});

afterAll(() => sandbox.close());

const form = (more: Record<string, unknown>) => ({
	campaignId: 'spring',
	to: '491701111111',
	template: 'hello/en_US',
	...more,
});

describe('a campaign whose end has passed', () => {
	it.each<[string, Operation, string]>([
		['Plan', plan, 'Nothing was planned.'],
		['Dry Run', dryRun, "This campaign can't be planned."],
	])('is an error of %s that names both times, and no item', async (_, operation, outcome) => {
		const endAt = new Date(sandbox.clock.now() - DAY).toISOString();
		const failure = await failureOf(runOperation(sandbox, operation, form({ endAt })));
		const time = String.raw`\w{3} \d+, \d{4}, \d\d:\d\d \(UTC\)`;
		expect(failure.message).toMatch(
			new RegExp(`^${outcome} Ends At has passed: it is ${time}, and the gateway's time is ${time}\\.$`),
		);
	});

	it.each([
		['10 h', 10],
		['2 days', 48],
	])(
		'can’t be one that is said as “%s” after the plan, however far the clock is ahead',
		async (endAt, hours) => {
			const ahead = await startSandbox();
			try {
				await ahead.control.addTemplate({ name: 'hello', body: 'Hello from the shop.' });
				await ahead.clock.advance(DAY);
				const [planned] = (await runOperation(ahead, plan, form({ campaignId: endAt, endAt }))).items;
				const until = Date.parse(String(planned!.endAt)) - Date.parse(String(planned!.plannedAt));
				expect(Math.round(until / (60 * 60_000))).toBe(hours);
			} finally {
				await ahead.close();
			}
		},
	);

	it('is told how far the gateway’s clock is ahead, if time was let pass in the sandbox', async () => {
		const ahead = await startSandbox();
		try {
			await ahead.control.addTemplate({ name: 'hello', body: 'Hello from the shop.' });
			await ahead.clock.advance(DAY);
			const endAt = new Date(sandbox.clock.now() + DAY / 2).toISOString();
			const failure = await failureOf(runOperation(ahead, plan, form({ endAt })));
			expect(failure.message).toMatch(
				/\. The gateway's clock is 24 hours ahead of this computer's, as if you let time pass in the sandbox\. Choose a time that is as much later\.$/,
			);
		} finally {
			await ahead.close();
		}
	});
});

describe('a template that was in review when it was last heard of, while nobody listened', () => {
	const submit = (templateName: string) =>
		runOperation(sandbox, create, {
			templateName,
			templateLanguage: 'en_US',
			templateCategory: 'UTILITY',
			templateBody: `Your appointment is tomorrow (${templateName}).`,
		});
	const planned = (template: string) =>
		runOperation(sandbox, plan, form({ campaignId: template, template: `${template}/en_US` }));
	const sent = (campaign: string) => runOperation(sandbox, sendDue, { campaign, options: {} });

	it('is asked for by Plan, which says that Send Due sends', async () => {
		await submit('approved_before');
		await sandbox.control.approve('approved_before', 'en_US');
		expect((await planned('approved_before')).said).toEqual(['1 planned. Next: Send Due sends it.']);
		expect((await sent('approved_before')).said).toEqual(['1 sent.']);
	});

	it('is asked for also if the first recipient gets freeform', async () => {
		await submit('approved_meanwhile');
		const from = '491702222222';
		await sandbox.control.customerWrites({ from, text: 'Hi' });
		await sandbox.control.idle();
		const engine = createEngine({ store: await sharedStore('sqlite::memory:') });
		const { payload } = sandbox.control.deliveries().findLast(({ field }) => field === 'messages')!;
		await engine.ingest(parseWebhook(payload));
		await sandbox.control.approve('approved_meanwhile', 'en_US');
		const recipient = form({
			campaignId: 'meanwhile',
			template: 'approved_meanwhile/en_US',
			text: 'Your appointment is tomorrow.',
		});
		await runOperation(sandbox, plan, { ...recipient, to: from }, recipient);
		expect((await sent('meanwhile')).said).toEqual(['2 sent.']);
	});

	it('holds the messages as long as the gateway says the same', async () => {
		await submit('never_approved');
		await planned('never_approved');
		expect((await sent('never_approved')).said).toEqual([expect.stringMatching(/^1 held\./)]);
	});
});

describe('a policy that limits what messages cost, while the account has no prices', () => {
	const planWith = async (name: string, enabled: boolean) => {
		const rules = policies.strict.rules.map((rule) =>
			rule.name === 'campaign-budget' ? { ...rule, enabled } : rule,
		);
		await savePolicy(await sharedStore('sqlite::memory:'), { ...policies.strict, name, rules }, 1);
		const options = { policy: name };
		return (await runOperation(sandbox, plan, form({ campaignId: name, options }))).said[0];
	};

	it('is told by Plan, with what to do', async () => {
		expect(await planWith('thrifty', true)).toMatch(
			/^1 planned\. The rule campaign-budget of the policy thrifty limits what messages cost, but the account has no prices\. .* Set prices with Money: Set Prices /,
		);
	});

	it('is not told if the rule is turned off', async () => {
		expect(await planWith('generous', false)).not.toContain('prices');
	});
});
