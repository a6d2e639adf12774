import type { ILoadOptionsFunctions } from 'n8n-workflow';
import type { Operation } from '../../nodes/shared/operation';
import { save as savePolicy } from '../../nodes/BusinessMessaging/policy/save.operation';
import { test as testPolicy } from '../../nodes/BusinessMessaging/policy/test.operation';
import { addStatement } from '../../nodes/BusinessMessaging/policy/tests.operations';
import {
	getEnds,
	getFacts,
	getFactsOfPolicy,
	getOperators,
} from '../../nodes/BusinessMessaging/policy/methods';
import { sendAuto } from '../../nodes/BusinessMessaging/message/send.operations';
import { dryRun, plan } from '../../nodes/BusinessMessagingCampaign/plan.operations';
import { decide } from '../../nodes/BusinessMessagingRules/decide';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { runOperation } from './support/run-operation';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox();
	await sandbox.control.addTemplate({ name: 'hello', category: 'UTILITY', body: 'Hello from the shop.' });
	await runOperation(sandbox, savePolicy, VIPS);
});
afterAll(() => sandbox.close());

const VIP = { name: 'vip', type: 'boolean', missing: '', label: 'VIP' };
const onlyVips = {
	name: 'only-vips',
	conditions: { condition: [{ fact: 'vip', operator: 'equal', value: 'no' }] },
	decision: 'skip',
	reason: 'Only VIPs get this.',
};
const VIPS = {
	policyName: 'vips',
	startFrom: 'strict',
	ownFacts: { fact: [VIP, { name: 'tier', type: 'text', missing: 'none', values: 'gold, silver, none' }] },
	rules: { rule: [onlyVips] },
};

const facts = (...rows: Array<[name: string, value: unknown]>) => ({
	assignments: rows.map(([name, value], index) => ({ id: String(index), name, value, type: 'string' })),
});
const message = (to: string, ...rows: Array<[name: string, value: unknown]>) => ({
	to,
	template: 'hello/en_US',
	options: { policy: 'vips', facts: facts(...rows) },
});

describe('the form of a policy', () => {
	it('declares facts, and a rule asks for them', async () => {
		const { items } = await runOperation(sandbox, savePolicy, VIPS);
		expect(items[0]).toMatchObject({
			facts: {
				vip: { type: 'boolean', label: 'VIP' },
				tier: { type: 'text', values: ['gold', 'silver', 'none'], missing: 'none' },
			},
			warnings: [],
		});
	});

	it('says where a mistake is', async () => {
		const wrong = [
			{ name: 'window', type: 'text' },
			{ name: 'age', type: 'number', missing: 'old' },
		];
		const run = runOperation(sandbox, savePolicy, { ...VIPS, ownFacts: { fact: wrong } });
		await expect(run).rejects.toMatchObject({
			description: expect.stringMatching(
				/Your Own Facts 1 \(window\): [^]*Your Own Facts 2 \(age\), If Missing: age \(age\) must be a number, not "old"[^]*Rule 1 \(only-vips\), Condition 1 Fact: The fact "vip" doesn't exist/,
			) as string,
		});
	});

	it('takes a fact once', async () => {
		const run = runOperation(sandbox, savePolicy, { ...VIPS, ownFacts: { fact: [VIP, VIP] } });
		await expect(run).rejects.toThrow('Your Own Facts has more than one row for vip.');
	});

	it('offers them beside those of the package, with their operators', async () => {
		const form: Record<string, unknown> = {
			startFrom: 'strict',
			policyName: 'strict',
			ownFacts: { fact: [VIP, { name: 'delivery', type: 'time', label: 'Delivery' }] },
			'&fact': 'vip',
		};
		const context = {
			getCurrentNodeParameter: (name: string) => form[name],
		} as unknown as ILoadOptionsFunctions;
		const names = (await getFacts.call(context)).map(({ name }) => name);
		expect(names).toEqual(expect.arrayContaining(['VIP', 'Delivery', 'Conversation window']));
		expect((await getOperators.call(context)).map(({ value }) => value)).toEqual(['equal', 'notEqual']);
		expect((await getEnds.call(context)).map(({ value }) => value)).toEqual(
			expect.arrayContaining(['', 'delivery', 'localTime']),
		);
		expect((await getFactsOfPolicy.call(context)).map(({ value }) => value)).not.toContain('vip');
	});

	it('starts from those of another policy', async () => {
		const { items } = await runOperation(sandbox, savePolicy, {
			policyName: 'more-vips',
			startFrom: 'vips',
			ownFacts: { fact: [{ name: 'age', type: 'number' }] },
		});
		expect(Object.keys(items[0]!.facts as object)).toEqual(['vip', 'tier', 'age']);
	});
});

describe('a node that uses a policy with facts of its own', () => {
	const WARNING =
		"The policy vips has facts of its own that this node doesn't fill in: vip, tier. To fill them in, add the option Facts.";
	const form = (policy: string, ...rows: Array<[name: string, value: unknown]>) => ({
		...message('491701000009', ...rows),
		options: { policy, ...(rows.length > 0 && { facts: facts(...rows) }) },
	});

	it.each([
		['Send Auto', sendAuto],
		['Rules', decide as Operation],
	])('is warned about if it fills in none of them: %s', async (_name, operation) => {
		const told = async (...args: Parameters<typeof form>) =>
			(await runOperation(sandbox, operation, form(...args))).hints.join();
		expect(await told('vips')).toContain(WARNING);
		expect(await told('vips', ['vip', true])).not.toContain(WARNING);
		expect(await told('strict')).not.toContain('facts of its own');
	});
});

describe('an expression that chooses a policy for each item', () => {
	const by = (policy: string, to: string) => ({ to, template: 'hello/en_US', options: { policy } });
	const forms = [by('strict', '491701000011'), by('vips', '491701000012')] as const;

	it('is what Send Auto asks', async () => {
		const { items } = await runOperation(sandbox, sendAuto, ...forms);
		expect(items).toMatchObject([
			{ policy: 'strict', action: 'template' },
			{ policy: 'vips', action: 'hold', rule: 'fact-missing' },
		]);
	});

	it('is what the Rules node asks', async () => {
		const { others } = await runOperation(sandbox, decide as Operation, ...forms);
		expect(others).toMatchObject([
			[{ decision: { rule: 'template' } }],
			[{ decision: { rule: 'fact-missing' } }],
			[],
		]);
	});

	it('sends nothing if there is no such policy for one of them, and fails only that one if the node continues', async () => {
		const before = sandbox.control.sent().length;
		const wrong = [by('strict', '491701000013'), by('gone', '491701000014')] as const;
		await expect(runOperation(sandbox, sendAuto, ...wrong)).rejects.toThrow('gone');
		expect(sandbox.control.sent()).toHaveLength(before);
		const [first, second] = wrong;
		const { items } = await runOperation(sandbox, sendAuto, { ...first, goesOn: true }, second);
		expect(items).toMatchObject([{ sent: true }, { sent: false, error: {} }]);
	});
});

describe('VIPs at any time, as the docs have it', () => {
	const anyTime = {
		policyName: 'vips-any-time',
		startFrom: 'strict',
		ownFacts: { fact: [{ ...VIP, missing: 'no' }] },
		rulesToUse: { quietHours: { from: '21:00', to: '08:00' } },
		place: 'automatic',
		rules: {
			rule: [
				{
					name: 'vips-any-time',
					conditions: { condition: [{ fact: 'vip', operator: 'equal', value: 'yes' }] },
					decision: 'template',
					reason: 'VIPs get messages at any time.',
				},
			],
		},
	};

	it('are warned about if they come before the opt-outs', async () => {
		const { items } = await runOperation(sandbox, savePolicy, {
			...anyTime,
			policyName: 'vips-first',
			place: 'first',
		});
		expect(items[0]!.warnings).toMatchObject([
			{
				where: 'Rule 1 (vips-any-time)',
				message: expect.stringContaining('customers who opted out get this message, too'),
			},
		]);
	});

	it('breaks no other rule', async () => {
		const { items } = await runOperation(sandbox, savePolicy, anyTime);
		expect(items[0]).toMatchObject({ warnings: [] });
		const statements = [
			'never send while optedOut',
			'never template when window is open',
			'never template when templateState is not sendable',
			'never template when VIP is no, category is marketing and localTime is 21:00-08:00',
		];
		const stated = await runOperation(sandbox, addStatement, {
			policyName: 'vips-any-time',
			statements: statements.join('\n'),
		});
		expect(stated.items[0]!.sentence).toBe('Added 4. The policy does this now.');
	});
});

describe('a test and a statement of a policy', () => {
	it('can name them', async () => {
		const rows = [
			{ fact: 'vip', value: 'no' },
			{ fact: 'hasTemplate', value: 'yes' },
		];
		const { items } = await runOperation(sandbox, testPolicy, {
			policyName: 'vips',
			factRows: { fact: rows },
		});
		expect(items[0]).toMatchObject({ action: 'skip', rule: 'only-vips', notGiven: [] });
		const stated = await runOperation(sandbox, addStatement, {
			policyName: 'vips',
			statements: 'never send when VIP is no',
		});
		expect(stated.items[0]!.sentence).toBe('Added. The policy does this now.');
	});

	it('are told which one is missing', async () => {
		const { items } = await runOperation(sandbox, testPolicy, {
			policyName: 'vips',
			factRows: { fact: [{ fact: 'tier', value: 'gold' }] },
		});
		expect(items[0]).toMatchObject({ rule: 'fact-missing' });
	});
});

describe('a message', () => {
	const rule = async (...rows: Array<[string, unknown]>) =>
		await runOperation(sandbox, decide as Operation, {
			...message('491701000001', ...rows),
			freeform: false,
		});

	it('is decided by the facts of its option, whatever type the row has', async () => {
		const { others } = await rule(['vip', 'yes']);
		expect(others[0]).toMatchObject([{ decision: { rule: 'template' } }]);
		const { items } = await runOperation(sandbox, sendAuto, message('491701000002', ['vip', false]));
		expect(items[0]).toMatchObject({ sent: false, action: 'skip', rule: 'only-vips' });
	});

	it('is held without one that matters', async () => {
		const { items } = await runOperation(sandbox, sendAuto, message('491701000003', ['vip', '']));
		expect(items[0]).toMatchObject({ action: 'hold', rule: 'fact-missing' });
	});

	it('is refused before anything is sent, with all that is wrong with them', async () => {
		const before = sandbox.control.sent().length;
		const run = runOperation(
			sandbox,
			sendAuto,
			message('491701000004', ['vip', true]),
			message('491701000005', ['vip', 'often'], ['vipp', true], ['tier', 'tin']),
		);
		await expect(run).rejects.toMatchObject({
			description: expect.stringMatching(
				/VIP \(vip\) must be yes or no[^]*no fact of its own with the name "vipp"\. It declares: vip, tier\.[^]*tier \(tier\) is never "tin"/,
			) as string,
		});
		expect(sandbox.control.sent()).toHaveLength(before);
	});

	it.each<[string, Array<[string, unknown]>, RegExp]>([
		['a row without a name', [['', 'x']], /The name of fact 1 is empty/],
		[
			'two rows of one fact',
			[
				['vip', true],
				['vip', false],
			],
			/vip is there more than once/,
		],
	])('is refused with %s', async (_, rows, message_) => {
		const run = runOperation(sandbox, sendAuto, message('491701000006', ...rows));
		await expect(run).rejects.toThrow(message_);
	});

	it('needs none of them, if its option is empty', async () => {
		const { items } = await runOperation(sandbox, sendAuto, {
			...message('491701000007'),
			options: { facts: facts(['', '']) },
		});
		expect(items[0]).toMatchObject({ action: 'template' });
	});
});

describe('a campaign', () => {
	const recipients = [
		{ phone: '491701000011', vip: true },
		{ phone: '491701000012', vip: 'no' },
		{ phone: '491701000013' },
		{ phone: '491701000014', vip: 'often' },
	];
	const planned = (more: object) =>
		recipients.map((item) => ({
			campaignId: 'vips-only',
			to: item.phone,
			template: 'hello/en_US',
			output: 'each',
			options: { policy: 'vips', factsFromFields: 'vip', ...more },
			item,
		}));

	it('takes facts from fields, and plans whoever has them right', async () => {
		const seen = await runOperation(sandbox, dryRun, ...planned({}));
		expect(seen.items.map(({ decision }) => (decision as { rule: string }).rule)).toEqual([
			'template',
			'only-vips',
			'fact-missing',
		]);
		const { items, others } = await runOperation(sandbox, plan, ...planned({}));
		expect(items.map(({ status }) => status)).toEqual(['planned', 'planned', 'planned']);
		expect(others[0]).toMatchObject([
			{
				phone: '491701000014',
				problems: [
					{
						message: `Facts can't be used: VIP (vip) must be yes or no (in JSON: true or false), not "often".`,
					},
				],
			},
		]);
	});

	it('names a field that is no fact of the policy', async () => {
		const { others } = await runOperation(sandbox, plan, ...planned({ factsFromFields: 'vip, phone' }));
		expect(others[0]).toHaveLength(4);
		expect(JSON.stringify(others[0]![0])).toContain('has no fact of its own with the name \\"phone\\"');
	});
});
