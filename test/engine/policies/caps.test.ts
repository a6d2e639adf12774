import type { PolicyDocument, PolicyRule, SendCap, SendRecord } from '../../../engine';
import { createEngine, lintPolicy, policies } from '../../../engine';
import type { DecisionStateQuery } from '../../../engine/store/store';
import { INTENT, listed, NOW, openEngineScene, type EngineScene } from '../../support/engine-scene';
import { CHANNEL, CUSTOMER, DAY, HOUR, MINUTE } from '../../support/wire';
import { ANY_SLOT } from '../../support/slots';

let scene: EngineScene;
beforeEach(async () => {
	scene = await openEngineScene();
	await scene.engine.record(listed('APPROVED', { category: 'MARKETING', at: NOW - 30 * DAY }));
});
afterEach(() => scene.close());

const sent = (ago: number, more: Partial<SendRecord> = {}) =>
	scene.store.sends.begin(
		{
			key: `${more.contact ?? CUSTOMER}/${ago}`,
			channel: CHANNEL,
			contact: CUSTOMER,
			action: 'template',
			category: 'MARKETING',
			state: 'accepted',
			at: NOW - ago,
			...more,
		},
		ANY_SLOT,
	);

function policyWith(change: (rule: PolicyRule) => Partial<PolicyRule>): PolicyDocument {
	return {
		...policies.strict,
		name: 'mine',
		rules: policies.strict.rules.map((r) => ({ ...r, ...change(r) })),
	};
}

const capped = (value: string, fact = 'marketingSent') =>
	policyWith(({ name, event }) =>
		name === 'frequency-cap'
			? {
					enabled: true,
					conditions: { fact, operator: 'reaches', value },
					event: { ...event, params: { ...event.params, retryAt: fact } },
				}
			: {},
	);

const decide = async (policy: PolicyDocument) => {
	const engine = createEngine({ store: scene.store, policy, now: () => NOW });
	const { rule, retryAt } = await engine.decide(INTENT);
	return { rule, wait: retryAt === undefined ? undefined : retryAt - NOW };
};

const GOES_OUT = { rule: 'template', wait: undefined };
const heldFor = (wait: number) => ({ rule: 'frequency-cap', wait });

describe('a frequency cap: at most n messages to a customer within a time', () => {
	it.each<[string, cap: string, ago: number[], object]>([
		['none sent', '2 per 24 h', [], GOES_OUT],
		['one of two', '2 per 24 h', [HOUR], GOES_OUT],
		['two of two', '2 per 24 h', [20 * HOUR, HOUR], heldFor(4 * HOUR)],
		['the first 1 ms before it leaves', '2 per 24 h', [DAY - 1, HOUR], heldFor(1)],
		['the first at the time exactly', '2 per 24 h', [DAY, HOUR], GOES_OUT],
		[
			'more than the cap: as many as leave one place',
			'2 per 24 h',
			[20, 10, 1].map((h) => h * HOUR),
			heldFor(14 * HOUR),
		],
		['days', '1 per 7 d', [6 * DAY], heldFor(DAY)],
		['minutes', '1 per 5 min', [4 * MINUTE], heldFor(MINUTE)],
		['noted as sent this moment', '1 per 5 min', [0], heldFor(5 * MINUTE)],
	])('%s', async (_, cap, agos, expected) => {
		for (const ago of agos) await sent(ago);
		expect(await decide(capped(cap))).toEqual(expected);
	});

	it.each<[string, fact: string, Partial<SendRecord>, counts: boolean]>([
		['marketingSent counts a marketing template', 'marketingSent', {}, true],
		['and one of unknown category', 'marketingSent', { category: undefined }, true],
		['but no utility template', 'marketingSent', { category: 'UTILITY' }, false],
		['and no freeform', 'marketingSent', { action: 'freeform', category: undefined }, false],
		['templatesSent counts every template', 'templatesSent', { category: 'UTILITY' }, true],
		['but no freeform', 'templatesSent', { action: 'freeform', category: undefined }, false],
		['messagesSent counts all', 'messagesSent', { action: 'freeform', category: undefined }, true],
		['what failed counts nowhere', 'messagesSent', { state: 'failed' }, false],
		['what may be out counts', 'messagesSent', { state: 'sending' }, true],
		['what another customer got does not', 'messagesSent', { contact: '4915111' }, false],
		['nor what another number sent', 'messagesSent', { channel: '999' }, false],
	])('%s (%s)', async (_, fact, more, counts) => {
		await sent(HOUR, more);
		expect((await decide(capped('1 per 24 h', fact))).rule).toBe(counts ? 'frequency-cap' : 'template');
	});

	it('a customer is the same however named', async () => {
		await sent(HOUR, { contact: 'US.77' });
		const contacts = [{ input: CUSTOMER, wa_id: 'US.77' }];
		await scene.engine.record({
			kind: 'sent',
			channel: CHANNEL,
			to: CUSTOMER,
			at: NOW - HOUR,
			messageId: 'w',
			contacts,
		});
		expect((await decide(capped('1 per 24 h'))).rule).toBe('frequency-cap');
	});
});

describe('a daily cap of new customers: whom a template opened a conversation with within 24 hours', () => {
	const atMost = (count: number) =>
		policyWith(({ name, conditions }) => {
			if (name !== 'new-customers-cap' || !('all' in conditions)) return {};
			const last = { fact: 'newCustomers', operator: 'greaterThanInclusive', value: count };
			return { enabled: true, conditions: { all: [...conditions.all.slice(0, -1), last] } };
		});
	const newCustomer = (contact: string, ago: number) => sent(ago, { contact, opens: true });
	const HELD = { rule: 'new-customers-cap', wait: 4 * HOUR };

	beforeEach(async () => {
		await newCustomer('1', 20 * HOUR);
		await newCustomer('2', HOUR);
	});

	it('one below the cap goes out', async () => {
		expect(await decide(atMost(3))).toEqual(GOES_OUT);
	});

	it('at the cap it is held until the first of them counts no more', async () => {
		expect(await decide(atMost(2))).toEqual(HELD);
	});

	it('at 24 hours exactly a customer counts no more', async () => {
		await newCustomer('3', DAY);
		expect(await decide(atMost(3))).toEqual(GOES_OUT);
		await newCustomer('4', DAY - 1);
		expect(await decide(atMost(3))).toEqual({ ...HELD, wait: 1 });
	});

	it('a customer counts once', async () => {
		await newCustomer('2', 2 * HOUR);
		expect(await decide(atMost(3))).toEqual(GOES_OUT);
	});

	it('a customer who is one of them already is free', async () => {
		await newCustomer(CUSTOMER, 2 * HOUR);
		expect(await decide(atMost(2))).toEqual(GOES_OUT);
	});

	it('a template inside an open window is no new customer', async () => {
		await sent(HOUR, { contact: '3', opens: false });
		expect(await decide(atMost(3))).toEqual(GOES_OUT);
	});
});

describe('what was sent before is read only where a rule that is switched on asks it', () => {
	async function queryOf(policy: PolicyDocument): Promise<DecisionStateQuery> {
		const queries: DecisionStateQuery[] = [];
		const store = {
			...scene.store,
			readDecisionState: (query: DecisionStateQuery) => {
				queries.push(query);
				return scene.store.readDecisionState(query);
			},
		};
		await createEngine({ store, policy, now: () => NOW }).decide(INTENT);
		return queries[0]!;
	}

	it('neither by the shipped policies', async () => {
		for (const policy of Object.values(policies)) {
			const query = await queryOf(policy);
			expect(query.sentSince).toBeUndefined();
			expect(query.newCustomersSince).toBeUndefined();
		}
	});

	it('as long ago as the longest cap asks', async () => {
		const twice = capped('2 per 24 h');
		const longer = { fact: 'messagesSent', operator: 'reaches', value: '9 per 7 d' };
		const rules = twice.rules.map((rule) =>
			rule.name === 'frequency-cap' ? { ...rule, conditions: { any: [rule.conditions, longer] } } : rule,
		);
		expect((await queryOf({ ...twice, rules })).sentSince).toBe(NOW - 7 * DAY);
	});

	it('new customers of the last 24 hours', async () => {
		const asks = policyWith(({ name }) => (name === 'new-customers-cap' ? { enabled: true } : {}));
		expect((await queryOf(asks)).newCustomersSince).toBe(NOW - DAY + 1);
	});
});

describe('a decision to send names what it counted, and the count from which on it would be another', () => {
	const capsOf = async (policy: PolicyDocument, intent: Partial<typeof INTENT> = {}) =>
		(await createEngine({ store: scene.store, policy, now: () => NOW }).decide({ ...INTENT, ...intent }))
			.caps;

	const cap = (counter: SendCap['counter'], below: number, within = DAY): SendCap => ({
		counter,
		within,
		below,
	});

	/** The strict policy with one rule before its last one, which holds. */
	const holdsIf = (conditions: PolicyRule['conditions']): PolicyDocument => {
		const held: PolicyRule = {
			name: 'mine',
			conditions,
			event: { type: 'hold', params: { reason: 'It is held.' } },
		};
		const { rules } = policies.strict;
		return { ...policies.strict, name: 'mine', rules: [...rules.slice(0, -1), held, ...rules.slice(-1)] };
	};

	const reaches = (value: string, fact = 'marketingSent') => ({ fact, operator: 'reaches', value });
	const customers = (operator: string, value: number) => ({ fact: 'newCustomers', operator, value });
	const isNew = { fact: 'isNewCustomer', operator: 'equal', value: true };
	const never = { fact: 'hasPhone', operator: 'equal', value: false };
	const always = { fact: 'hasPhone', operator: 'equal', value: true };

	it('nothing under the shipped policies', async () => {
		for (const policy of Object.values(policies)) expect(await capsOf(policy)).toBeUndefined();
	});

	it.each<[string, conditions: PolicyRule['conditions'], caps: SendCap[] | undefined]>([
		['a frequency cap', reaches('2 per 24 h'), [cap('marketingSent', 2)]],
		['its period', reaches('3 per 7 d', 'messagesSent'), [cap('messagesSent', 3, 7 * DAY)]],
		[
			'of two bounds, the lower one',
			{ any: [reaches('5 per 24 h'), reaches('2 per 24 h')] },
			[cap('marketingSent', 2)],
		],
		[
			'of two periods, each',
			{ any: [reaches('2 per 24 h'), reaches('5 per 7 d')] },
			[cap('marketingSent', 2), cap('marketingSent', 5, 7 * DAY)],
		],
		['new customers, at least', customers('greaterThanInclusive', 250), [cap('newCustomers', 250)]],
		['more than', customers('greaterThan', 250), [cap('newCustomers', 251)]],
		['not a whole number', customers('greaterThan', 2.5), [cap('newCustomers', 3)]],
		['under a not', { not: customers('lessThan', 250) }, [cap('newCustomers', 250)]],
		['under a not, at most', { not: customers('lessThanInclusive', 250) }, [cap('newCustomers', 251)]],
		['exactly', customers('equal', 250), [cap('newCustomers', 250)]],
		['anything but none', customers('notEqual', 0), [cap('newCustomers', 1)]],
		['below none, which can’t be', customers('lessThan', 0), undefined],
		['a customer who isn’t new', { not: isNew }, [cap('isNewCustomer', 1)]],
		['beside what is true', { all: [always, reaches('2 per 24 h')] }, [cap('marketingSent', 2)]],
		['beside what is false, nothing', { all: [never, reaches('2 per 24 h')] }, undefined],
		['or what is false', { any: [never, reaches('2 per 24 h')] }, [cap('marketingSent', 2)]],
	])('%s', async (_, conditions, caps) => {
		expect(await capsOf(holdsIf(conditions))).toEqual(caps);
	});

	it('nothing that was passed already: the rules allowed the message all the same', async () => {
		await sent(HOUR);
		expect(await capsOf(holdsIf({ all: [never, reaches('1 per 24 h')] }))).toBeUndefined();
		expect(await capsOf(holdsIf({ not: reaches('1 per 24 h') }))).toBeUndefined();
	});

	it('nothing of rules after the one that fired', async () => {
		const { rules } = policies.strict;
		const last = holdsIf(reaches('2 per 24 h')).rules.find(({ name }) => name === 'mine')!;
		expect(await capsOf({ ...policies.strict, name: 'mine', rules: [...rules, last] })).toBeUndefined();
	});

	it('what the rule itself counts that lets the message out', async () => {
		const policy = policyWith(({ name, conditions }) =>
			name === 'template' ? { conditions: { all: [conditions, customers('lessThan', 9)] } } : {},
		);
		expect(await capsOf(policy)).toEqual([cap('newCustomers', 9)]);
	});

	it('nothing of a decision to hold', async () => {
		await sent(HOUR);
		expect(await capsOf(capped('1 per 24 h'))).toBeUndefined();
	});

	it('the same for each of many messages', async () => {
		const engine = createEngine({ store: scene.store, policy: capped('2 per 24 h'), now: () => NOW });
		await sent(HOUR);
		await sent(2 * HOUR);
		const decisions = await engine.decideAll([INTENT, { ...INTENT, to: '4915111' }]);
		expect(decisions.map(({ action, caps }) => [action, caps])).toEqual([
			['hold', undefined],
			['template', [cap('marketingSent', 2)]],
		]);
	});
});

describe('a cap of messages before the rule for freeform', () => {
	const mine = (at: number, ...more: object[]): PolicyDocument => ({
		...policies.strict,
		name: 'mine',
		rules: policies.strict.rules.toSpliced(at, 0, {
			name: 'one-a-day',
			conditions: { all: [{ fact: 'messagesSent', operator: 'reaches', value: '1 per 24 h' }, ...more] },
			event: { type: 'hold', params: { reason: 'One a day.', retryAt: 'messagesSent' } },
		} as PolicyRule),
	});
	const afterFreeform = policies.strict.rules.findIndex(({ name }) => name === 'window-open') + 1;
	const warned = (policy: PolicyDocument) =>
		lintPolicy(policy).filter(({ message }) => message.includes('answers to customers who just wrote'));

	it('is warned about, as it holds answers, too', () => {
		expect(warned(mine(0))).toMatchObject([
			{
				path: 'rules[0].conditions',
				severity: 'warning',
				message:
					"It holds answers to customers who just wrote, too. If it shouldn't, add the condition Conversation window (window) is closed.",
			},
		]);
	});

	it.each([
		['if it asks for the window', mine(0, { fact: 'window', operator: 'equal', value: 'closed' })],
		['if it is about a category', mine(0, { fact: 'category', operator: 'equal', value: 'MARKETING' })],
		['after the rules for freeform', mine(afterFreeform)],
	])('is not warned about %s', (_case, policy) => {
		expect(warned(policy)).toEqual([]);
	});
});
