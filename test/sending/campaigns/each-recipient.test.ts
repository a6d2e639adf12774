import type { CampaignRecipient } from '../../../sending';
import { customers, inEachDatabase } from './scene';

inEachDatabase((at) => {
	const [ada, bob, cleo, dan] = customers(4) as [string, string, string, string];

	describe('a plan, asked for each recipient', () => {
		it('says who was planned, and who was in the campaign or in the list before', async () => {
			await at.plan([bob]);
			const heard: unknown[] = [];
			const { planned, repeated } = await at.campaigns.plan(
				at.spring,
				[ada, bob, 'x y', ada, cleo].map((to) => ({ to })),
				{ onRecipient: (index, became) => heard.push([index, became]) },
			);
			expect(heard).toEqual([
				[0, 'planned'],
				[1, 'repeated'],
				[3, 'repeated'],
				[4, 'planned'],
			]);
			expect([planned, repeated]).toEqual([2, 2]);
		});
	});

	describe('a dry run', () => {
		it('names the place of each decision in the list', async () => {
			await at.plan([bob]);
			const list = [ada, bob, 'x y', ada, cleo].map((to) => ({ to }));
			const { decisions } = await at.campaigns.dryRun(at.spring, list);
			expect(decisions.map(({ index, to }) => [index, to])).toEqual([
				[0, ada],
				[4, cleo],
			]);
		});
	});

	describe('sendDue, asked for each recipient', () => {
		it.each([
			[131026, 'failed'],
			[131000, 'held'],
		])(
			'tells of all that it dealt with, as the campaign has them afterwards (%d: %s)',
			async (code, state) => {
				const { control } = at.sandbox;
				await control.customerWrites({ from: bob, text: 'Hi' });
				await at.hear();
				await control.faults({ error: { code, to: cleo } });
				const nothing = { name: 'nothing', language: 'en_US' };
				await at.plan([ada, bob, cleo, { to: dan, template: nothing }]);

				const told: CampaignRecipient[] = [];
				const summary = await at.sendTo(4, (recipient) => told.push(recipient));
				expect(summary).toMatchObject({ accepted: 1, skipped: 1, refused: 1 });
				const heard = Object.fromEntries(told.map((one) => [one.to, one]));
				expect(heard).toEqual(await at.recipients());
				expect(heard).toMatchObject({
					[ada]: { state: 'accepted', action: 'template' },
					[bob]: { state: 'held', rule: 'template-in-active-conversation' },
					[cleo]: { state },
					[dan]: { state: 'skipped' },
				});
			},
		);

		it('tells of nobody who was not due', async () => {
			await at.plan([ada], { startAt: Date.UTC(2099, 0, 1) });
			const told: CampaignRecipient[] = [];
			await at.campaigns.sendDue({ onRecipient: (recipient) => told.push(recipient) });
			expect(told).toEqual([]);
		});
	});
});
