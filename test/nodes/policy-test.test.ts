import { definePolicy, tryPolicy } from '../../engine';
import { factsNotGiven } from '../../nodes/BusinessMessaging/policy/facts-not-given';
import { save as savePolicy } from '../../nodes/BusinessMessaging/policy/save.operation';
import { test as testPolicy } from '../../nodes/BusinessMessaging/policy/test.operation';
import { testSentence } from '../../nodes/BusinessMessaging/policy/test-sentence';
import { decide } from '../../nodes/BusinessMessagingRules/decide';
import type { Operation } from '../../nodes/shared/operation';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { runOperation } from './support/run-operation';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

const given = (facts: Record<string, unknown>) =>
	runOperation(sandbox, testPolicy, { policyName: 'strict', facts: JSON.stringify(facts) });

describe('Policy: Test', () => {
	it('names the facts that the deciding rule asks about and that nobody gave', async () => {
		const { items, hints } = await given({ window: 'closed' });
		expect(items).toMatchObject([{ rule: 'no-template', notGiven: ['Has a template'] }]);
		expect(hints).toEqual([
			expect.stringMatching(
				/^Skipped by the rule no-template: .+ You didn't give facts that matter here: Has a template\.$/,
			),
		]);
	});

	it('tells times in the time zone of the facts, and else in that of the workflow', async () => {
		const asked = {
			window: 'closed',
			hasTemplate: true,
			templateState: 'paused',
			templatePauseEndsAt: 1767304800000,
		};
		const { items } = await given({ ...asked, timeZones: 'Asia/Tokyo' });
		expect(items).toMatchObject([
			{ timeZone: 'Asia/Tokyo', reason: expect.stringContaining('(Asia/Tokyo)') },
		]);
		const several = await given({ ...asked, timeZones: 'Asia/Tokyo, Europe/Berlin' });
		expect(several.items).toMatchObject([{ timeZone: null }]);
		expect((await given(asked)).items[0]!.reason).toContain('(UTC)');
	});

	it('reads values as they are typed in the form', async () => {
		const { items } = await given({ window: 'Closed', hasTemplate: 'no', category: 'marketing' });
		expect(items).toMatchObject([{ rule: 'no-template' }]);
	});

	it('names first what a rule that sends would have needed', async () => {
		const { items } = await given({ window: 'open' });
		expect(items).toMatchObject([{ notGiven: ['Has freeform content', 'Has a template'] }]);
	});

	it('names none if the deciding rule only asks about what was given', async () => {
		const { items, hints } = await given({ window: 'closed', hasTemplate: false });
		expect(items).toMatchObject([{ rule: 'no-template', notGiven: [] }]);
		expect(hints).toEqual([`Skipped by the rule no-template: ${String(items[0]!.reason)}`]);
	});

	it.each([
		[{}, ['Local day of the week', 'Time zones']],
		[{ localDay: 'Sunday' }, ['Time zones']],
		[{ localDay: 'Sunday', timeZones: 'Europe/Berlin' }, []],
		[{ timeZones: 'Europe/Berlin', now: '2026-01-04T12:00:00Z' }, []],
	])('knows that of a rule about the day, the facts %j leave out %j', async (facts, notGiven) => {
		const closedOnSundays = definePolicy({
			name: 'closed-on-sundays',
			version: 1,
			rules: [
				{
					name: 'sunday',
					conditions: { all: [{ fact: 'localDay', operator: 'onDays', value: 'Sunday' }] },
					event: { type: 'hold', params: { reason: 'Nothing goes out on Sundays.', retryAt: 'localDay' } },
				},
			],
		});
		const decision = await tryPolicy(closedOnSundays, facts);
		expect(factsNotGiven(closedOnSundays, decision, facts)).toEqual(notGiven);
	});
});

describe('what a policy test says', () => {
	const tested = {
		action: 'hold',
		rule: 'sunday',
		reason: 'Closed.',
		retryAt: '2026-01-11T23:00:00.000Z',
		notGiven: [],
		timeZone: 'Europe/Berlin',
	};

	it('is when the rules are asked again, unless the reason says so', () => {
		const again = "It's checked again at Jan 12, 2026, 00:00 (Europe/Berlin).";
		expect(testSentence(tested, 'UTC')).toBe(`Held by the rule sunday: Closed. ${again}`);
		const reason = 'Wait until Jan 12, 2026, 00:00 (Europe/Berlin).';
		expect(testSentence({ ...tested, reason }, 'UTC')).not.toContain('checked again');
	});

	it('is that time zones are missing, if they are', () => {
		const notGiven = ['Time zones'];
		expect(testSentence({ ...tested, retryAt: null, notGiven }, 'UTC')).toBe(
			"Held by the rule sunday: Closed. You didn't give facts that matter here: Time zones. Add the fact Time zones, such as Europe/Berlin, to see when local times, days, and dates end.",
		);
	});
});

describe('Policy: Save', () => {
	const saved = (rule: Record<string, unknown>, more: Record<string, unknown> = {}) => {
		const condition = [{ fact: 'localDay', operator: 'equal', value: 'Sundays' }];
		const conditions = { condition };
		const sunday = {
			name: 'sundays',
			match: 'all',
			conditions,
			decision: 'hold',
			reason: 'Closed.',
			...rule,
		};
		const form = { policyName: 'shop', startFrom: 'strict', rules: { rule: [sunday] } };
		return runOperation(sandbox, savePolicy, { ...form, ...more });
	};

	it('says what comes next', async () => {
		const { items, hints } = await saved({ retryAt: 'localDay' });
		expect(items).toMatchObject([{ name: 'shop', warnings: [] }]);
		expect(hints).toEqual([
			expect.stringMatching(
				/^<b>Saved: strict with sundays\.<\/b><br>Order of your rules: sundays before opted-out\. The first rule that applies decides\.<br>Try it with Policy: Test, or with messages of the past in Policy: Replay, and choose shop there/,
			),
		]);
	});

	it('says that nothing changed, and from which version on workflows decide', async () => {
		const named = { policyName: 'again' };
		const first = await saved({ retryAt: 'localDay' }, named);
		expect(first.items).toMatchObject([{ version: 1, changed: true }]);
		expect(first.hints[0]).not.toContain('This is version');
		const again = await saved({ retryAt: 'localDay' }, named);
		expect(again.items).toMatchObject([{ version: 1, changed: false }]);
		expect(again.hints[0]).toMatch(/^<b>Nothing changed: strict with sundays\.<\/b><br>Order of your rules/);
		const next = await saved({ retryAt: 'localDay', reason: 'It is Sunday.' }, named);
		expect(next.items).toMatchObject([{ version: 2, changed: true }]);
		expect(next.hints[0]).toContain(
			'This is version 2 of again. Workflows that use again decide by it from now on. Campaigns that are planned keep their version.',
		);
	});

	describe('of a policy that loses rules of the version before', () => {
		const empty = { policyName: 'lossy', startFrom: 'strict' };

		it('warns which, and has that version to go back to', async () => {
			await saved({ retryAt: 'localDay' }, { policyName: 'lossy' });
			const { items, hints } = await runOperation(sandbox, savePolicy, empty);
			expect(items).toMatchObject([
				{
					version: 2,
					warnings: [
						{
							where: 'Rules',
							message:
								'Version 1 had rules that this one doesn\'t have: sundays. To go back, set Define to Using JSON, and save what the field "before" of the output has.',
						},
					],
				},
			]);
			expect(hints[0]).toMatch(
				/^<b>Saved, with a warning\. Version 1 had rules that this one doesn't have: sundays\. To go back,/,
			);
			const document = JSON.stringify(items[0]!.before);
			const back = await runOperation(sandbox, savePolicy, { definitionInput: 'json', document });
			expect(back.items).toMatchObject([{ name: 'lossy', version: 3, warnings: [] }]);
			expect((back.items[0]!.rules as Array<{ name: string }>)[0]!.name).toBe('sundays');
		});

		it('names ready-made rules that are off now', async () => {
			const form = { retryAt: 'localDay' };
			await saved(form, { policyName: 'quiet', switches: ['on:quiet-hours'] });
			const { items } = await saved(form, { policyName: 'quiet' });
			expect((items[0]!.warnings as Array<{ message: string }>).map(({ message }) => message)).toEqual([
				expect.stringMatching(
					/^Version 1 had rules that this one has turned off: quiet-hours\. To go back, /,
				),
			]);
		});

		it('but not if it keeps them, or nothing was saved before', async () => {
			const form = { retryAt: 'localDay' };
			const first = await saved(form, { policyName: 'kept' });
			const again = await saved({ ...form, reason: 'Closed today.' }, { policyName: 'kept' });
			expect([first.items[0]!.warnings, again.items[0]!.warnings]).toEqual([[], []]);
			expect(again.items[0]).not.toHaveProperty('before');
		});
	});

	it('names the rules that were turned on, and none if a rule of strict is off', async () => {
		const on = await saved({ retryAt: 'localDay' }, { policyName: 'night', switches: ['on:quiet-hours'] });
		expect(on.hints).toEqual([
			expect.stringMatching(/^<b>Saved: strict with sundays, quiet-hours\.<\/b><br>/),
		]);
		const off = await saved({ retryAt: 'localDay' }, { policyName: 'off', switches: ['off:opted-out'] });
		expect(off.hints).toEqual([
			expect.stringMatching(
				/^<b>Saved\.<\/b><br>Order of your rules: sundays before agent-holds\. The first rule that applies decides\.<br>Try/,
			),
		]);
	});

	it('says what to look at before', async () => {
		const { hints } = await saved({});
		expect(hints).toEqual([
			expect.stringMatching(
				/^<b>Saved, with a warning\. Rule 1 \(sundays\), Try Again At: .* Choose Local day of the week/,
			),
		]);
	});

	it('says everything to look at before, each with its number', async () => {
		const condition = [{ fact: 'marketingSent', operator: 'reaches', value: 'twice a week' }];
		const { hints } = await saved({ conditions: { condition } });
		expect(hints).toEqual([
			expect.stringMatching(
				/^<b>Saved, with 2 warnings:<\/b><br>- Rule 1 \(sundays\), Conditions: It counts marketing templates, but holds every kind of message, such as replies and login codes\. Add the condition Category is MARKETING\.<br>- Rule 1 \(sundays\), Try Again At: .*<br>Try it with Policy: Test/,
			),
		]);
	});

	it('says nothing if nothing was saved', async () => {
		expect(await saved({ reason: '' }, { goesOn: true })).toMatchObject({
			items: [{ error: expect.anything() }],
			hints: [],
		});
	});
});

describe('the Rules node', () => {
	it('says how many messages would be held or skipped, and why', async () => {
		const { hints } = await runOperation(sandbox, decide as Operation, { to: '491701234567' });
		expect(hints).toEqual([
			expect.stringMatching(/^1 skipped of 1: No template was specified, and only a template can be sent/),
		]);
	});

	it('shows the decision first, and nothing above a message that can go out', async () => {
		const form = {
			to: '491701234567',
			freeform: true,
			item: { text: 'Hi' },
			options: { lastInboundAt: new Date().toISOString() },
		};
		const { items, hints } = await runOperation(sandbox, decide as Operation, form);
		expect(Object.keys(items[0]!)).toEqual(['decision', 'text']);
		expect(items).toMatchObject([{ decision: { action: 'freeform' }, text: 'Hi' }]);
		expect(hints).toEqual([]);
	});
});
