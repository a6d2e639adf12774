import { COUNTED_AS_HIGHEST, costRangeText } from '../../engine';
import { dryRunSentence, planSentence } from '../../nodes/BusinessMessagingCampaign/plan-sentences';
import type { DryRunResult } from '../../sending';

const SET_PRICES = 'Set prices with Money: Set Prices ("Set what messages cost" in n8n\'s list).';

describe('what Plan did', () => {
	const done = {
		planned: 1,
		repeated: 0,
		alreadyPlanned: 0,
		invalid: [],
		isFinished: false,
		isFirstOnly: false,
		listedTwice: 0,
		why: undefined,
		isPaused: false,
		policy: 'capped',
		spendCaps: [],
	};

	it('is followed by what becomes of recipients whose template can’t go out now', () => {
		const next = (action: 'hold' | 'skip') =>
			planSentence({ ...done, why: { action, reason: 'It is bad.' } });
		expect(next('hold')).toBe(
			'1 planned.\nIt is bad.\nNext: Send Due sends to each as soon as the rules allow it.',
		);
		expect(next('skip')).toBe('1 planned.\nIt is bad.\nNext: Send Due skips them as long as that is so.');
	});

	it('is followed by what comes next, and by what n8n left out', () => {
		expect(planSentence(done)).toBe('1 planned.\nNext: Send Due sends it.');
		expect(planSentence({ ...done, planned: 2 })).toBe('2 planned.\nNext: Send Due sends them.');
		expect(planSentence({ ...done, isPaused: true })).toBe(
			'1 planned.\nThe campaign is paused. Next: Resume it. Send Due sends nothing of it before.',
		);
		expect(planSentence({ ...done, isFirstOnly: true })).toMatch(
			/^1 planned\.\nNext: Send Due sends it\.\nExecute Once is on, so only the first item was used\. /,
		);
	});

	it.each([
		['one rule', ['spend-cap'], 'The rule spend-cap of the policy capped limits what', 'it counts'],
		[
			'two rules',
			['spend-cap', 'campaign-budget'],
			'The rules spend-cap, campaign-budget of the policy capped limit what',
			'they count',
		],
	])('says that %s will hold what has no price, if the account has none', (_, spendCaps, named, counts) => {
		expect(planSentence({ ...done, spendCaps })).toBe(
			`1 planned.\n${named} messages cost, but the account has no prices. A cost that isn't known counts as more than any limit, so a message that ${counts} is held.\n${SET_PRICES}\nNext: Send Due sends it.`,
		);
		expect(planSentence({ ...done, spendCaps, planned: 0, repeated: 1 })).not.toContain('prices');
		expect(planSentence({ ...done, spendCaps, cost: range(1, 1) })).not.toContain('prices');
	});

	it.each([
		['1 planned, 2 already in this campaign.', 'who is in the campaign', { repeated: 2, alreadyPlanned: 2 }],
		[
			'1 planned, 1 repeated in the list (491701111111).',
			'who stands in the list twice',
			{ repeated: 1, alreadyPlanned: 0, firstRepeated: '491701111111' },
		],
		[
			'1 planned, 1 already in this campaign, 2 repeated in the list (first: order-7).',
			'how many of both',
			{ repeated: 3, alreadyPlanned: 1, firstRepeated: 'order-7' },
		],
	])('is counted, "%s": %s', (counts, _what, more) => {
		expect(planSentence({ ...done, ...more })).toBe(`${counts}\nNext: Send Due sends it.`);
	});
});

/** What messages cost at least and at most, in millionths; and those that have no price. */
const range = (least: number, most: number, unknown = {}) => ({
	currency: 'EUR',
	least,
	most,
	known: most === 0 ? 0 : 2,
	unknown,
	unknownCategories: Object.keys(unknown).map(() => 'marketing'),
});
const COVERS = '\nThe budget of EUR 2.00 covers that.';
const PAUSED = "The campaign is paused when the next message doesn't fit.";

describe.each([
	['at most the budget', range(2_000_000, 2_000_000), COVERS],
	['maybe more', range(1_000_000, 2_000_001), `\nThe budget of EUR 2.00 may not cover that. ${PAUSED}`],
	['more', range(2_000_001, 3_000_000), `\nThe budget of EUR 2.00 doesn't cover that. ${PAUSED}`],
	['at most the budget, but for those without a price', range(0, 1_000_000, { India: 3 }), ''],
])('a campaign that costs %s', (_what, cost, said) => {
	const found = { invalid: [], isFinished: false, isFirstOnly: false, listedTwice: 0, budget: 2_000_000 };
	const actions = { freeform: 0, template: 2, hold: 0, skip: 0 };
	const decided = { decisions: [], messages: {}, actions, repeated: 0, planned: 0, cost };
	const lacking = Object.keys(cost.unknown).length > 0 ? [`${COUNTED_AS_HIGHEST}.`] : [];
	const about = [expect.stringMatching(/^Cost: EUR /), ...lacking];

	it('says so in a dry run, unless recipients are in it already', () => {
		const say = (planned: number) =>
			dryRunSentence({ ...decided, planned }, { ...found, isNobodyKnown: false })
				.split('\n')
				.slice(1);
		expect(say(0)).toEqual([...about, ...said.split('\n').slice(1)]);
		expect(say(1)[about.length]).toMatch(/^1 already in this campaign/);
	});

	it('says so when it is planned, unless recipients were in it before', () => {
		const plan = {
			...found,
			planned: 2,
			repeated: 0,
			firstRepeated: undefined,
			why: undefined,
			isPaused: false,
			policy: 'capped',
			spendCaps: [],
		};
		const say = (alreadyPlanned: number) =>
			planSentence({ ...plan, alreadyPlanned, cost })
				.split('\n')
				.slice(1);
		const setPrices = lacking.length > 0 ? [SET_PRICES] : [];
		expect(say(0)).toEqual([
			...about,
			...setPrices,
			...said.split('\n').slice(1),
			'Next: Send Due sends them.',
		]);
		expect(say(1)).toEqual([...about, ...setPrices, 'Next: Send Due sends them.']);
	});
});

it('a plan’s cost is no amount if no message has a price', () => {
	expect(costRangeText(range(0, 0, { India: 3 }))).toBe('no price for marketing in India (3 messages)');
	expect(costRangeText(range(0, 1, { India: 1 }))).toBe(
		"EUR 0.000000 to 0.000001 for 2 messages; no price for marketing in India (1 message), which this amount doesn't include",
	);
});

it('a plan’s cost says what it depends on', () => {
	const plan = {
		invalid: [],
		isFinished: false,
		isFirstOnly: false,
		listedTwice: 0,
		planned: 2,
		repeated: 0,
	};
	const say = (least: number) =>
		planSentence({
			...plan,
			alreadyPlanned: 0,
			firstRepeated: undefined,
			why: undefined,
			isPaused: false,
			policy: 'capped',
			spendCaps: [],
			cost: range(least, 2_000_000),
		});
	expect(say(0)).toContain(
		'\nCost: EUR 0.00 to 2.00, depending on who gets the template and who gets freeform content.\n',
	);
	expect(say(2_000_000)).toContain('\nCost: EUR 2.00.\n');
});

describe('a dry run says in a sentence', () => {
	const result: DryRunResult = {
		decisions: [],
		messages: {},
		actions: { freeform: 1, template: 2, hold: 3, skip: 0 },
		invalid: [],
		repeated: 0,
		planned: 0,
	};
	const nothing = { freeform: 0, template: 0, hold: 0, skip: 0 };
	const found = { invalid: [], isFinished: false, isFirstOnly: false, isNobodyKnown: false, listedTwice: 0 };

	it.each<[string, Partial<DryRunResult>]>([
		['2 would be sent now as a template, 1 as freeform, 3 would be held.', {}],
		[
			'2 would be sent now as a template, 1 as freeform, 3 would be held, 1 repeated in the list.\n4 already in this campaign. Those who were planned before keep their message, which Send Due sends unless it did already. To send them another message, enter another Campaign ID.',
			{ repeated: 5, planned: 4 },
		],
		[
			'240 already in this campaign. Those who were planned before keep their message, which Send Due sends unless it did already. To send them another message, enter another Campaign ID.',
			{ actions: nothing, repeated: 240, planned: 240 },
		],
		['No recipients.', { actions: nothing }],
	])('%s', (words, more) => {
		expect(dryRunSentence({ ...result, ...more }, found)).toBe(words);
	});

	const held = (reason: string, index = 0) => ({
		index,
		to: '1',
		key: '1',
		action: 'hold' as const,
		rule: 'a rule',
		reason,
		category: 'MARKETING',
	});

	it.each([
		[
			'why nothing would go out',
			[held('It is Sunday.'), held('It is Sunday.')],
			'2 would be held.\nWhy: It is Sunday.',
		],
		[
			'the two commonest reasons if there are several',
			[held('It is late.'), held('It is Sunday.'), held('It is Sunday.')],
			'3 would be held.\nWhy 2 would be held: It is Sunday.\nWhy 1 would be held: It is late.',
		],
		[
			'each of three reasons',
			[held('It is late.'), held('It is Sunday.'), held('Paused.'), held('Paused.')],
			'4 would be held.\nWhy 2 would be held: Paused.\nWhy 1 would be held: It is late.\nWhy 1 would be held: It is Sunday.',
		],
		[
			'that there are other reasons if there are more than three',
			[held('It is late.'), held('It is Sunday.'), held('No opt-in.'), held('Paused.'), held('Paused.')],
			'5 would be held.\nWhy 2 would be held: Paused.\nWhy 1 would be held: It is late.\nThe others have other reasons.',
		],
		[
			'one reason with its earliest and latest times, if only these differ',
			[
				held('It is late, until 2026-01-07T08:30:00.000Z.'),
				held('It is late, until 2026-01-07T07:00:00.000Z.'),
				held('It is late, until 2026-01-07T09:00:00.000Z.'),
			],
			'3 would be held.\nWhy: It is late, until 2026-01-07T07:00:00.000Z for the first and 2026-01-07T09:00:00.000Z for the last.',
		],
		[
			'one reason with its time, if it is the same for all',
			[
				held('It is late, until 2026-01-07T07:00:00.000Z.'),
				held('It is late, until 2026-01-07T07:00:00.000Z.'),
			],
			'2 would be held.\nWhy: It is late, until 2026-01-07T07:00:00.000Z.',
		],
	])('%s', (_what, decisions, words) => {
		const actions = { ...nothing, hold: decisions.length };
		expect(dryRunSentence({ ...result, actions, decisions }, found)).toBe(words);
	});

	it('why one is held, one is skipped, and one is invalid, and nothing of others', () => {
		const decisions = [held('It is late.'), { ...held('Opted out.', 1), action: 'skip' as const }];
		const actions = { ...nothing, hold: 1, skip: 1 };
		expect(dryRunSentence({ ...result, actions, decisions }, invalid('To is empty.'))).toBe(
			'1 would be held, 1 would be skipped, 1 invalid (the output Invalid says why).\nWhy 1 would be held: It is late.\nWhy 1 would be skipped: Opted out.\nWhy 1 is invalid: To is empty.',
		);
	});

	const invalid = (...messages: string[]) => ({
		...found,
		invalid: [{ json: { problems: messages.map((message) => ({ path: 'item', message })) } }],
	});

	it('how many items are invalid, and why, by the first problem of each, if that is the same or all are', () => {
		expect(dryRunSentence({ ...result, actions: nothing }, invalid('To is empty.', 'No text.'))).toBe(
			'1 invalid (the output Invalid says why).\nWhy: To is empty.',
		);
		expect(dryRunSentence(result, invalid('To is empty.'))).toBe(
			'2 would be sent now as a template, 1 as freeform, 3 would be held, 1 invalid (the output Invalid says why).\nWhy 1 is invalid: To is empty.',
		);
		const several = [...invalid('To is empty.').invalid, ...invalid('No text.').invalid];
		expect(dryRunSentence(result, { ...found, invalid: several })).toBe(
			'2 would be sent now as a template, 1 as freeform, 3 would be held, 2 invalid (the output Invalid says why).',
		);
		expect(dryRunSentence({ ...result, actions: nothing }, { ...found, invalid: several })).toBe(
			'2 invalid (the output Invalid says why).\nWhy 1 is invalid: To is empty.\nWhy 1 is invalid: No text.',
		);
	});

	it('who is repeated in the list', () => {
		const repeated = { ...result, actions: nothing, repeated: 2, firstRepeated: 'order-7' };
		expect(dryRunSentence(repeated, found)).toBe('2 repeated in the list (first: order-7).');
	});

	it('that n8n uses only the first item, if it does', () => {
		expect(dryRunSentence(result, { ...found, isFirstOnly: true })).toBe(
			'2 would be sent now as a template, 1 as freeform, 3 would be held.\nExecute Once is on, so only the first item was used. To use all items, turn it off in the settings of this node.',
		);
	});

	it('what reaches those whose conversation is active', () => {
		const decisions = [{ ...held('Wait.'), rule: 'template-in-active-conversation' }];
		const actions = { ...nothing, hold: 1 };
		expect(dryRunSentence({ ...result, actions, decisions }, found)).toBe(
			'1 would be held.\nWhy: Wait.\nTo reach those who wrote lately now, fill in Freeform Text.',
		);
	});

	it('that nobody is known to have written, if templates would go out because of that', () => {
		expect(dryRunSentence(result, { ...found, isNobodyKnown: true })).toMatch(
			/^2 would be sent now as a template, 1 as freeform, 3 would be held\.\nNo customer is known to have written .* Business Messaging Trigger, which notes who writes\.$/,
		);
	});

	it('that nothing more is sent to those who are in a finished campaign', () => {
		const again = { ...result, actions: nothing, repeated: 3, planned: 3 };
		expect(dryRunSentence(again, { ...found, isFinished: true })).toBe(
			'3 already in this campaign. This campaign is finished, so nothing more is sent to them. To send them another message, enter another Campaign ID.',
		);
	});
});
