import type { IExecuteFunctions } from 'n8n-workflow';
import { RECIPIENT_STATES } from '../../engine';
import { campaignJson, recipientJson } from '../../nodes/BusinessMessagingCampaign/campaign-json';
import { reportHint, reportJson, reportSentence } from '../../nodes/BusinessMessagingCampaign/report';
import {
	changeSentence,
	recipientsSentence,
	repeatedReads,
} from '../../nodes/BusinessMessagingCampaign/sentences';
import type { CampaignRecipient, CampaignReport, StateCounts } from '../../sending';
import { countWaiting } from '../../sending';

const NOW = Date.UTC(2026, 0, 7, 12);
const MINUTE = 60_000;

const campaign: CampaignReport['campaign'] = {
	id: 'spring',
	channel: '1',
	state: 'running',
	policy: { name: 'strict', version: 8 },
	plannedAt: NOW,
};

function report(counts: Partial<StateCounts>, more: Partial<CampaignReport> = {}): CampaignReport {
	const none = Object.fromEntries(RECIPIENT_STATES.map((state) => [state, 0])) as StateCounts;
	const all = { ...none, ...counts };
	const total = Object.values(all).reduce((sum, count) => sum + count, 0);
	return {
		campaign,
		total,
		counts: all,
		reasons: [],
		pricing: [],
		rate: 0,
		finished: false,
		numberSpeed: 1,
		at: NOW,
		...more,
	};
}

describe('a campaign that was changed', () => {
	it.each([
		['running', 'is running. Send Due sends what is due.'],
		['paused', 'is paused. Send Due sends nothing of it until you resume it.'],
	])('is said to be %s', (state, sentence) => {
		expect(changeSentence({ campaign: 'spring', state })).toBe(`The campaign spring ${sentence}`);
	});

	it.each([
		[0, 'is paused. No recipient waits. Send Due'],
		[1, 'is paused. 1 recipient waits. Send Due'],
		[12, 'is paused. 12 recipients wait. Send Due'],
	])('is said to be paused, and how many recipients wait: %i', (waiting, sentence) => {
		expect(changeSentence({ campaign: 'spring', state: 'paused', waiting })).toContain(sentence);
	});

	it.each([
		[0, 'is paused. 4 recipients wait. Send Due'],
		[1, 'is paused. 4 recipients wait. 1 message is being sent now. Send Due'],
		[3, 'is paused. 4 recipients wait. 3 messages are being sent now. Send Due'],
	])('is said to be paused, and how many messages still go out: %i', (sending, sentence) => {
		const { counts } = report({ planned: 2, claimed: 1, held: 1, sending, accepted: 8, unconfirmed: 1 });
		const waiting = countWaiting(counts);
		expect(changeSentence({ campaign: 'spring', state: 'paused', waiting, sending })).toContain(sentence);
	});

	it.each([
		[{ waiting: 0 }, 'is running. No recipient waits.'],
		[{ waiting: 2 }, 'is running. 2 recipients wait. Send Due sends what is due.'],
		[
			{ waiting: 2, budget: { amount: 0.25, currency: 'EUR' }, budgetLeft: 0.03 },
			'is running. 2 recipients wait. Send Due sends what is due. EUR 0.03 of its budget is left. A message that costs more pauses it again. To prevent that, run Resume with a bigger New Budget.',
		],
		[
			{ waiting: 0, budget: { amount: 1, currency: 'EUR' }, budgetLeft: 1 },
			'is running. No recipient waits.',
		],
	])('is said to be running again, with what is left of its budget: %j', (more, sentence) => {
		expect(changeSentence({ campaign: 'spring', state: 'running', ...more })).toBe(
			`The campaign spring ${sentence}`,
		);
	});

	it.each([
		[0, 'No recipient was left.'],
		[1, '1 recipient who had no message yet gets none.'],
		[12, '12 recipients who had no message yet get none.'],
	])('is said to be cancelled, and how many get no message: %i', (skipped, sentence) => {
		const said = changeSentence({ campaign: 'spring', state: 'cancelled', skipped });
		expect(said).toBe(`The campaign spring is cancelled. ${sentence}`);
	});

	it('has no sentence in another state', () => {
		expect(changeSentence({ campaign: 'spring', state: 'ended' })).toBeUndefined();
	});
});

describe('a campaign that is paused', () => {
	it('says why above its report', () => {
		const paused = { summary: '1 of 2 sent, paused.', state: 'paused', why: 'The budget is spent.' };
		const context = { getInputData: () => [{ json: {} }] } as unknown as IExecuteFunctions;
		expect(reportHint([paused], context)).toBe(
			'1 of 2 sent, paused.\nWhy it is paused: The budget is spent.',
		);
	});

	it.each([
		['paused', 0.05, '\nEUR 0.05 of its budget is left.'],
		['running', 0, '\nEUR 0.00 of its budget is left.'],
		['finished', 0.05, ''],
		['paused', null, ''],
	])('or %s says above its report what is left of its budget: %p', (state, budgetLeft, said) => {
		const budget = { amount: 0.5, currency: 'EUR' };
		const context = { getInputData: () => [{ json: {} }] } as unknown as IExecuteFunctions;
		const report = { summary: '1 of 2 sent.', state, budget, budgetLeft };
		expect(reportHint([report], context)).toBe(`1 of 2 sent.${said}`);
	});
});

describe('a campaign that several items read', () => {
	const hint = (campaigns: string[], items: number) =>
		repeatedReads(
			campaigns.map((each) => ({ campaign: each })),
			{ getInputData: () => Array.from({ length: items }) } as unknown as IExecuteFunctions,
		);

	it('is said to be read several times, and how to read it once', () => {
		expect(hint(['spring', 'spring', 'spring'], 3)).toMatch(/^This ran 3 times .* turn on Execute Once/);
	});

	it('is no news if one item read it, or if each read another', () => {
		expect(hint(['spring', 'spring'], 1)).toBeUndefined();
		expect(hint(['spring', 'summer'], 2)).toBeUndefined();
		expect(hint([], 2)).toBeUndefined();
	});
});

const held = (rule: string, count: number) => ({ state: 'held' as const, rule, reason: '', count });
const sentence = (...parts: Parameters<typeof report>) => reportSentence(report(...parts), 'Europe/Berlin');

describe('the report of a campaign begins with a sentence', () => {
	it('that says how many were sent, what the others wait for, and when it is done', () => {
		const reasons = [held('template-paused', 20), held('template-paused-without-end', 5)];
		const more = { reasons, estimatedEndAt: NOW + 65 * MINUTE };
		expect(sentence({ accepted: 200, delivered: 3, read: 2, held: 25, planned: 10 }, more)).toBe(
			"205 of 240 sent, 25 held until the template's pause ends, 10 not sent yet, done at about Jan 7, 2026, 14:05 (Europe/Berlin).",
		);
	});

	describe('with failures', () => {
		const ended = (rule: string, state: 'running' | 'cancelled' = 'running') => {
			const reasons = [{ state: 'failed' as const, rule, reason: 'It was refused.', count: 2 }];
			return sentence({ failed: 2 }, { reasons, finished: true, campaign: { ...campaign, state } });
		};

		it('names Retry if the reason can pass', () => {
			expect(ended('wait-24h')).toMatch(/\n.*Retry lets Send Due send to all who failed again\.$/);
		});

		it('names no Retry if the reason never passes, or if the campaign is over for good', () => {
			for (const said of [ended('undeliverable'), ended('wait-24h', 'cancelled')])
				expect(said).not.toContain('Retry');
		});
	});

	it('that tells apart what is held for different reasons, those of own rules without words', () => {
		const reasons = [held('my-rule', 1), held('quiet-hours', 2)];
		expect(sentence({ held: 3 }, { reasons, heldUntil: NOW + 24 * 60 * MINUTE })).toBe(
			'0 of 3 sent, 2 held until quiet hours are over, 1 held, checked again at Jan 8, 2026, 13:00 (Europe/Berlin).',
		);
	});

	it('that says what did not go out, and that nothing is left', () => {
		const counts = { accepted: 5, skipped: 1, failed: 2, unconfirmed: 1 };
		expect(sentence(counts, { finished: true })).toBe(
			'5 of 9 sent, 1 skipped, 2 failed, 1 unconfirmed, finished.',
		);
	});

	it('that is followed by why messages were not sent, unless it says what they wait for', () => {
		const because = (state: 'held' | 'skipped', reason: string, count: number) => ({
			...held('a-rule', count),
			state,
			reason,
		});
		const skipped = because('skipped', 'The customer opted out.', 1);
		expect(sentence({ accepted: 1, skipped: 1 }, { reasons: [skipped], finished: true })).toBe(
			'1 of 2 sent, 1 skipped, finished.\nWhy 1 was skipped: The customer opted out.',
		);
		const more = [skipped, because('held', 'Not before 2026-01-07T15:00:00.000Z.', 2)];
		expect(sentence({ held: 2, skipped: 1 }, { reasons: more })).toBe(
			'0 of 3 sent, 2 held, 1 skipped.\nWhy 2 are held: Not before Jan 7, 2026, 16:00 (Europe/Berlin).\nWhy 1 was skipped: The customer opted out.',
		);
		const quiet = { ...held('quiet-hours', 1), reason: 'It is too early.' };
		expect(sentence({ held: 1 }, { reasons: [quiet] })).toBe(
			'0 of 1 sent, 1 held until quiet hours are over.',
		);
	});

	it('that tells apart unconfirmed messages without a trace', () => {
		expect(sentence({ unconfirmed: 3 }, { noTrace: 2, finished: true })).toBe(
			'0 of 3 sent, 1 unconfirmed, 2 unconfirmed without a trace, finished.',
		);
		expect(sentence({ unconfirmed: 2 }, { noTrace: 2, finished: true })).toBe(
			'0 of 2 sent, 2 unconfirmed without a trace, finished.',
		);
	});

	it('that says if it is paused, has not started, or has no recipients', () => {
		expect(sentence({ planned: 2 }, { campaign: { ...campaign, state: 'paused', why: 'Break' } })).toBe(
			'0 of 2 sent, 2 not sent yet, paused.',
		);
		expect(sentence({ planned: 2 }, { campaign: { ...campaign, startAt: NOW + MINUTE } })).toBe(
			'0 of 2 sent, 2 not sent yet, starts at Jan 7, 2026, 13:01 (Europe/Berlin).',
		);
		expect(sentence({}, { finished: true })).toBe('No recipients were planned yet.');
	});

	it('and is finished if it has recipients and nobody is left', () => {
		const stateOf = (...parts: Parameters<typeof report>) => reportJson(report(...parts), 'Etc/UTC').state;
		expect(stateOf({ accepted: 1 }, { finished: true })).toBe('finished');
		expect(stateOf({ held: 1 })).toBe('running');
		expect(stateOf({}, { finished: true })).toBe('running');
		const cancelled = { ...campaign, state: 'cancelled' as const };
		expect(stateOf({ skipped: 1 }, { finished: true, campaign: cancelled })).toBe('cancelled');
	});

	it('and has rounded figures', () => {
		const json = reportJson(report({}, { rate: 79.98765, numberSpeed: 0.123456 }), 'Etc/UTC');
		expect(Object.keys(json)[0]).toBe('summary');
		expect(json).toMatchObject({ rate: 80, numberSpeed: 0.12 });
	});
});

describe('above the report of a campaign', () => {
	const fromOneItem = { getInputData: () => [{}] } as unknown as IExecuteFunctions;
	const hint = (...reports: CampaignReport[]) =>
		reportHint(
			reports.map((each) => reportJson(each, 'Europe/Berlin')),
			fromOneItem,
		);

	it('is its sentence, and what comes next if nothing was sent yet', () => {
		expect(hint(report({ planned: 2 }))).toBe('0 of 2 sent, 2 not sent yet.\nSend Due sends them.');
		expect(hint(report({ planned: 1, accepted: 1 }, { startedAt: NOW }))).toBe(
			'1 of 2 sent, 1 not sent yet.',
		);
		expect(hint(report({ held: 1 }))).toBe('0 of 1 sent.');
		expect(hint(report({ skipped: 1 }, { finished: true }))).toBe('0 of 1 sent, 1 skipped, finished.');
	});

	it('says how many messages arrived and were read', () => {
		expect(hint(report({ delivered: 2, read: 1 }, { finished: true }))).toBe(
			'3 of 3 sent, finished.\n3 delivered, 1 of them read.',
		);
	});

	it('is nothing if there are several', () => {
		expect(hint(report({ planned: 1 }), report({ planned: 1 }))).toBeUndefined();
	});
});

describe('above the recipients of a campaign', () => {
	it('is how many are in each state, and why most of them were sent nothing', () => {
		const held = (key: string) => ({ key, state: 'held', reason: 'The template is paused.' });
		const [ada, bob] = [held('ada'), held('bob')];
		expect(recipientsSentence([{ state: 'accepted', reason: 'The window is open.' }, ada, bob])).toBe(
			'1 accepted, 2 held.\nWhy 2 are held: The template is paused.',
		);
		expect(recipientsSentence([ada, bob, { state: 'skipped', reason: 'Opted out.' }])).toBe(
			'2 held, 1 skipped.\nWhy 2 are held: The template is paused.\nWhy 1 was skipped: Opted out.',
		);
		expect(recipientsSentence([{ state: 'planned', reason: null }])).toBe('1 planned.');
		expect(recipientsSentence([])).toBe('No recipients.');
	});

	it('counts those once who are listed several times', () => {
		const recipient = { campaign: 'spring', key: 'ada', state: 'held', reason: null };
		expect(recipientsSentence([recipient, recipient, { ...recipient, campaign: 'summer' }])).toBe('2 held.');
	});
});

describe('the sentences in an item have local times', () => {
	const later = 'after 2026-01-07T15:00:00.000Z';
	const local = 'after Jan 7, 2026, 16:00 (Europe/Berlin)';

	it('why a campaign ended, why its number sends nothing, and why recipients are held', () => {
		const ended = { ...campaign, state: 'ended' as const, why: later };
		const more = {
			campaign: ended,
			reasons: [{ ...held('number-busy', 1), reason: later }],
			numberHaltedWhy: later,
		};
		expect(reportJson(report({ held: 1 }, more), 'Europe/Berlin')).toMatchObject({
			why: local,
			reasons: [{ rule: 'number-busy', reason: local, count: 1 }],
			numberHaltedWhy: local,
		});
		expect(campaignJson(ended, 'Europe/Berlin')).toMatchObject({ why: local });
		expect(campaignJson(campaign, 'Europe/Berlin')).toMatchObject({ why: null });
	});

	it('why a recipient got nothing', () => {
		const recipient: CampaignRecipient = {
			campaign: 'spring',
			to: '491701111111',
			contact: '491701111111',
			key: 'one',
			state: 'skipped',
			refusals: 0,
			rule: 'too-late',
			reason: later,
		};
		expect(recipientJson(recipient, 'Europe/Berlin')).toMatchObject({ reason: local });
	});
});
