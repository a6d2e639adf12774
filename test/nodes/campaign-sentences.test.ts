import type { IExecuteFunctions } from 'n8n-workflow';
import { keptCampaign, RECIPIENT_STATES } from '../../engine';
import { campaignJson, recipientJson } from '../../nodes/BusinessMessagingCampaign/campaign-json';
import { reportHint, reportJson, reportSentence } from '../../nodes/BusinessMessagingCampaign/report';
import type { Unsent } from '../../nodes/BusinessMessagingCampaign/sentences';
import {
	changeSentence,
	dryRunSentence,
	planSentence,
	recipientsSentence,
	repeatedReads,
	sendDueSentence,
} from '../../nodes/BusinessMessagingCampaign/sentences';
import type {
	CampaignRecipient,
	CampaignReport,
	DryRunResult,
	SendDueSummary,
	StateCounts,
} from '../../sending';

const NOW = Date.UTC(2026, 0, 7, 12);
const MINUTE = 60_000;

const campaign: CampaignReport['campaign'] = {
	id: 'spring',
	channel: '1',
	state: 'running',
	policy: { name: 'strict', version: 5 },
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
		['cancelled', 'is cancelled. Recipients who had no message yet get none.'],
	])('is said to be %s', (state, sentence) => {
		expect(changeSentence({ campaign: 'spring', state })).toBe(`The campaign spring ${sentence}`);
	});

	it('has no sentence in another state', () => {
		expect(changeSentence({ campaign: 'spring', state: 'finished' })).toBeUndefined();
	});
});

describe('a campaign that is paused', () => {
	it('says why above its report', () => {
		const paused = { summary: '1 of 2 accepted, paused.', state: 'paused', why: 'The budget is spent.' };
		const context = { getInputData: () => [{ json: {} }] } as unknown as IExecuteFunctions;
		expect(reportHint([paused], context)).toBe(
			'1 of 2 accepted, paused. Why it is paused: The budget is spent.',
		);
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

describe('what Send Due did', () => {
	const done = { claimed: 0, accepted: 0, held: 0, skipped: 0, failed: 0, unconfirmed: 0, refused: 0 };
	const said = (more: Partial<SendDueSummary>, unsent: Array<Partial<Unsent>> = []) =>
		sendDueSentence(
			{ ...done, ended: 'nothing-due', halted: [], budgets: [], paused: [], took: 1, ...more },
			unsent.map((each) => ({ campaign: 'spring', state: 'held', reason: undefined, ...each })),
			'Europe/Berlin',
		);
	const paused = 'The platform paused the template sale.';

	it('is counted, with why, and what becomes of those that are held', () => {
		expect(said({ accepted: 1, held: 2, nextDueAt: NOW }, [{ reason: paused }, { reason: paused }])).toBe(
			'1 sent, 2 held. Why 2 are held: The platform paused the template sale. A later Send Due sends what is held, as soon as the rules allow it. Checked again at Jan 7, 2026, 13:00 (Europe/Berlin). Get Recipients shows each of them.',
		);
		expect(said({ accepted: 3 })).toBe('3 sent.');
	});

	it('is nothing until something is due', () => {
		expect(said({})).toBe('Nothing was due.');
		expect(said({ nextDueAt: NOW })).toBe(
			'Nothing was due. The next waiting message is due at Jan 7, 2026, 13:00 (Europe/Berlin).',
		);
	});

	it('names the campaigns that are paused, as nothing of them is ever due', () => {
		const of = (count: number) => Array.from({ length: count }, (_, index) => ({ id: `list-${index}` }));
		const about = (standing: Parameters<typeof sendDueSentence>[3]) =>
			sendDueSentence(
				{ ...done, ended: 'nothing-due', halted: [], budgets: [], paused: [], took: 1 },
				[],
				'Europe/Berlin',
				standing,
			);
		expect(about([{ id: 'autumn', why: 'Paused by hand.' }])).toBe(
			'Nothing was due. autumn is paused: Paused by hand. Resume continues a paused campaign.',
		);
		expect(about(of(3))).not.toContain('more campaigns');
		expect(about(of(5))).toContain('list-2 is paused. 2 more campaigns are paused.');
	});

	it('does not name the recipients of a campaign for messages that were kept', () => {
		const kept = { campaign: keptCampaign('1'), reason: paused };
		expect(said({ held: 1 }, [kept])).not.toContain('Get Recipients');
	});
});

const held = (rule: string, count: number) => ({ state: 'held' as const, rule, reason: '', count });
const sentence = (...parts: Parameters<typeof report>) => reportSentence(report(...parts), 'Europe/Berlin');

describe('the report of a campaign begins with a sentence', () => {
	it('that says how many were accepted, what the others wait for, and when it is done', () => {
		const reasons = [held('template-paused', 20), held('template-paused-without-end', 5)];
		const more = { reasons, estimatedEndAt: NOW + 65 * MINUTE };
		expect(sentence({ accepted: 200, delivered: 3, read: 2, held: 25, planned: 10 }, more)).toBe(
			"205 of 240 accepted, 25 held until the template's pause ends, 10 not sent yet, done at about 14:05.",
		);
	});

	it('that tells apart what is held for different reasons, those of own rules without words', () => {
		const reasons = [held('my-rule', 1), held('quiet-hours', 2)];
		expect(sentence({ held: 3 }, { reasons, heldUntil: NOW + 24 * 60 * MINUTE })).toBe(
			'0 of 3 accepted, 2 held until quiet hours are over, 1 held, next check at Jan 8, 2026, 13:00.',
		);
	});

	it('that says what did not go out, and that nothing is left', () => {
		const counts = { accepted: 5, skipped: 1, failed: 2, unconfirmed: 1 };
		expect(sentence(counts, { finished: true })).toBe(
			'5 of 9 accepted, 1 skipped, 2 failed, 1 unconfirmed, finished.',
		);
	});

	it('that tells apart unconfirmed messages without a trace', () => {
		expect(sentence({ unconfirmed: 3 }, { noTrace: 2, finished: true })).toBe(
			'0 of 3 accepted, 1 unconfirmed, 2 unconfirmed without a trace, finished.',
		);
		expect(sentence({ unconfirmed: 2 }, { noTrace: 2, finished: true })).toBe(
			'0 of 2 accepted, 2 unconfirmed without a trace, finished.',
		);
	});

	it('that says if it is paused, has not started, or has no recipients', () => {
		expect(sentence({ planned: 2 }, { campaign: { ...campaign, state: 'paused', why: 'Break' } })).toBe(
			'0 of 2 accepted, 2 not sent yet, paused.',
		);
		expect(sentence({ planned: 2 }, { campaign: { ...campaign, startAt: NOW + MINUTE } })).toBe(
			'0 of 2 accepted, 2 not sent yet, starts at 13:01.',
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
		expect(hint(report({ planned: 2 }))).toBe('0 of 2 accepted, 2 not sent yet. Send Due sends them.');
		expect(hint(report({ planned: 1, accepted: 1 }, { startedAt: NOW }))).toBe(
			'1 of 2 accepted, 1 not sent yet.',
		);
		expect(hint(report({ held: 1 }))).toBe('0 of 1 accepted.');
		expect(hint(report({ skipped: 1 }, { finished: true }))).toBe('0 of 1 accepted, 1 skipped, finished.');
	});

	it('says how many messages arrived and were read', () => {
		expect(hint(report({ delivered: 2, read: 1 }, { finished: true }))).toBe(
			'3 of 3 accepted, finished. 3 delivered, 1 of them read.',
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
			'1 accepted, 2 held. Why 2 are held: The template is paused.',
		);
		expect(recipientsSentence([ada, bob, { state: 'skipped', reason: 'Opted out.' }])).toBe(
			'2 held, 1 skipped. Why 2 are held: The template is paused. Why 1 was skipped: Opted out.',
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
			key: 'one',
			state: 'skipped',
			refusals: 0,
			rule: 'too-late',
			reason: later,
		};
		expect(recipientJson(recipient, 'Europe/Berlin')).toMatchObject({ reason: local });
	});
});

describe('what Plan did', () => {
	const done = {
		planned: 1,
		repeated: 0,
		invalid: [],
		isFinished: false,
		isFirstOnly: false,
		listedTwice: 0,
		why: undefined,
	};

	it('is followed by what becomes of recipients whose template can’t go out now', () => {
		const next = (action: 'hold' | 'skip') =>
			planSentence({ ...done, why: { action, reason: 'It is bad.' } });
		expect(next('hold')).toBe('1 planned. It is bad. Send Due sends to each as soon as the rules allow it.');
		expect(next('skip')).toBe('1 planned. It is bad. Send Due skips them as long as that is so.');
	});

	it('is followed by what comes next, and by what n8n left out', () => {
		expect(planSentence(done)).toBe('1 planned. Next: Send Due sends them.');
		expect(planSentence({ ...done, isFirstOnly: true })).toMatch(
			/^1 planned\. Next: Send Due sends them\. Execute Once is on, so only the first item was used\. /,
		);
	});
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
		['3 would be sent now, 3 would be held.', {}],
		[
			'3 would be sent now, 3 would be held, 1 repeated in the list. 4 already in this campaign. They keep the message that was planned first, which Send Due sends unless it did already. To send them another message, enter another Campaign ID.',
			{ repeated: 5, planned: 4 },
		],
		[
			'240 already in this campaign. They keep the message that was planned first, which Send Due sends unless it did already. To send them another message, enter another Campaign ID.',
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
			'2 would be held. Why: It is Sunday.',
		],
		[
			'the two commonest reasons if there are several',
			[held('It is late.'), held('It is Sunday.'), held('It is Sunday.')],
			'3 would be held. Why 2 would be held: It is Sunday. Why 1 would be held: It is late.',
		],
		[
			'that there are other reasons',
			[held('It is late.'), held('It is Sunday.'), held('Paused.'), held('Paused.')],
			'4 would be held. Why 2 would be held: Paused. Why 1 would be held: It is late. The others have other reasons.',
		],
	])('%s', (_what, decisions, words) => {
		const actions = { ...nothing, hold: decisions.length };
		expect(dryRunSentence({ ...result, actions, decisions }, found)).toBe(words);
	});

	const invalid = (...messages: string[]) => ({
		...found,
		invalid: [{ json: { problems: messages.map((message) => ({ path: 'item', message })) } }],
	});

	it('how many items are invalid, and why, by the first problem of each, if that is the same or all are', () => {
		expect(dryRunSentence({ ...result, actions: nothing }, invalid('To is empty.', 'No text.'))).toBe(
			'1 invalid (the output Invalid says why). Why: To is empty.',
		);
		expect(dryRunSentence(result, invalid('To is empty.'))).toBe(
			'3 would be sent now, 3 would be held, 1 invalid (the output Invalid says why). Why 1 is invalid: To is empty.',
		);
		const several = [...invalid('To is empty.').invalid, ...invalid('No text.').invalid];
		expect(dryRunSentence(result, { ...found, invalid: several })).toBe(
			'3 would be sent now, 3 would be held, 2 invalid (the output Invalid says why).',
		);
		expect(dryRunSentence({ ...result, actions: nothing }, { ...found, invalid: several })).toBe(
			'2 invalid (the output Invalid says why). Why 1 is invalid: To is empty. Why 1 is invalid: No text.',
		);
	});

	it('that n8n uses only the first item, if it does', () => {
		expect(dryRunSentence(result, { ...found, isFirstOnly: true })).toBe(
			'3 would be sent now, 3 would be held. Execute Once is on, so only the first item was used. To use all items, turn it off in the settings of this node.',
		);
	});

	it('what reaches those whose conversation is active', () => {
		const decisions = [{ ...held('Wait.'), rule: 'template-in-active-conversation' }];
		const actions = { ...nothing, hold: 1 };
		expect(dryRunSentence({ ...result, actions, decisions }, found)).toBe(
			'1 would be held. Why: Wait. To reach those who wrote lately now, fill in Freeform Text.',
		);
	});

	it('that nobody is known to have written, if templates would go out because of that', () => {
		expect(dryRunSentence(result, { ...found, isNobodyKnown: true })).toMatch(
			/^3 would be sent now, 3 would be held\. No customer is known to have written .* Business Messaging Trigger, which notes who writes\.$/,
		);
	});

	it('that nothing more is sent to those who are in a finished campaign', () => {
		const again = { ...result, actions: nothing, repeated: 3, planned: 3 };
		expect(dryRunSentence(again, { ...found, isFinished: true })).toBe(
			'3 already in this campaign. This campaign is finished, so nothing more is sent to them. To send them another message, enter another Campaign ID.',
		);
	});
});
