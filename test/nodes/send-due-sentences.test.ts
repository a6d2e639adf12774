import { keptCampaign } from '../../engine';
import type { Unsent } from '../../nodes/BusinessMessagingCampaign/sentences';
import { sendDueSentence } from '../../nodes/BusinessMessagingCampaign/sentences';
import type { PausedCampaign, SendDueSummary } from '../../sending';

const NOW = Date.UTC(2026, 0, 7, 12);

describe('what Send Due did', () => {
	const done = { claimed: 0, accepted: 0, held: 0, skipped: 0, failed: 0, unconfirmed: 0, refused: 0 };
	const said = (more: Partial<SendDueSummary>, unsent: Array<Partial<Unsent>> = []) =>
		sendDueSentence(
			{ ...done, ended: 'nothing-due', halted: [], campaigns: [], budgets: [], paused: [], took: 1, ...more },
			unsent.map((each) => ({ campaign: 'spring', state: 'held', reason: undefined, ...each })),
			'Europe/Berlin',
		);
	const paused = 'The platform paused the template sale.';

	it('is counted, with why, and what becomes of those that are held', () => {
		expect(said({ accepted: 1, held: 2, nextDueAt: NOW }, [{ reason: paused }, { reason: paused }])).toBe(
			'1 sent, 2 held.\nWhy 2 are held: The platform paused the template sale.\nA later Send Due sends what is held, as soon as the rules allow it.\nChecked again at Jan 7, 2026, 13:00 (Europe/Berlin).\nGet Recipients shows each of them.',
		);
		expect(said({ accepted: 3 })).toBe('3 sent.');
	});

	it('is split by campaign if there are several, the largest first', () => {
		const of = (campaign: string, accepted: number, held = 0) => ({
			campaign,
			channel: '1',
			...done,
			accepted,
			held,
		});
		expect(said({ accepted: 31, campaigns: [of('spring', 31)] })).toBe('31 sent.');
		expect(said({ accepted: 31, campaigns: [of('spring', 11), of(keptCampaign('1'), 20)] })).toBe(
			'31 sent.\nMessages that Send Auto kept: 20 sent.\nspring: 11 sent.',
		);
		const three = [of('a', 5), of('b', 4, 2), of('c', 3)];
		expect(said({ accepted: 12, campaigns: three })).toBe(
			'12 sent.\nb: 4 sent, 2 held.\na: 5 sent.\nc: 3 sent.',
		);
		expect(said({ accepted: 15, campaigns: [...three, of('d', 1)] })).toContain(
			'c: 3 sent.\n1 more campaign: 1 recipient.',
		);
		expect(said({ accepted: 15, campaigns: [...three, of('d', 1), of('e', 2)] })).toContain(
			'2 more campaigns: 3 recipients.',
		);
	});

	it('says that the time budget is used up', () => {
		expect(said({ accepted: 9, ended: 'budget' })).toBe(
			'9 sent.\nThe time budget is used up. The next Send Due sends the rest.',
		);
	});

	it('is nothing until something is due', () => {
		expect(said({})).toBe('Nothing was due.');
		expect(said({ nextDueAt: NOW })).toBe(
			'Nothing was due.\nThe next waiting message of all campaigns is due at Jan 7, 2026, 13:00 (Europe/Berlin).',
		);
	});

	it('names the campaigns that are paused, as nothing of them is ever due', () => {
		const of = (count: number) =>
			Array.from({ length: count }, (_, index) => ({ campaign: `list-${index}` }));
		const about = (paused: Array<Omit<PausedCampaign, 'channel'>>) =>
			said({ paused: paused.map((each) => ({ channel: '1', ...each })) });
		expect(about([{ campaign: 'autumn', why: 'Paused by hand.', waiting: 0 }])).toBe(
			'Nothing was sent.\nautumn is paused: Paused by hand. No recipient waits.\nResume continues a paused campaign.',
		);
		expect(about(of(3))).not.toContain('more campaigns');
		expect(about(of(5))).toContain('list-2 is paused. No recipient waits.\n2 more campaigns are paused.');
	});

	it('says after what it sent that a campaign is paused, and how many recipients wait', () => {
		const autumn = (waiting: number) => ({ campaign: 'autumn', channel: '1', why: 'Too late.', waiting });
		expect(said({ accepted: 8, nextDueAt: NOW, paused: [autumn(2)] })).toBe(
			'8 sent.\nautumn is paused: Too late. 2 recipients wait.\nResume continues a paused campaign.\nThe next waiting message of all campaigns is due at Jan 7, 2026, 13:00 (Europe/Berlin).',
		);
		expect(said({ paused: [autumn(1)] })).toContain('Too late. 1 recipient waits.');
	});

	it('says why and until when the number sends nothing', () => {
		const halted = [{ channel: '1', until: NOW, why: "5 messages in a row weren't accepted." }];
		const why =
			"5 messages in a row weren't accepted. The number sends nothing until Jan 7, 2026, 13:00 (Europe/Berlin), and a later Send Due continues.";
		expect(said({ unconfirmed: 5, halted })).toBe(`5 unconfirmed.\n${why}`);
		expect(said({ halted })).toBe(`Nothing was sent.\n${why}`);
	});

	it('does not name the recipients of a campaign for messages that were kept', () => {
		const kept = { campaign: keptCampaign('1'), reason: paused };
		expect(said({ held: 1 }, [kept])).not.toContain('Get Recipients');
	});
});
