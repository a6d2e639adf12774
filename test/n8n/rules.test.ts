import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Execution } from '../../tools/n8n';
import { itemsOf } from '../../tools/n8n';
import { createEngine, policies } from '../../engine';
import { openStore } from '../../store';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { sandboxCredential } from '../../tools/main-job/examples';
import type { DecisionCase } from '../support/decision-cases';
import { decisionCases } from '../support/decision-cases';
import { takeIn } from '../support/take-in';
import { ACCOUNT, CHANNEL } from '../support/wire';
import { type BorrowedN8n, borrowN8n } from '../support/n8n/borrow-n8n';
import { byHand, items, line, messaging, rules, sendAuto, trigger } from './support/workflows';

const OUTPUTS = ['freeform', 'template', 'hold', 'skip'];
const NODE = 'n8n-nodes-business-messaging.businessMessaging';
const credentials = { businessMessagingApi: { id: 'bmSandbox', name: 'Sandbox gateway' } };

const PAUSED = '491700000001';
const WRITES = '491700000002';
const AGENT = '491700000003';
const OPTED_OUT = '491700000004';
const SILENT = '491700000005';

const holdAll = {
	name: 'hold-all',
	version: 1,
	description: 'Nothing goes out',
	rules: [
		{
			name: 'sunday',
			conditions: { fact: 'window', operator: 'in', value: ['open', 'closed'] },
			event: { type: 'hold', params: { reason: 'Nothing goes out on Sundays.' } },
		},
	],
};
const policy = (operation: string, parameters: Record<string, unknown> = {}, node = {}) =>
	messaging({ resource: 'policy', operation, ...parameters }, node);

/** Webhooks are dated in whole seconds. */
const NOW = Math.floor(Date.now() / 1_000) * 1_000;
/** What holds for longer than an instant, and is not learned otherwise from the gateway. */
const cases = decisionCases(NOW).filter(
	// The agent answers in other cases, which share the store.
	({ exact, unlearned, withoutAgent }) => !exact && !unlearned && !withoutAgent,
);
const table = { id: 'bmTable', name: 'Decision table' };

/** All cases of a policy, as the items of one execution. */
function decideCases(name: string, of: DecisionCase[]) {
	const asked = of.map(({ name: caseName, intent }) => ({
		caseName,
		contact: intent.to,
		freeform: intent.freeform ?? false,
		template: intent.template ? `${intent.template.name}/${intent.template.language}` : '',
		category: intent.category ?? '',
		recipientType: intent.recipientType ?? 'individual',
		timeZone: intent.timeZone ?? '',
	}));
	const options = {
		policy: name,
		category: '={{ $json.category }}',
		recipientType: '={{ $json.recipientType }}',
		timeZone: '={{ $json.timeZone }}',
	};
	const node = rules(
		{ freeform: '={{ $json.freeform }}', options },
		{ credentials: { businessMessagingApi: table } },
	);
	return line(`table-${name}`, [byHand, items(asked), node]);
}
const policyNames = [...new Set(cases.map(({ policy: { name } }) => name))];

const sundays = {
	name: 'sunday',
	conditions: { condition: [{ fact: 'localDay', operator: 'onDays', value: 'Sunday' }] },
	decision: 'hold',
	reason: 'Nothing goes out on Sundays.',
};

const workflows = [
	...policyNames.map((name) =>
		decideCases(
			name,
			cases.filter(({ policy: { name: policyName } }) => policyName === name),
		),
	),
	line('receive', [trigger('rules-hook', { events: ['message'] })]),
	line('decide', [
		byHand,
		items([
			{ contact: WRITES, template: 'hello/en_US' },
			{ contact: SILENT, template: 'hello/en_US' },
			{ contact: AGENT, template: 'hello/en_US' },
			{ contact: PAUSED, template: 'paused/en_US' },
			{ contact: OPTED_OUT, template: 'offer/en_US' },
			{ contact: SILENT, template: 'nobody/en_US' },
			{ contact: '', template: '' },
		]),
		rules({}, { onError: 'continueRegularOutput' }),
	]),
	line('error-output', [
		byHand,
		items([
			{ contact: WRITES, template: 'hello/en_US' },
			{ contact: '', template: '' },
		]),
		rules({}, { onError: 'continueErrorOutput' }),
	]),
	line('save', [byHand, policy('save', { definitionInput: 'json', document: JSON.stringify(holdAll) })]),
	line('save-form', [
		byHand,
		policy(
			'save',
			{
				policyName: 'polite',
				startFrom: 'strict',
				switches: ['off:opted-out'],
				place: 'before:window-open',
				rules: {
					rule: [
						{
							name: 'not-to-ada',
							conditions: { condition: [{ fact: 'hasFreeform', operator: 'equal', value: 'yes' }] },
							decision: 'hold',
							reason: 'Nobody is written to while the window closes in {windowClosesIn}.',
							retryAt: 'windowClosesAt',
						},
					],
				},
			},
			{ typeVersion: 1.2 },
		),
		items([{ contact: WRITES }]),
		sendAuto({ options: { policy: 'polite' } }, { name: 'Send' }),
	]),
	...[1, 1.1, 1.2, 1.3].map((typeVersion) =>
		line(`from-${typeVersion}`, [
			byHand,
			messaging(
				{
					resource: 'policy',
					operation: 'save',
					policyName: `from-${typeVersion}`,
					rules: { rule: [sundays] },
				},
				{ typeVersion },
			),
		]),
	),
	line('check-form', [
		byHand,
		policy('check', {
			policyName: 'polite',
			rules: { rule: [{ name: 'one', conditions: { condition: [{ fact: 'window', value: 'ajar' }] } }] },
		}),
	]),
	line('list', [byHand, policy('getMany')]),
	line('check', [
		byHand,
		policy('check', {
			definitionInput: 'json',
			document: JSON.stringify({
				...holdAll,
				rules: [{ ...holdAll.rules[0], conditions: { fact: 'widnow', operator: 'equal', value: 1 } }],
			}),
		}),
	]),
	line('try', [
		byHand,
		policy('test', {
			policyName: 'strict',
			facts: '{"window":"open","windowClosesAt":1767798000000,"windowClosesIn":3600000,"holder":"agent"}',
		}),
	]),
	line('sunday', [byHand, items([{ contact: WRITES }]), sendAuto({ options: { policy: 'hold-all' } })]),
];

let folder: string;
let sandbox: Sandbox;
let n8n: BorrowedN8n;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'business-messaging-table-'));
	const store = await openStore(storeOfTable());
	const engine = createEngine({ store, now: () => NOW });
	for (const { happened } of cases) await takeIn(engine, happened);
	for (const { policy: document } of cases.filter(({ policy: { name } }) => !(name in policies))) {
		await store.policies.save(document, NOW);
	}
	await store.close();
	sandbox = await startSandbox();
	const { control } = sandbox;
	await control.addTemplate({ name: 'hello', body: 'Hello from the shop.' });
	await control.addTemplate({ name: 'paused', body: 'Nobody gets this.' });
	await control.addTemplate({ name: 'offer', category: 'MARKETING', body: 'Look at this.' });
	n8n = await borrowN8n({
		credentials: [sandboxCredential(sandbox), credentialOfTable()],
		workflows,
		publish: ['receive'],
	});
	await control.customerWrites({ from: WRITES, text: 'Hi' });
	await control.customerWrites({ from: AGENT, text: 'Hi' });
	await control.handOver({ contact: AGENT, to: 'agent' });
	await control.optOut(OPTED_OUT);
	await control.pause('paused');
	await control.idle();
});

afterAll(async () => {
	await n8n?.stop();
	await sandbox?.close();
	await rm(folder, { recursive: true, force: true });
});

const storeOfTable = () => `sqlite:${join(folder, 'table.sqlite')}`;

function credentialOfTable() {
	const credential = sandboxCredential(sandbox);
	const data = { ...credential.data, phoneNumberId: CHANNEL, accountId: ACCOUNT, store: storeOfTable() };
	return { ...credential, ...table, data };
}

const run = async (id: string): Promise<Execution> =>
	n8n.api.waitForExecution(await n8n.api.runWorkflow(id, 'By hand'));
const outputOf = async (id: string) => itemsOf(await run(id), 'Messaging');

describe('Business Messaging Rules', () => {
	let execution: Execution;
	beforeAll(async () => {
		execution = await run('decide');
	});
	const decided = (output: string) => itemsOf(execution, 'Rules', OUTPUTS.indexOf(output));

	it.each([
		['freeform', WRITES, 'window-open'],
		['template', SILENT, 'template'],
		['hold', AGENT, 'agent-holds'],
		['hold', PAUSED, 'template-paused'],
		['skip', OPTED_OUT, 'opted-out'],
		['skip', SILENT, 'template-unusable'],
	])('passes an item to the output %s with its decision (%s, %s)', (output, contact, rule) => {
		expect(decided(output)).toContainEqual(
			expect.objectContaining({
				contact,
				decision: expect.objectContaining({ action: output, rule, reason: expect.stringMatching(/\.$/) }),
			}),
		);
	});

	it('holds what could not be decided, with the error, where the node goes on', () => {
		expect(decided('hold')).toContainEqual(
			expect.objectContaining({
				contact: '',
				error: expect.objectContaining({ title: expect.stringContaining('To is empty') }),
			}),
		);
	});

	it('takes what could not be decided to the error output, if the node has one', async () => {
		const failed = await run('error-output');
		const [, , hold, , errors] = failed.data?.resultData.runData.Rules?.at(-1)?.data?.main ?? [];
		expect(hold ?? []).toEqual([]);
		expect(errors?.map(({ json }) => json)).toMatchObject([
			{ contact: '', error: { message: expect.stringContaining('To is empty') } },
		]);
	});

	it('gives every item to one output only, paired with where it came from, and sends nothing', () => {
		const outputs = execution.data?.resultData.runData.Rules?.at(-1)?.data?.main ?? [];
		const pairs = outputs.flatMap((output) => (output ?? []).map(({ pairedItem }) => pairedItem));
		expect(pairs).toHaveLength(7);
		expect(pairs).toEqual(expect.arrayContaining([0, 1, 2, 3, 4, 5, 6].map((item) => ({ item }))));
		expect(sandbox.control.sent()).toEqual([]);
	});
});

describe('the decision table through the node', () => {
	const answers = new Map<unknown, object>();
	beforeAll(async () => {
		for (const name of policyNames) {
			const execution = await run(`table-${name}`);
			for (const [index, action] of OUTPUTS.entries()) {
				for (const { caseName, decision } of itemsOf(execution, 'Rules', index)) {
					const { rule, retryAt } = decision as Record<string, string | null>;
					answers.set(caseName, { action, rule, ...(retryAt && { retryAt: Date.parse(retryAt) }) });
				}
			}
		}
	});

	it('has at least 60 cases', () => {
		expect(cases.length).toBeGreaterThanOrEqual(60);
	});

	it.each(cases)('$name', ({ name, expected }) => {
		expect(answers.get(name)).toEqual(expected);
	});
});

describe('policies', () => {
	it('are saved under a name, the same one as no other version, and listed behind the shipped ones', async () => {
		expect(await outputOf('save')).toMatchObject([
			{ name: 'hold-all', version: 1, shipped: false, warnings: [] },
		]);
		expect(await outputOf('save')).toMatchObject([{ version: 1 }]);
		const listed = (await outputOf('list')).map(({ name, version }) => [name, version]);
		expect(listed).toEqual([
			...Object.values(policies).map(({ name, version }) => [name, version]),
			['hold-all', 1],
		]);
	});

	it('are offered by name where a message is sent, and decide there', async () => {
		const question = {
			nodeType: NODE,
			method: 'getPolicies',
			path: 'parameters.options.policy',
			credentials,
		};
		expect((await n8n.api.loadOptions(question)).map(({ name }) => name)).toEqual([
			'strict',
			'platform',
			'hold-all',
		]);
		expect(await outputOf('sunday')).toMatchObject([
			{ action: 'hold', rule: 'sunday', reason: 'Nothing goes out on Sundays.' },
		]);
	});

	it('are made in a form: rules picked from lists, beside those of another policy', async () => {
		const execution = await run('save-form');
		const [saved] = itemsOf(execution, 'Messaging');
		const rulesOf = saved?.rules as Array<{ name: string; enabled?: boolean }>;
		const index = rulesOf.findIndex(({ name }) => name === 'not-to-ada');
		expect(rulesOf[index + 1]).toMatchObject({ name: 'window-open' });
		expect(rulesOf.find(({ name }) => name === 'opted-out')).toMatchObject({ enabled: false });
		expect(itemsOf(execution, 'Send')).toMatchObject([
			{ action: 'hold', rule: 'not-to-ada', retryAt: expect.stringMatching(/Z$/) },
		]);
	});

	it('have every mistake in the form named with its rule and field', async () => {
		const [{ usable, problems }] = (await outputOf('check-form')) as [
			{ usable: boolean; problems: Array<Record<string, string>> },
		];
		expect(usable).toBe(false);
		expect(problems.map(({ where }) => where)).toEqual([
			'Rule 1 (one), Reason',
			'Rule 1 (one), Condition 1 Value',
		]);
	});

	it('start from the rules of strict, and in version 1 of the node from nothing', async () => {
		const rulesOf = async (typeVersion: number) => {
			const [{ rules: saved }] = (await outputOf(`from-${typeVersion}`)) as [{ rules: unknown[] }];
			return saved.length;
		};
		expect(await rulesOf(1)).toBe(1);
		for (const typeVersion of [1.1, 1.2, 1.3]) {
			expect(await rulesOf(typeVersion)).toBe(policies.strict.rules.length + 1);
		}
	});

	it('are made with live lists: operators that fit the fact, rules to switch, places for new ones', async () => {
		const ask = (method: string, path: string, parameters: Record<string, unknown>) =>
			n8n.api.loadOptions({ nodeType: NODE, method, path, parameters, credentials });
		const valuesOf = async (...question: Parameters<typeof ask>) =>
			(await ask(...question)).map(({ value }) => value);
		const path = 'parameters.rules.rule[0].conditions.condition[0].operator';
		const rule = [{ conditions: { condition: [{ fact: 'localTime' }] } }];
		expect(await valuesOf('getOperators', path, { rules: { rule } })).toEqual([
			'equal',
			'notEqual',
			'withinHours',
			'outsideHours',
		]);
		const ofReaction = path.replaceAll('rule', 'reaction');
		const reaction = [{ conditions: { condition: [{ fact: 'byAgent' }] } }];
		expect(await valuesOf('getEventOperators', ofReaction, { reactions: { reaction } })).toEqual([
			'equal',
			'notEqual',
		]);
		const from = { startFrom: 'strict' };
		expect(await valuesOf('getSwitches', 'parameters.switches', from)).toEqual(
			expect.arrayContaining(['off:opted-out', 'on:quiet-hours']),
		);
		expect(await valuesOf('getPlaces', 'parameters.place', from)).toEqual(
			expect.arrayContaining(['first', 'last', 'before:opted-out', 'after:template']),
		);
		expect(await valuesOf('getPoliciesToStartFrom', 'parameters.startFrom', {})).toEqual(
			expect.arrayContaining(['', 'strict', 'platform', 'hold-all']),
		);
	});

	it('are checked without being saved: each problem with its path', async () => {
		const [result] = await outputOf('check');
		expect(result).toMatchObject({
			usable: false,
			problems: [
				{
					path: 'rules[0].conditions.fact',
					severity: 'error',
					message: expect.stringContaining('The fact "widnow"'),
				},
			],
		});
	});

	it('are tried with made-up facts: the decision, and why earlier rules did not fire', async () => {
		expect(await outputOf('try')).toMatchObject([
			{
				action: 'hold',
				rule: 'agent-holds',
				retryAt: '2026-01-07T15:00:00.000Z',
				trace: [{ rule: 'opted-out', fact: 'optedOut', expected: true, actual: false }],
			},
		]);
	});
});
