import fc from '../../support/properties';
import type { FactDefinition, Facts, PolicyDocument } from '../../../engine';
import { factCatalogue, policies } from '../../../engine';
import { NOTHING_KNOWN } from '../../../engine/policies/facts';
import { compilePolicy } from '../../../engine/policies/compile-policy';
import { NOW } from '../../support/engine-scene';
import { DAY, HOUR, MINUTE, SECOND } from '../../support/wire';

const everyRule: PolicyDocument = {
	...policies.strict,
	name: 'every-rule',
	rules: policies.strict.rules.map((rule) => ({ ...rule, enabled: true })),
};

const POLICIES: Array<[name: string, policy: PolicyDocument]> = [
	['strict', policies.strict],
	['every optional rule on', everyRule],
];

/** Few values of each type, so that messages are often alike in what the rules ask, and differ in the rest. */
const SOME: Record<FactDefinition['type'], readonly unknown[]> = {
	boolean: [false, true],
	text: ['one', 'two'],
	number: [249, 250],
	time: [0, NOW, NOW + HOUR],
	duration: [0, 60 * SECOND, 60 * SECOND + 1],
	localTime: ['12:00', '23:15', 'unknown'],
	weekday: ['Saturday', 'Sunday, Monday', 'unknown'],
	date: ['2026-12-24', 'unknown'],
	occurrences: [[], [HOUR, 2 * HOUR], [MINUTE, 2 * HOUR], [HOUR, DAY]],
};

const aFact = ({ type, values }: FactDefinition) => fc.constantFrom(...(values ?? SOME[type]));
const someFacts = fc.record({
	...Object.fromEntries(Object.entries(factCatalogue).map(([name, fact]) => [name, aFact(fact)])),
	timeZones: fc.constantFrom('Europe/Berlin', 'Asia/Tokyo, Asia/Kolkata', 'unknown'),
}) as fc.Arbitrary<unknown> as fc.Arbitrary<Facts>;

const NOON = { now: NOW, localTime: '12:00' };
const NOTHING_SPENT = {
	spentToday: 0,
	spentThisMonth: 0,
	spentByCampaign: 0,
	spentTodayTogether: 0,
	spentThisMonthTogether: 0,
	freeEntryOpen: 'open',
};
const OUTSIDE: Facts = {
	...NOTHING_KNOWN,
	...NOON,
	...NOTHING_SPENT,
	hasTemplate: true,
	templateState: 'sendable',
};
const INSIDE: Facts = { ...OUTSIDE, window: 'open', windowClosesAt: NOW + HOUR, windowClosesIn: HOUR };
const TONIGHT = Date.UTC(2026, 2, 1, 22, 15);
const NIGHT: Facts = { ...OUTSIDE, now: TONIGHT, localTime: '23:15', timeZones: 'Europe/Berlin' };

describe.each(POLICIES)('many messages asked in one go, %s', (_, policy) => {
	const { ask, askAll } = compilePolicy(policy);

	it('get the very verdict that each gets alone', async () => {
		const likeAnother = fc.tuple(someFacts, fc.subarray(Object.keys(factCatalogue)));
		await fc.assert(
			fc.asyncProperty(
				fc.array(someFacts, { maxLength: 12 }),
				fc.array(likeAnother, { maxLength: 12 }),
				async (facts, others) => {
					const [first = OUTSIDE] = facts;
					const alike = others.map(([other, names]) => ({
						...first,
						...Object.fromEntries(names.map((name) => [name, other[name as keyof Facts]])),
					}));
					const all = [...facts, ...alike];
					expect(await askAll(all)).toEqual(await Promise.all(all.map((one) => ask(one, false))));
				},
			),
		);
	});

	it('are none where there are none', async () => {
		expect(await askAll([])).toEqual([]);
	});
});

describe('messages that one rule answers', () => {
	const { askAll } = compilePolicy(everyRule);
	const until = (time: number) => new Date(time).toISOString();

	it.each<[name: string, rule: string, facts: Facts[], retries: number[]]>([
		[
			'their windows',
			'template-in-active-conversation',
			[INSIDE, { ...INSIDE, windowClosesAt: NOW + 2 * HOUR }],
			[NOW + HOUR, NOW + 2 * HOUR],
		],
		[
			'their nights',
			'quiet-hours',
			[NIGHT, { ...NIGHT, now: TONIGHT + DAY }],
			[Date.UTC(2026, 2, 2, 7), Date.UTC(2026, 2, 3, 7)],
		],
		[
			'the new customers before them',
			'new-customers-cap',
			[NOW + HOUR, NOW + MINUTE].map((newCustomersFreeAt) => ({
				...OUTSIDE,
				newCustomers: 250,
				newCustomersFreeAt,
			})),
			[NOW + HOUR, NOW + MINUTE],
		],
	])('each wait for the end of %s, and their reasons name it', async (_, rule, facts, retries) => {
		const verdicts = await askAll(facts);
		expect(verdicts.map((verdict) => [verdict.rule, verdict.retryAt])).toEqual(
			retries.map((retryAt) => [rule, retryAt]),
		);
		for (const [index, { reason }] of verdicts.entries()) expect(reason).toContain(until(retries[index]!));
	});
});

describe('messages that differ only in what a rule asks are not answered alike', () => {
	const { askAll } = compilePolicy(everyRule);
	const CAPPED: Facts = { ...OUTSIDE, category: 'MARKETING', marketingSent: [HOUR, 2 * HOUR] };
	const CROWDED: Facts = { ...OUTSIDE, newCustomers: 250 };

	it.each<[name: string, Facts, change: Partial<Facts>, rules: [string, string]]>([
		['opted out', OUTSIDE, { optedOut: true }, ['template', 'opted-out']],
		['who holds it', INSIDE, { holder: 'agent' }, ['template-in-active-conversation', 'agent-holds']],
		['the window', CROWDED, { window: 'open' }, ['new-customers-cap', 'window-closing']],
		[
			'the window’s last minute',
			{ ...INSIDE, windowClosesIn: 60 * SECOND + 1 },
			{ windowClosesIn: 60 * SECOND },
			['template-in-active-conversation', 'window-closing'],
		],
		['freeform', INSIDE, { hasFreeform: true }, ['template-in-active-conversation', 'window-open']],
		['a template', OUTSIDE, { hasTemplate: false }, ['template', 'no-template']],
		[
			'the template’s state',
			OUTSIDE,
			{ templateState: 'paused' },
			['template', 'template-paused-without-end'],
		],
		[
			'the end of the template’s pause',
			{ ...OUTSIDE, templateState: 'paused' },
			{ templatePauseEndsAt: 1 },
			['template-paused-without-end', 'template-paused'],
		],
		['the category', NIGHT, { category: 'AUTHENTICATION' }, ['quiet-hours', 'template']],
		['the local time', NIGHT, { localTime: '20:59' }, ['quiet-hours', 'template']],
		['what was sent', CAPPED, { marketingSent: [HOUR, DAY] }, ['frequency-cap', 'template']],
		['a new customer', CROWDED, { isNewCustomer: false }, ['new-customers-cap', 'template']],
		['how many are new', CROWDED, { newCustomers: 249 }, ['new-customers-cap', 'template']],
	])('%s', async (_, facts, change, rules) => {
		const verdicts = await askAll([facts, { ...facts, ...change }, facts]);
		expect(verdicts.map(({ rule }) => rule)).toEqual([...rules, rules[0]]);
	});
});
