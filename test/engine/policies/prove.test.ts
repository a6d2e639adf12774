import type { Action, Conditions, Intent, PolicyDocument, Statement, TemplateState } from '../../../engine';
import { comparePolicies, lintPolicy, policies, provePolicy, tryPolicy } from '../../../engine';
import { compilePolicy } from '../../../engine/policies/compile-policy';
import { factCatalogue, NOTHING_KNOWN } from '../../../engine/policies/facts';
import type { Facts } from '../../../engine/policies/facts';
import { factsOf } from '../../../engine/policies/facts-of-intent';
import { shippedPolicy } from '../../../engine/policies/shipped-policies';
import { anyConditions } from '../../rules/support/arbitrary-rules';
import { withAllRules } from '../../support/all-rules';
import { NOW } from '../../support/engine-scene';
import fc from '../../support/properties';
import { DAY, HOUR } from '../../support/wire';

const is = (fact: string, value: unknown) => ({ fact, operator: 'equal', value });
const reaches = (fact: string, value: string) => ({ fact, operator: 'reaches', value });

const OPTED_OUT: Statement = {
	name: 'No marketing after an opt-out',
	when: { all: [is('optedOut', true), is('category', 'MARKETING')] },
	never: ['freeform', 'template'],
};
const AGENT_HOLDS: Statement = {
	name: 'Wait while the agent answers',
	when: { all: [is('window', 'open'), is('holder', 'agent'), is('optedOut', false)] },
	always: ['hold'],
};
const WINDOW_IS_CLOSED: Statement = {
	name: 'No freeform content outside of the window',
	when: is('window', 'closed'),
	never: ['freeform'],
};

const actionOf = (type: Action) => ({ type, params: { reason: 'Because.' } });
const policyOf = (...rules: Array<[Conditions, Action]>): PolicyDocument => ({
	name: 'mine',
	version: 1,
	rules: rules.map(([conditions, type], index) => ({
		name: `rule ${index}`,
		conditions,
		event: actionOf(type),
	})),
});

const SHIPPED: Array<[string, PolicyDocument]> = [
	...Object.keys(policies).flatMap((name) =>
		[1, 2, 3].map((version): [string, PolicyDocument] => [
			`${name}, version ${version}`,
			shippedPolicy(name, version)!,
		]),
	),
	['strict, with all rules on', withAllRules(policies.strict)],
];

describe.each(SHIPPED)('%s', (_, policy) => {
	it.each(
		[OPTED_OUT, AGENT_HOLDS, WINDOW_IS_CLOSED].map((statement): [string, Statement] => [
			statement.name,
			statement,
		]),
	)('%s', (_name, statement) => {
		const proof = provePolicy(policy, statement, { withinMs: Infinity });
		expect(proof).toMatchObject({ holds: true, counterexamples: [] });
		expect(proof.sentence).toMatch(/^[A-Z].*: holds in all ([\d,]+ )?situations\.$/);
	});

	it('is equal to itself', () => {
		expect(comparePolicies(policy, structuredClone(policy), { withinMs: Infinity }).holds).toBe(true);
	});
});

it('says in how many situations a statement holds: as many as are possible', () => {
	expect(provePolicy(policies.strict, WINDOW_IS_CLOSED).sentence).toBe(
		'No freeform content outside of the window: holds in all 448 situations.',
	);
});

describe('a statement that is wrong', () => {
	const { holds, counterexamples, sentence } = provePolicy(policies.strict, {
		name: 'The agent is never interrupted',
		when: is('holder', 'agent'),
		always: ['hold'],
	});

	it('has a counterexample for each rule that breaks it', () => {
		expect(holds).toBe(false);
		expect(counterexamples.map(({ says }) => says[0]!.rule).sort()).toEqual([
			'no-template',
			'opted-out',
			'template',
			'template-unusable',
		]);
	});

	it('says in words which facts break it, and no others', () => {
		const optedOut = counterexamples.find(({ says }) => says[0]!.rule === 'opted-out')!;
		expect(optedOut.facts).toEqual({ holder: 'agent', optedOut: true });
		expect(optedOut.sentence).toBe(
			'If Conversation holder is agent and Opted out is yes, the policy says skip (rule "opted-out").',
		);
		expect(sentence).toMatch(
			/^The agent is never interrupted: doesn't hold\. If Conversation holder is agent/,
		);
	});

	it('says that no rule before may apply, instead of the facts that keep them from it', () => {
		const template = counterexamples.find(({ says }) => says[0]!.rule === 'template')!;
		expect(Object.keys(template.facts)).toContain('optedOut');
		expect(template.sentence).toBe(
			'If Conversation holder is agent, Conversation window is closed, and Template state is sendable, the policy says template (rule "template"), as long as no rule before it applies.',
		);
	});

	it('is told by what people meet rather than by what is unknown', () => {
		const quiet = { fact: 'localTime', operator: 'outsideHours', value: '08:00-21:00' };
		const policy = policyOf([quiet, 'hold'], [is('window', 'open'), 'freeform']);
		const [one] = provePolicy(policy, { name: 'Never wait', never: ['hold'] }).counterexamples;
		expect(one!.facts.localTime).not.toBe('unknown');
	});

	it('is wrong in practice: the policy, asked with these facts, says so', async () => {
		for (const { facts, says } of counterexamples) {
			expect(await tryPolicy(policies.strict, facts)).toMatchObject(says[0]!);
		}
	});
});

describe('two policies', () => {
	it('that say something else in a situation differ, in words', () => {
		const { holds, counterexamples } = comparePolicies(policies.strict, policies.platform);
		expect(holds).toBe(false);
		expect(counterexamples.map(({ says }) => says.map(({ action }) => action))).toContainEqual([
			'hold',
			'template',
		]);
		expect(counterexamples[0]!.sentence).toMatch(
			/^If .+, strict \(version 8\) says hold \(rule ".+"\), and platform \(version 8\) says /,
		);
	});

	it('that ask again at another time differ', () => {
		const holdUntil = (retryAt?: string): PolicyDocument => ({
			...policyOf(),
			rules: [
				{
					name: 'wait',
					conditions: is('window', 'open'),
					event: { type: 'hold', params: { reason: 'Wait.', ...(retryAt && { retryAt }) } },
				},
			],
		});
		expect(comparePolicies(holdUntil('windowClosesAt'), holdUntil('windowClosesAt')).holds).toBe(true);
		const { counterexamples } = comparePolicies(holdUntil('windowClosesAt'), holdUntil());
		expect(counterexamples.map(({ sentence }) => sentence)).toEqual([
			'If Conversation window is open, mine (version 1) says hold (rule "wait"), and mine (version 1) says hold (rule "wait"). They ask again at different times.',
		]);
	});

	it('whose rules have another order, but never apply together, are equal', () => {
		const [open, closed]: Array<[Conditions, Action]> = [
			[is('window', 'open'), 'freeform'],
			[is('window', 'closed'), 'template'],
		];
		const [one, other] = [policyOf(open!, closed!), policyOf(closed!, open!)];
		const renamed = {
			...other,
			rules: other.rules.map((rule, index) => ({ ...rule, name: `rule ${1 - index}` })),
		};
		expect(comparePolicies(one, renamed).holds).toBe(true);
	});
});

describe('what can be', () => {
	/** Whether some situation fits the conditions. */
	const canBe = (conditions: Conditions) =>
		provePolicy(policyOf([conditions, 'skip']), { name: 'Never', never: ['skip'] }).holds === false;

	it.each<[string, Conditions]>([
		[
			'a fraction of a message since a reply',
			{ fact: 'messagesSinceReply', operator: 'greaterThan', value: 0.5 },
		],
		[
			'more messages than anybody sends',
			{ fact: 'messagesSinceReply', operator: 'greaterThan', value: 1e12 },
		],
		[
			'two caps on one fact',
			{
				all: [
					is('category', 'MARKETING'),
					reaches('marketingSent', '2 per 24 h'),
					reaches('marketingSent', '10 per 7 d'),
				],
			},
		],
		[
			'few in a day, and many in a week',
			{ all: [{ not: reaches('messagesSent', '2 per 24 h') }, reaches('messagesSent', '10 per 7 d')] },
		],
		[
			'morning in one time zone and evening in another',
			{
				all: [
					{ fact: 'localTime', operator: 'withinHours', value: '05:00-06:00' },
					{ fact: 'localTime', operator: 'withinHours', value: '09:00-10:00' },
				],
			},
		],
		[
			'two days at once',
			{
				all: [
					{ fact: 'localDay', operator: 'onDays', value: 'Saturday' },
					{ fact: 'localDay', operator: 'onDays', value: 'Sunday' },
				],
			},
		],
		[
			'a summer noon on a Tuesday',
			{
				all: [
					{ fact: 'localDay', operator: 'onDays', value: 'Tuesday' },
					{ fact: 'localTime', operator: 'withinHours', value: '12:00-12:01' },
					{ not: is('timeZones', 'unknown') },
				],
			},
		],
		[
			'Christmas on a Friday',
			{
				all: [
					{ fact: 'localDate', operator: 'onDays', value: '12-25' },
					{ fact: 'localDay', operator: 'onDays', value: 'Friday' },
					{ not: is('timeZones', 'unknown') },
				],
			},
		],
		[
			'a time zone that somebody names',
			{
				all: [
					is('timeZones', 'Europe/Berlin'),
					{ fact: 'localTime', operator: 'withinHours', value: '21:00-08:00' },
				],
			},
		],
	])('%s', (_, conditions) => {
		expect(canBe(conditions)).toBe(true);
		expect(
			lintPolicy(
				policyOf([conditions, 'hold'], [{ any: [is('window', 'open'), is('window', 'closed')] }, 'hold']),
			),
		).toEqual([]);
	});

	it.each<[string, Conditions]>([
		[
			'more marketing than templates',
			{ all: [reaches('marketingSent', '2 per 24 h'), { not: reaches('templatesSent', '2 per 24 h') }] },
		],
		[
			'more templates than messages, over a longer time',
			{ all: [reaches('templatesSent', '3 per 24 h'), { not: reaches('messagesSent', '3 per 7 d') }] },
		],
		[
			'more within an hour than within a day',
			{ all: [reaches('messagesSent', '2 per 1 h'), { not: reaches('messagesSent', '2 per 24 h') }] },
		],
		['two last answers of a person', reaches('humanReplied', '2 per 24 h')],
		[
			'messages since a reply while the window is closed',
			{ all: [is('window', 'closed'), { fact: 'messagesSinceReply', operator: 'greaterThan', value: 0 }] },
		],
		[
			'messages since a reply that were never sent',
			{
				all: [
					{ fact: 'messagesSinceReply', operator: 'greaterThanInclusive', value: 3 },
					{ not: reaches('messagesSent', '3 per 24 h') },
				],
			},
		],
		[
			'a known customer who was sent no template',
			{ all: [is('isNewCustomer', false), { not: reaches('templatesSent', '1 per 24 h') }] },
		],
		['a group without a number', { all: [is('recipientType', 'group'), is('hasPhone', false)] }],
		[
			'noon and midnight in one country',
			{
				all: [
					{ fact: 'localTime', operator: 'withinHours', value: '12:00-12:01' },
					{ fact: 'localTime', operator: 'withinHours', value: '00:00-00:01' },
					{ not: is('timeZones', 'unknown') },
				],
			},
		],
		[
			'Christmas Eve that is none',
			{
				all: [
					{ fact: 'localDate', operator: 'onDays', value: '2026-12-24' },
					{ fact: 'localDay', operator: 'onDays', value: 'Sunday' },
					{ not: is('timeZones', 'unknown') },
					{ fact: 'localDay', operator: 'notOnDays', value: 'Thursday, Wednesday, Friday' },
				],
			},
		],
	])('but not %s', (_, conditions) => {
		expect(canBe(conditions)).toBe(false);
	});
});

it('says that it is not proved, if there is not enough time to look', () => {
	let now = 0;
	const runtime = { monotonic: () => (now += 1) };
	const proof = provePolicy(policies.strict, WINDOW_IS_CLOSED, { withinMs: 3, runtime });
	expect(proof).toEqual({
		holds: undefined,
		counterexamples: [],
		sentence:
			'No freeform content outside of the window: not proved. There are too many situations to look through in this time.',
	});
	expect(provePolicy(policies.strict, WINDOW_IS_CLOSED, { withinMs: 1_000, runtime }).holds).toBe(true);
});

it.each<[string, unknown, RegExp]>([
	['without a name', { never: ['skip'] }, /name/],
	['that says neither', { name: 'x' }, /either "always" or "never"/],
	['that says both', { name: 'x', always: ['hold'], never: ['skip'] }, /either "always" or "never"/],
	['with an action that does not exist', { name: 'x', never: ['send'] }, /never/],
	[
		'about a fact that does not exist',
		{ name: 'x', when: is('moon', 'full'), never: ['skip'] },
		/when.*moon/,
	],
])('a statement %s is refused', (_, statement, message) => {
	expect(() => provePolicy(policies.strict, statement as Statement)).toThrow(message);
});

/** Facts as they are of a real message, of any customer, at any time. */
const realFacts: fc.Arbitrary<Facts> = fc
	.record({
		now: fc.integer({ min: NOW, max: NOW + 700 * DAY }),
		to: fc.constantFrom(
			'491701234567',
			'12125550123',
			'18085550123',
			'79261234567',
			'5511912345678',
			'US.123',
			'971501234567',
		),
		intent: fc.record(
			{
				freeform: fc.boolean(),
				template: fc.constant({ name: 'hello', language: 'en_US' }),
				recipientType: fc.constantFrom('individual' as const, 'group' as const),
				timeZone: fc.constantFrom('Asia/Tokyo', 'Europe/Berlin', 'nowhere'),
				category: fc.constantFrom('UTILITY', 'MARKETING'),
			},
			{ requiredKeys: [] },
		),
		wroteAgo: fc.option(fc.integer({ min: 1, max: 3 * DAY }), { nil: undefined }),
		holder: fc.constantFrom('business' as const, 'agent' as const, 'other' as const),
		optedOut: fc.subarray(['MARKETING', 'UTILITY']),
		state: fc.constantFrom<TemplateState>('sendable', 'paused', 'rejected', 'never-seen'),
		pause: fc.option(fc.integer({ min: 1, max: DAY }), { nil: undefined }),
		sent: fc.array(
			fc.record({
				ago: fc.integer({ min: 0, max: 8 * DAY }),
				action: fc.constantFrom('freeform' as const, 'template' as const),
				category: fc.constantFrom('MARKETING', 'UTILITY'),
			}),
			{ maxLength: 12 },
		),
		human: fc.option(fc.integer({ min: 0, max: 2 * HOUR }), { nil: undefined }),
		strangers: fc.nat(3),
	})
	.map(({ now, to, intent, wroteAgo, holder, optedOut, state, pause, sent, human, strangers }) => {
		const isOpen = wroteAgo !== undefined && wroteAgo < DAY;
		const newlySent = sent.filter(({ ago, action }) => action === 'template' && ago < DAY);
		const count = strangers + Math.min(1, newlySent.length);
		return factsOf(
			now,
			{ channel: '1', to, ...intent } as Intent,
			{
				window: isOpen ? 'open' : 'closed',
				...(isOpen && { windowClosesAt: now - wroteAgo + DAY }),
				holder,
				optedOut: new Set(optedOut),
				...(human !== undefined && { humanRepliedAt: now - human }),
			} as never,
			{
				state,
				category: 'MARKETING',
				...(state === 'paused' && { pause: 'first' }),
				...(state === 'paused' && pause !== undefined && { pauseEndsAt: now + pause }),
			} as never,
			{
				contact: to,
				sent: sent.map(({ ago, ...each }) => ({ ...each, at: now - ago })).sort((a, b) => a.at - b.at),
				spent: [],
				newCustomers: {
					count,
					known: newlySent.length > 0,
					...(count > 0 && { oldestAt: now - HOUR }),
				},
			},
		);
	});

it('no real message is in a situation that was not looked at', async () => {
	const conditions = anyConditions(factCatalogue);
	await fc.assert(
		fc.asyncProperty(
			fc.tuple(conditions, conditions),
			fc.array(realFacts, { minLength: 10, maxLength: 10 }),
			async (list, all) => {
				const policy = policyOf(...list.map((each): [Conditions, Action] => [each, 'skip']));
				const compiled = compilePolicy(policy);
				const seen = new Set((await compiled.askAll(all)).map(({ rule }) => rule));
				// What never happens, it says, must not have happened.
				const rest = [{ any: [is('window', 'open'), is('window', 'closed')] }, 'freeform'] as [
					Conditions,
					Action,
				];
				const told = lintPolicy(policyOf(...list.map((each): [Conditions, Action] => [each, 'skip']), rest));
				for (const { message } of told) {
					const [, name] = /The rule "(.+)" can never fire/.exec(message) ?? [];
					if (name !== undefined) expect(seen).not.toContain(name);
				}
				const never = provePolicy(policy, { name: 'Never skip', never: ['skip'] });
				if (never.holds) expect([...seen]).toEqual(['no-rule-fired']);
			},
		),
		{ numRuns: 60 },
	);
});

it('a counterexample of any policy is what json-rules-engine says of its facts', async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(anyConditions(factCatalogue), { minLength: 1, maxLength: 3 }), async (list) => {
			const policy = policyOf(...list.map((each): [Conditions, Action] => [each, 'skip']));
			const { counterexamples } = provePolicy(policy, { name: 'Never skip', never: ['skip'] });
			for (const { facts, says } of counterexamples) {
				expect(await compilePolicy(policy).ask({ ...NOTHING_KNOWN, ...facts }, false)).toMatchObject(
					says[0]!,
				);
			}
		}),
		{ numRuns: 60 },
	);
});
