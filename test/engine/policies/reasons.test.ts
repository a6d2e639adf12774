import type { Facts, PolicyDocument } from '../../../engine';
import { definePolicy, lintPolicy, noteOf, policies, tryPolicy } from '../../../engine';
import { explainDecision } from '../../../engine/decisions/explain';
import { loggedPolicy } from '../../../engine/decisions/kept-facts';
import { NOTHING_KNOWN } from '../../../engine/policies/facts';
import { withAllRules } from '../../support/all-rules';
import { CHANNEL, CUSTOMER, HOUR, MINUTE } from '../../support/wire';

const NOW = Date.UTC(2026, 0, 15, 12);
const all = withAllRules(policies.strict);
const template = {
	hasTemplate: true,
	template: 'offer (en_US)',
	templateState: 'sendable',
	category: 'MARKETING',
	timeZones: 'Asia/Tokyo',
	now: NOW,
	estimatedCost: 0,
	spentToday: 0,
	spentThisMonth: 0,
	freeEntryOpen: 'open',
};

const reasonFor = async (facts: object, policy: PolicyDocument = all) => {
	const { rule, reason } = await tryPolicy(policy, { now: NOW, ...facts });
	return [rule, reason];
};

describe('a reason says what happened, and what to do', () => {
	it.each<[string, object, string]>([
		[
			'that only a template could go out',
			{ window: 'closed', hasFreeform: true },
			"No template was specified, and only a template can be sent, because the customer didn't write within the last 24 hours. Specify a template.",
		],
		[
			'that there is nothing to send',
			{ window: 'open', windowClosesAt: NOW + HOUR, hasFreeform: false },
			'The message has neither freeform content nor a template, so there is nothing to send. Specify one of them.',
		],
	])('no-template: %s', async (_, facts, reason) => {
		expect(await reasonFor({ ...facts, hasTemplate: false })).toEqual(['no-template', reason]);
	});

	it('no-template: that the policy forbids the freeform content', async () => {
		const rules = policies.strict.rules.filter(({ name }) => name !== 'window-open');
		const facts = { window: 'open', windowClosesAt: NOW + HOUR, hasFreeform: true, hasTemplate: false };
		expect(await reasonFor(facts, { ...policies.strict, rules })).toEqual([
			'no-template',
			'No template was specified, and no rule of the policy allows the freeform content. Specify a template, or change the policy.',
		]);
	});

	it('frequency-cap: how many are allowed in which time, how many were sent in it, and until when it waits', async () => {
		const marketingSent = [HOUR, 3 * HOUR, 10 * HOUR, 30 * HOUR];
		expect(await reasonFor({ ...template, localTime: '12:00', marketingSent })).toEqual([
			'frequency-cap',
			"The policy's limit for marketing templates to one customer is 2 per 24 h, and this customer was already sent 3 in that time. Wait until 2026-01-16T09:00:00.000Z.",
		]);
	});
});

const held = (reason: object, conditions: object): unknown => ({
	name: 'mine',
	version: 1,
	rules: [
		{ name: 'one', conditions, event: { type: 'hold', params: { reason: 'Because.', ...reason } } },
		{
			name: 'rest',
			conditions: { fact: 'window', operator: 'in', value: ['open', 'closed'] },
			event: { type: 'skip', params: { reason: 'All others.' } },
		},
	],
});
const reaches = (value: string) => ({ fact: 'messagesSent', operator: 'reaches', value });
const isOpen = { fact: 'window', operator: 'equal', value: 'open' };

describe('what a rule compares with', () => {
	const limits = { reason: '{messagesSent.limit}: {messagesSent.count}' };

	it('is named as the policy writes it', async () => {
		const policy = definePolicy(held(limits, reaches('twice a day')));
		expect(await reasonFor({ messagesSent: [HOUR, 2 * HOUR] }, policy)).toEqual(['one', 'twice a day: 2']);
	});

	it('is named as the policy of today has it, not the shipped one, with hours as a clock shows them', async () => {
		const rules = all.rules.map((rule) =>
			rule.name === 'quiet-hours'
				? { ...rule, conditions: { fact: 'localTime', operator: 'withinHours', value: '20-22' } }
				: rule,
		);
		const [, reason] = await reasonFor({ ...template, localTime: '21:00' }, { ...all, rules });
		expect(reason).toContain("The policy's quiet hours, 20:00-22:00, apply now");
	});

	it.each([
		['the one that is reached', [MINUTE, 2 * MINUTE], '2 per 1 h: 2'],
		['both, if both are', [MINUTE, 2 * MINUTE, 3 * HOUR], '2 per 1 h and 3 per 24 h: 2 and 3'],
	])('is, of two limits, %s', async (_, messagesSent, said) => {
		const policy = definePolicy(held(limits, { any: [reaches('2 per 1 h'), reaches('3 per 24 h')] }));
		expect(await reasonFor({ messagesSent }, policy)).toEqual(['one', said]);
	});

	it('can be named in a reaction', () => {
		const reaction = {
			name: 'mine',
			conditions: { fact: 'kind', operator: 'equal', value: 'message' },
			event: { type: 'reaction', params: { text: 'Only for {kind.limit}.' } },
		};
		expect(lintPolicy({ ...policies.strict, name: 'mine', reactions: [reaction] })).toEqual([]);
	});
});

describe('amounts of money', () => {
	it('are bare numbers where no account says their currency', async () => {
		expect(await reasonFor({ ...template, localTime: '12:00', spentToday: 100.5 })).toEqual([
			'spend-cap',
			expect.stringContaining("cost 100.5 today, and the policy's limit is 100. "),
		]);
	});
});

describe('the log tells a decision in the words of then', () => {
	it.each<[string, Partial<Facts>]>([
		['quiet-hours', { ...template, timeZones: 'Europe/Berlin', localTime: '23:30' }],
		['quiet-hours', { ...template, timeZones: 'unknown', localTime: 'unknown' }],
		['frequency-cap', { ...template, localTime: '12:00', marketingSent: [HOUR, 3 * HOUR, 30 * HOUR] }],
		['no-template', { window: 'closed', hasFreeform: true }],
		['no-template', { window: 'closed', hasFreeform: false }],
	])('%s, for %j', async (rule, given) => {
		const now = given.localTime === '23:30' ? NOW + 10.5 * HOUR : NOW;
		const { trace: _, ...verdict } = await tryPolicy(all, { ...given, now });
		expect(verdict.rule).toBe(rule);
		const policy = loggedPolicy(all);
		const facts = { ...NOTHING_KNOWN, ...given, now };
		const note = noteOf(
			{ ...verdict, policy, facts, at: now },
			{ key: 'k', channel: CHANNEL, contact: CUSTOMER },
		);
		const kept = { ...note, times: 1, firstAt: now };
		expect(explainDecision(kept, new Map([[policy.id, policy]])).reason).toBe(verdict.reason);
	});
});

describe('a mistake in a reason is named with its place', () => {
	const errors = (document: unknown) =>
		lintPolicy(document).flatMap(({ severity, path, message }) =>
			severity === 'error' ? [[path, message]] : [],
		);
	const PARAMS = 'rules[0].event.params';

	it.each<[string, unknown, string, RegExp]>([
		[
			'a limit of a fact that the rule does not compare',
			held({ reason: '{messagesSent.limit}' }, isOpen),
			`${PARAMS}.reason`,
			/^The text contains \{messagesSent\.limit\}, but no condition of the rule compares messagesSent\.$/,
		],
		[
			'a count of what is not counted',
			held({ reason: '{window.count}' }, isOpen),
			`${PARAMS}.reason`,
			/compares how often window happened\.$/,
		],
		[
			'anything else of a fact',
			held({ reason: '{window.label}' }, isOpen),
			`${PARAMS}.reason`,
			/it can contain \{window\.limit\} or \{window\.count\}/,
		],
		[
			'a reason for some situations that names no fact',
			held({ reasons: [{ conditions: isOpen, reason: 'At {later}.' }] }, isOpen),
			`${PARAMS}.reasons[0].reason`,
			/\{later\}/,
		],
		[
			'a reason for situations that cannot be asked for',
			held({ reasons: [{ conditions: { ...isOpen, fact: 'door' }, reason: 'Open.' }] }, isOpen),
			`${PARAMS}.reasons[0].conditions.fact`,
			/The fact "door" doesn't exist/,
		],
		[
			'a reason for no situation',
			held({ reasons: [{ conditions: 'always', reason: 'Open.' }] }, isOpen),
			`${PARAMS}.reasons[0].conditions`,
			/A condition has the form/,
		],
		['a list without reasons', held({ reasons: [] }, isOpen), `${PARAMS}.reasons`, /./],
	])('%s', (_, document, path, message) => {
		expect(errors(document)).toEqual([[path, expect.stringMatching(message)]]);
	});

	it('nested too deep to be looked through', () => {
		let conditions: object = isOpen;
		for (let level = 0; level < 30; level += 1) conditions = { not: conditions };
		expect(errors(held({ reasons: [{ conditions, reason: 'Open.' }] }, isOpen))).toEqual([
			[`${PARAMS}.reasons[0].conditions`, expect.stringContaining('nested more than 20 levels deep')],
		]);
	});
});
