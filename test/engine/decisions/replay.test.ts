import type { ChangedDecision, Facts, KeptDecision, PolicyDocument, Store } from '../../../engine';
import {
	changesAsCsv,
	createEngine,
	definePolicy,
	factCatalogue,
	learnPolicy,
	noteOf,
	parseWebhook,
	savePrices,
} from '../../../engine';
import { factsFrom, loggedPolicy, valuesOf } from '../../../engine/decisions/kept-facts';
import { NOTHING_KNOWN } from '../../../engine/policies/facts';
import type { PolicyRule } from '../../../engine/policies/policy';
import { evaluatorOfKnown, firstRule, localDateIn, localDayIn, localTimeIn } from '../../../rules';
import { anyConditions } from '../../rules/support/arbitrary-rules';
import fc from '../../support/properties';
import { ANY_SLOT } from '../../support/slots';
import { standingClock } from '../../support/standing-clock';
import type { StorePlace } from '../../support/stores';
import { DATABASES } from '../../support/stores';
import { ACCOUNT, CHANNEL, customerMessage, DAY, handover, HOUR, preference } from '../../support/wire';

const NOON = Date.UTC(2026, 2, 2, 12);

const rule = (
	name: string,
	conditions: PolicyRule['conditions'],
	type: 'hold' | 'template' | 'skip',
): PolicyRule => ({
	name,
	conditions,
	event: { type, params: { reason: 'Because.' } },
});

const always: PolicyRule['conditions'] = {
	any: [
		{ fact: 'window', operator: 'equal', value: 'open' },
		{ fact: 'window', operator: 'equal', value: 'closed' },
	],
};

const policyOf = (...rules: PolicyRule[]): PolicyDocument => definePolicy({ name: 'own', version: 1, rules });

/** Lets everything out, and reads nothing but the window and the local time. */
const open = policyOf(
	rule('night', { fact: 'localTime', operator: 'withinHours', value: '03:00-04:00' }, 'hold'),
	rule('all', always, 'template'),
);
const quiet = policyOf(
	rule('quiet-hours', { fact: 'localTime', operator: 'withinHours', value: '21:00-08:00' }, 'hold'),
	rule('all', always, 'template'),
);
const capped = policyOf(
	rule('cap', { fact: 'marketingSent', operator: 'reaches', value: '2 per 24 h' }, 'skip'),
	rule('all', always, 'template'),
);

describe.each(DATABASES)('%s', (_, placeOf) => {
	let place: StorePlace;
	let store: Store;
	const clock = standingClock();
	beforeEach(async () => {
		place = placeOf();
		clock.now = NOON + 40 * HOUR;
		store = await place.open(clock);
	});
	afterEach(() => place.remove());

	/** A decision of `open` for a customer in Berlin, so many hours after noon (13:00 in Berlin). */
	async function decided(
		hours: number,
		more: Partial<Facts> = {},
		policy = loggedPolicy(open),
	): Promise<void> {
		await learnPolicy(store, policy);
		const at = NOON + hours * HOUR;
		const facts = { ...NOTHING_KNOWN, now: at, timeZones: 'Europe/Berlin', ...more };
		const said = { action: 'template', rule: 'all', reason: 'Because.' } as const;
		const message = { key: `k${hours}`, channel: CHANNEL, contact: `4917${hours}` };
		store.decisions.note(noteOf({ ...said, policy, facts, at }, message));
	}

	const replay = (candidate: PolicyDocument, more = {}) =>
		createEngine({ store, policy: candidate }).replay({ since: 0, ...more });

	it('the same policy decides as it did', async () => {
		for (const hours of [0, 1, 2]) await decided(hours);
		expect(await replay(open)).toMatchObject({
			decisions: 3,
			same: 3,
			differ: 0,
			notKnown: 0,
			changes: [],
			sentence: 'None of 3 decisions differs with the policy own (version 1), which made all of them.',
		});
	});

	it('another one says what it would have decided otherwise, by rule before and after, with examples', async () => {
		for (let hours = 0; hours < 24; hours += 1) await decided(hours);
		const { changes, ...counts } = await replay(quiet);
		expect(counts).toMatchObject({ decisions: 24, same: 13, differ: 11, notKnown: 0, withoutPolicy: 0 });
		expect(counts.sentence).toMatch(
			/^11 of 24 decisions differ with the policy own \(version 1\): 11 messages would have waited instead of going out\. 11 held \(rule quiet-hours\) instead of sent as a template \(rule all\)\. /,
		);
		expect(changes).toHaveLength(1);
		expect(changes[0]).toMatchObject({
			before: { action: 'template', rule: 'all' },
			after: { action: 'hold', rule: 'quiet-hours' },
			count: 11,
		});
		expect(changes[0]!.examples).toHaveLength(10);
		// 20:00 UTC is 21:00 in Berlin, where quiet hours begin.
		expect(changes[0]!.examples[0]).toMatchObject({ contact: '49178', at: NOON + 8 * HOUR });
	});

	it('says how many have the same outcome by another rule', async () => {
		for (let hours = 0; hours < 24; hours += 1) await decided(hours);
		const [night, all] = quiet.rules as [PolicyRule, PolicyRule];
		const renamed = policyOf({ ...all, name: 'everything' });
		expect((await replay(renamed)).sentence).toMatch(
			/^24 of 24 decisions differ with the policy own \(version 1\), all with the same outcome by another rule: as many messages would have gone out\. /,
		);
		const both = policyOf(night, { ...all, name: 'everything' });
		expect((await replay(both)).sentence).toMatch(
			/^24 of 24 decisions differ with the policy own \(version 1\), 13 of them with the same outcome by another rule: 11 messages would have waited/,
		);
	});

	it('says how long messages would have waited, and each of them until when', async () => {
		for (let hours = 0; hours < 24; hours += 1) await decided(hours);
		const [night, all] = quiet.rules as [PolicyRule, PolicyRule];
		const params = { ...night.event.params, retryAt: 'localTime' };
		const asksAgain = policyOf({ ...night, event: { type: 'hold', params } }, all);
		const changed: ChangedDecision[] = [];
		const onChange = (change: ChangedDecision) => void changed.push(change);
		const { changes } = await replay(asksAgain, { onChange });
		// From 20:00 to 07:00 UTC, it's night in Berlin.
		expect(changes).toMatchObject([
			{
				longestWait: 11 * HOUR,
				sentence: 'held (rule quiet-hours) for up to 11 hours instead of sent as a template (rule all)',
			},
		]);
		expect(changed.map(({ at, until }) => [at, until])).toEqual(
			Array.from({ length: 11 }, (_unused, index) => [NOON + (8 + index) * HOUR, NOON + 19 * HOUR]),
		);
		const [head, row] = changesAsCsv(changed).split('\n');
		expect(head).toBe(
			'at,channel,customer,key,before,rule before,after,rule after,until,cost at most,currency',
		);
		expect(row).toContain(',quiet-hours,2026-03-03T07:00:00.000Z,');
	});

	it("doesn't say how long messages would have waited if nobody knows it of one", async () => {
		const params = { reason: 'Because.', retryAt: 'windowClosesAt' };
		const waits = policyOf({ name: 'wait', conditions: always, event: { type: 'hold', params } });
		const closesAt = NOON + 20 * HOUR;
		await decided(1, { windowClosesAt: closesAt }, loggedPolicy(waits));
		expect((await replay(policyOf({ ...waits.rules[0]!, name: 'other' }))).changes).toMatchObject([
			{ longestWait: 19 * HOUR, examples: [{ until: closesAt }] },
		]);
		// The policy `open` doesn't read when the window closes.
		await decided(2);
		const { changes } = await replay(policyOf({ ...waits.rules[0]!, name: 'other' }));
		expect(changes.map(({ count, longestWait }) => [count, longestWait])).toEqual([[2, undefined]]);
	});

	it('tells every change to whoever wants all of them', async () => {
		for (let hours = 0; hours < 24; hours += 1) await decided(hours);
		const changed: ChangedDecision[] = [];
		await replay(quiet, { onChange: (change: ChangedDecision) => changed.push(change) });
		expect(changed).toHaveLength(11);
	});

	describe('for one campaign', () => {
		async function planned(id: string, hours: readonly number[]): Promise<void> {
			const campaign = {
				channel: CHANNEL,
				id,
				kept: false,
				policy: { name: 'own', version: 1 },
				plannedAt: NOON,
			};
			await store.campaigns.open(campaign);
			const recipients = hours.map((hour) => ({
				contact: `4917${hour}`,
				key: `k${hour}`,
				content: {},
				state: 'planned' as const,
				due: 0,
			}));
			if (recipients.length > 0) await store.campaigns.plan(campaign, recipients);
		}

		it('judges the decisions about its messages only, and says so', async () => {
			for (let hours = 0; hours < 24; hours += 1) await decided(hours);
			await planned('spring', [7, 8, 9]);
			await planned('summer', [10]);
			const found = await replay(quiet, { campaign: 'spring', channel: CHANNEL });
			expect(found).toMatchObject({ decisions: 3, same: 1, differ: 2 });
			expect(found.sentence).toMatch(
				/^2 of 3 decisions about the campaign spring differ with the policy own \(version 1\): /,
			);
			expect((await replay(open, { campaign: 'summer' })).sentence).toBe(
				'None of 1 decisions about the campaign summer differs with the policy own (version 1), which made all of them.',
			);
		});

		it('says that nothing is kept about it', async () => {
			await decided(0);
			await planned('empty', []);
			expect((await replay(quiet, { campaign: 'empty' })).sentence).toBe(
				'No decision about the campaign empty of that time is kept.',
			);
		});

		it('fails for one that no number, or not this one, has', async () => {
			await planned('spring', [0]);
			await expect(replay(quiet, { campaign: 'sprung' })).rejects.toThrow(
				'The campaign "sprung" doesn\'t exist.',
			);
			await expect(replay(quiet, { campaign: 'spring', channel: '2' })).rejects.toThrow(
				'The campaign "spring" doesn\'t exist for the number 2. It has none yet: run Plan first.',
			);
		});

		it('finds its messages on every page of decisions and of recipients', async () => {
			const all = Array.from({ length: 2_001 }, (_, index) => index);
			for (const hours of all) await decided(hours);
			await planned('big', all);
			expect(await replay(open, { campaign: 'big' })).toMatchObject({ decisions: 2_001 });
		});
	});

	describe('a fact of the candidate’s own, which the policy of then didn’t have,', () => {
		const vipsOnly = (missing?: boolean, facts?: PolicyDocument['facts']) =>
			definePolicy({
				name: 'own',
				version: 2,
				facts: facts ?? {
					vip: { type: 'boolean', label: 'VIP', ...(missing !== undefined && { missing }) },
				},
				rules: [
					rule('vips', { fact: 'vip', operator: 'equal', value: true }, 'template'),
					rule('others', always, 'skip'),
				],
			});

		it('is what its If Missing says, and the result says for how many', async () => {
			for (const hours of [0, 1]) await decided(hours);
			const found = await replay(vipsOnly(false));
			expect(found).toMatchObject({ differ: 2, notKnown: 0, rebuilt: 0, assumedFacts: { vip: 2 } });
			expect(found.lines).toContain(
				"VIP counts as no for 2 of the 2, as the policy of then didn't have this fact.",
			);
			expect(found.sentence).toContain(': 2 fewer messages would have gone out.');
			const asVips = await replay(vipsOnly(true));
			expect(asVips).toMatchObject({ differ: 2, changes: [{ after: { action: 'template', rule: 'vips' } }] });
			expect(asVips.lines).toContain(
				"VIP counts as yes for 2 of the 2, as the policy of then didn't have this fact.",
			);
		});

		it('is not known without If Missing', async () => {
			await decided(0);
			expect(await replay(vipsOnly())).toMatchObject({
				notKnown: 1,
				missingFacts: { vip: 1 },
				assumedFacts: {},
			});
		});
	});

	it('never guesses a fact that the policy of then did not read, and that nothing tells', async () => {
		const byState = policyOf(
			rule('paused', { fact: 'templateState', operator: 'equal', value: 'paused' }, 'skip'),
			rule('all', always, 'template'),
		);
		await decided(0, { templateState: 'paused' });
		expect(await replay(byState)).toMatchObject({
			decisions: 1,
			same: 0,
			differ: 0,
			notKnown: 1,
			rebuilt: 0,
			missingFacts: { templateState: 1 },
			sentence: expect.stringMatching(
				/^None of 1 decisions can be judged with the policy own \(version 1\), because .*: templateState\./,
			),
		});
		await decided(1, { templateState: 'paused' }, loggedPolicy(byState));
		expect(await replay(byState, { since: NOON + 1 })).toMatchObject({ same: 0, differ: 1, notKnown: 0 });
	});

	it('doesn’t say of those that can’t be judged that none of them differs', async () => {
		const byState = policyOf(
			rule('paused', { fact: 'templateState', operator: 'equal', value: 'paused' }, 'skip'),
			rule('all', always, 'template'),
		);
		await decided(0);
		for (const hours of [1, 2]) await decided(hours, { templateState: 'approved' }, loggedPolicy(byState));
		expect((await replay(byState)).sentence).toMatch(
			/^None of the 2 decisions that can be judged differs with the policy own \(version 1\), which made all of them\. 1 more can't be judged, because /,
		);
	});

	it('says that a rule would have asked again at another time', async () => {
		const until = (retryAt: string, hours: string): PolicyDocument => {
			const [first, ...others] = quiet.rules;
			const conditions = { fact: 'localTime', operator: 'withinHours', value: hours };
			const event = { ...first!.event, params: { reason: 'Wait until {retryAt}.', retryAt } };
			return policyOf({ ...first!, conditions, event }, ...others);
		};
		const then = until('localTime', '21:00-08:00');
		const facts = { ...NOTHING_KNOWN, timeZones: 'Europe/Berlin', now: NOON + 9 * HOUR };
		const policy = loggedPolicy(then);
		await learnPolicy(store, policy);
		const said = { action: 'hold', rule: 'quiet-hours', reason: '', retryAt: NOON + 19 * HOUR } as const;
		const message = { key: 'k', channel: CHANNEL, contact: '49170' };
		store.decisions.note(noteOf({ ...said, policy, facts, at: facts.now }, message));
		expect(await replay(then)).toMatchObject({ same: 1, differ: 0 });
		expect(await replay(until('localTime', '21:00-09:00'))).toMatchObject({
			same: 0,
			differ: 1,
			changes: [{ count: 1, sentence: 'held (rule quiet-hours) until another time' }],
		});
	});

	describe('facts that the policy of then did not read are rebuilt from the events that remain', () => {
		const CONTACT = '491701';
		const byWindow = policyOf(
			rule('answers', { fact: 'window', operator: 'equal', value: 'open' }, 'hold'),
			rule('all', always, 'template'),
		);
		/** Reads nothing of the customer. */
		const blind = policyOf(
			rule('group', { fact: 'recipientType', operator: 'equal', value: 'group' }, 'skip'),
			rule('all', { fact: 'recipientType', operator: 'notEqual', value: 'group' }, 'template'),
		);

		async function decidedAt(
			at: number,
			more: Partial<Facts> = {},
			policy = loggedPolicy(blind),
		): Promise<void> {
			await learnPolicy(store, policy);
			const facts = { ...NOTHING_KNOWN, now: at, ...more };
			const said = { action: 'template', rule: 'all', reason: '' } as const;
			const message = { key: `k${at}`, channel: CHANNEL, contact: CONTACT };
			store.decisions.note(noteOf({ ...said, policy, facts, at }, message));
		}

		const hears = (delivery: object) => createEngine({ store }).ingest(parseWebhook(delivery));
		function writes(hours: number) {
			clock.now = NOON + hours * HOUR;
			return hears(customerMessage({ from: CONTACT, at: clock.now }));
		}

		it('from the state, if nothing has changed since', async () => {
			await writes(0);
			await decidedAt(NOON + HOUR);
			expect(await replay(byWindow)).toMatchObject({ differ: 1, rebuilt: 1, notKnown: 0 });
			expect((await replay(byWindow)).sentence).toContain(
				'Facts of 1 of the 1 were rebuilt from what the store still has.',
			);
		});

		it('from the events, if it has: what came later does not count', async () => {
			await writes(0);
			await decidedAt(NOON - 1);
			await decidedAt(NOON + HOUR);
			await decidedAt(NOON + 24 * HOUR);
			await writes(30);
			const { changes, ...counts } = await replay(byWindow);
			expect(counts).toMatchObject({ decisions: 3, same: 2, differ: 1, rebuilt: 3 });
			expect(changes[0]!.examples).toMatchObject([{ at: NOON + HOUR }]);
		});

		it('and not known for the days whose events are gone', async () => {
			await writes(0);
			await decidedAt(NOON + HOUR);
			await writes(30);
			await store.prune({ events: NOON + 20 * HOUR, sends: 0 });
			expect(await replay(byWindow)).toMatchObject({
				differ: 0,
				rebuilt: 0,
				notKnown: 1,
				missingFacts: { window: 1 },
			});
		});

		it('such as who held the conversation, and an opt-out of the category', async () => {
			const byCategory = loggedPolicy(
				policyOf(rule('all', { fact: 'category', operator: 'notEqual', value: 'none' }, 'template')),
			);
			const byHolder = policyOf(
				rule('agent', { fact: 'holder', operator: 'equal', value: 'agent' }, 'hold'),
				rule('opted-out', { fact: 'optedOut', operator: 'equal', value: true }, 'skip'),
				rule('all', always, 'template'),
			);
			await writes(0);
			await hears(preference({ at: NOON + HOUR, contact: CONTACT, value: 'stop' }));
			await decidedAt(NOON + 2 * HOUR, { category: 'MARKETING' }, byCategory);
			await hears(preference({ at: NOON + 3 * HOUR, contact: CONTACT, value: 'resume' }));
			await decidedAt(NOON + 4 * HOUR, { category: 'MARKETING' }, byCategory);
			await hears(handover({ at: NOON + 5 * HOUR, contact: CONTACT, to: 'agent' }));
			await decidedAt(NOON + 6 * HOUR, { category: 'MARKETING' }, byCategory);
			await writes(7);
			const { changes, ...counts } = await replay(byHolder);
			expect(counts).toMatchObject({ decisions: 3, same: 1, differ: 2, notKnown: 0 });
			expect(changes.map(({ after, examples }) => [after.rule, examples[0]!.at])).toEqual([
				['opted-out', NOON + 2 * HOUR],
				['agent', NOON + 6 * HOUR],
			]);
		});

		it('but no opt-out of a category that is not known', async () => {
			const byOptOut = policyOf(
				rule('opted-out', { fact: 'optedOut', operator: 'equal', value: true }, 'skip'),
				rule('all', always, 'template'),
			);
			await writes(0);
			await decidedAt(NOON + HOUR);
			expect(await replay(byOptOut)).toMatchObject({ same: 1, rebuilt: 1 });
			await hears(preference({ at: NOON + 2 * HOUR, contact: CONTACT, value: 'stop' }));
			expect(await replay(byOptOut)).toMatchObject({ notKnown: 1, missingFacts: { optedOut: 1 } });
		});

		it('such as the local time, by the phone number or the setting of the number, which the sentence says', async () => {
			// 21:00 UTC is 22:00 in Berlin, where quiet hours have begun, and 16:00 in New York.
			await decidedAt(NOON + 9 * HOUR);
			expect(await replay(quiet)).toMatchObject({
				differ: 1,
				rebuilt: 1,
				notKnown: 0,
				sentence: expect.stringContaining(
					"The local time of 1 is that of the number's setting or the customer's phone number, as a time zone that came with a message wasn't kept.",
				),
			});
			await store.settings.change(CHANNEL, { set: { timeZone: 'America/New_York' }, unset: [] }, NOON);
			expect(await replay(quiet)).toMatchObject({ same: 1, differ: 0 });
			expect((await replay(byWindow)).sentence).not.toContain('local time');
		});

		it('and what was sent before, as far as sends are kept', async () => {
			const sent = (hours: number) =>
				store.sends.begin(
					{
						key: `s${hours}`,
						channel: CHANNEL,
						contact: CONTACT,
						action: 'template',
						category: 'MARKETING',
						state: 'sending',
						at: NOON + hours * HOUR,
					},
					ANY_SLOT,
				);
			await sent(0);
			await decidedAt(NOON + HOUR);
			await sent(2);
			await decidedAt(NOON + 3 * HOUR);
			await sent(4);
			expect(await replay(capped)).toMatchObject({ decisions: 2, same: 1, differ: 1, rebuilt: 2 });
		});
	});

	it('does not need a fact on which nothing depends', async () => {
		await decided(0);
		const early = policyOf(rule('first', always, 'template'), ...capped.rules);
		expect(await replay(early)).toMatchObject({ notKnown: 0, differ: 1 });
	});

	it('counts a message once that was held again and again, with what it costs', async () => {
		const rows = [{ Market: 'Germany', Marketing: '0.10' }];
		const ofAccount = { account: ACCOUNT, currency: 'EUR', timeZone: 'Europe/Berlin' };
		await savePrices(store, { ...ofAccount, firstDay: '2026-01-01', rows }, NOON);
		const isMarketing = { fact: 'category', operator: 'equal', value: 'MARKETING' } as const;
		const policy = loggedPolicy(policyOf(rule('waits', isMarketing, 'hold')));
		await learnPolicy(store, policy);
		for (const hours of [0, 1, 2]) {
			const at = NOON + hours * HOUR;
			const facts = { ...NOTHING_KNOWN, now: at, category: 'MARKETING' as const };
			const said = { action: 'hold', rule: 'waits', reason: 'Because.' } as const;
			const message = { key: 'k', channel: CHANNEL, contact: '491701234567' };
			store.decisions.note(noteOf({ ...said, policy, facts, at }, message));
		}
		const lets = policyOf(rule('goes', isMarketing, 'template'));
		const { changes, sentence } = await replay(lets, { account: ACCOUNT });
		expect(changes).toMatchObject([{ count: 2, messages: 1, cost: { amount: 100_000, unknown: 0 } }]);
		expect(sentence).toContain(
			': 1 message would have gone out instead of waiting, at most EUR 0.10 sooner. 2 sent as a template',
		);
	});

	it('leaves out what the gateway refused, and says for how many', async () => {
		for (const hours of [1, 2]) await decided(hours);
		const refusal = { channel: CHANNEL, contact: '49172', action: 'skip', rule: 'redecide' } as const;
		store.decisions.note({ key: 'k2', at: NOON + 2 * HOUR + 1, ...refusal });
		const found = await replay(quiet);
		expect(found).toMatchObject({ decisions: 1, refused: 1, withoutPolicy: 0 });
		expect(found.lines).toContain("1 more was refused by the gateway, so it isn't judged.");
	});

	it('leaves out what the gateway refused, also if that stands on the next page', async () => {
		for (let index = 0; index < 2_000; index += 1) await decided(index / 10_000);
		const refusal = { channel: CHANNEL, contact: '4917', action: 'skip', rule: 'redecide' } as const;
		store.decisions.note({ key: 'k0', at: NOON + DAY, ...refusal });
		expect(await replay(open)).toMatchObject({ decisions: 1_999, refused: 1 });
	});

	it('leaves out what no policy decided, what is older, and other numbers', async () => {
		const at = NOON;
		store.decisions.note({ key: 'x', channel: CHANNEL, contact: '1', at, action: 'skip', rule: 'too-late' });
		await decided(1);
		expect(await replay(quiet)).toMatchObject({ decisions: 1, withoutPolicy: 1 });
		expect(await replay(quiet, { since: NOON + DAY })).toMatchObject({
			decisions: 0,
			sentence: 'No decision of that time is kept.',
		});
		expect(await replay(quiet, { channel: 'other' })).toMatchObject({ decisions: 0, withoutPolicy: 0 });
	});

	it('reads more than a page', async () => {
		const policy = loggedPolicy(open);
		await learnPolicy(store, policy);
		const facts = { ...NOTHING_KNOWN, timeZones: 'Europe/Berlin' };
		const note = (index: number) =>
			noteOf(
				{ action: 'template', rule: 'all', reason: '', policy, facts, at: NOON + (index % 3) },
				{ key: `k${index}`, channel: CHANNEL, contact: String(index) },
			);
		store.decisions.note(...Array.from({ length: 4_500 }, (__, index) => note(index)));
		const seen: number[] = [];
		expect(await replay(open, { onProgress: (count: number) => seen.push(count) })).toMatchObject({
			same: 4_500,
		});
		expect(seen).toEqual([2_000, 4_000, 4_500]);
	});

	it('ends when it is told to', async () => {
		await decided(0);
		await expect(replay(open, { signal: AbortSignal.abort(new Error('Enough.')) })).rejects.toThrow(
			'Enough.',
		);
	});
});

/** Facts that can be together: the local ones follow from the others, as they do for each decision. */
const anyMoment = fc
	.record({
		now: fc.integer({ min: NOON - 400 * DAY, max: NOON + 400 * DAY }),
		timeZones: fc.constantFrom('unknown', 'Europe/Berlin', 'America/New_York, America/Los_Angeles'),
		opensFor: fc.option(fc.integer({ min: 1, max: DAY })),
		optedOut: fc.boolean(),
		category: fc.constantFrom('MARKETING', 'UTILITY', 'none'),
		templateState: fc.constantFrom('sendable', 'paused', 'none'),
		holder: fc.constantFrom('business', 'agent', 'other'),
		marketingSent: fc.array(fc.integer({ min: 0, max: 8 * DAY }), { maxLength: 5 }),
	})
	.map(({ now, timeZones, opensFor, marketingSent, ...facts }): Facts => {
		const zones = timeZones === 'unknown' ? [] : timeZones.split(', ');
		return {
			...NOTHING_KNOWN,
			...facts,
			now,
			timeZones,
			localTime: localTimeIn(zones, now),
			localDay: localDayIn(zones, now),
			localDate: localDateIn(zones, now),
			marketingSent: [...marketingSent].sort((a, b) => a - b),
			...(opensFor !== null && { window: 'open', windowClosesAt: now + opensFor, windowClosesIn: opensFor }),
		};
	});

const anyPolicy = fc
	.array(fc.tuple(anyConditions(factCatalogue), fc.boolean()), { minLength: 1, maxLength: 6 })
	.map((rules): PolicyDocument => ({
		name: 'any',
		version: 1,
		rules: rules.map(([conditions, enabled], index) => ({
			...rule(`r${index}`, conditions, 'hold'),
			enabled,
		})),
	}));

describe('what is kept of a decision', () => {
	it('is enough for its own policy to decide again as json-rules-engine did', async () => {
		await fc.assert(
			fc.asyncProperty(anyPolicy, anyMoment, async (policy, facts) => {
				const logged = loggedPolicy(policy);
				const kept = {
					at: facts.now,
					facts: JSON.parse(JSON.stringify(valuesOf(logged, facts))) as unknown[],
				};
				const said = evaluatorOfKnown(policy.rules, factCatalogue)(factsFrom(logged, kept) as Facts);
				const { rule: fired } = await firstRule(policy.rules, factCatalogue).ask(facts);
				expect(said).toEqual({ rule: fired });
			}),
			{ numRuns: 1_000 },
		);
	});

	it('lets another policy say only what json-rules-engine says, or that it does not know', async () => {
		await fc.assert(
			fc.asyncProperty(anyPolicy, anyPolicy, anyMoment, async (policy, candidate, facts) => {
				const logged = loggedPolicy(policy);
				const known = factsFrom(logged, { at: facts.now, facts: valuesOf(logged, facts) }) as Facts;
				const said = evaluatorOfKnown(candidate.rules, factCatalogue)(known);
				const { rule: fired } = await firstRule(candidate.rules, factCatalogue).ask(facts);
				if ('unknown' in said) expect(known[said.unknown as keyof Facts]).toBeUndefined();
				else expect(said.rule).toBe(fired);
			}),
			{ numRuns: 1_000 },
		);
	});

	it('has no facts if no policy decided', () => {
		const kept: KeptDecision = {
			key: 'k',
			channel: 'c',
			contact: '1',
			at: 5,
			action: 'skip',
			rule: 'r',
			times: 1,
		};
		expect(factsFrom(loggedPolicy(open), kept)).toEqual({ now: 5 });
	});
});
