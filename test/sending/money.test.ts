import { dayIn, readSpending, savePrices } from '../../engine';
import type { PlannedRecipient } from '../../sending';
import type { StorePlace } from '../support/stores';
import { DATABASES } from '../support/stores';
import type { Stage } from './stage';
import { CUSTOMER, openStage } from './stage';

const INDIAN = '918123456789';
const POLE = '48601123456';

describe.each(DATABASES)('what messages cost in %s', (_, placeOf) => {
	let place: StorePlace;
	let at: Stage;
	beforeEach(async () => {
		place = placeOf();
		at = await openStage({ place, perSecond: 1_000 });
		// The account of the number is learned from the first delivery.
		await at.sandbox.control.customerWrites({ from: CUSTOMER });
		await at.hear();
	});
	afterEach(async () => {
		await at.close();
		await place.remove();
	});

	const setPrices = () =>
		savePrices(
			at.store,
			{
				account: at.sandbox.accountId,
				currency: 'EUR',
				timeZone: 'Europe/Berlin',
				firstDay: '2020-01-01',
				rows: [
					{ Market: 'Germany', Utility: '0.04', Service: '0.03' },
					{ Market: 'India', Utility: '0.002' },
				],
			},
			at.store.runtime.now(),
		);

	it('is told by template, of messages with and without a status, and never as one if freeform went out', async () => {
		await setPrices();
		await at.sender.send({ ...at.intent, to: INDIAN }, {});
		await at.hear();
		await at.sender.send({ ...at.intent, to: '918123456700' }, {});
		await at.sender.send(at.intent, at.content);
		const now = at.store.runtime.now();
		const day = dayIn('Europe/Berlin', now);
		const { name, language } = at.intent.template!;
		const sums = await readSpending(at.store, {
			channel: at.intent.channel,
			firstDay: day,
			lastDay: day,
			by: ['template'],
			now,
		});
		expect(
			sums.map(({ by, spent, pending, estimated }) => [by.template, spent + pending + estimated]),
		).toEqual([
			['', 30_000],
			[`${name}/${language}`, 4_000],
		]);
	});

	describe('a decision is kept', () => {
		const estimates = async (to: string) => {
			const kept = await at.store.decisions.about({ channel: at.intent.channel, contact: to, limit: 100 });
			return kept.map(({ action, estimate }) => [action, estimate]).reverse();
		};
		const sentences = async (to: string) =>
			(await at.engine.timeline({ channel: at.intent.channel, to }))
				.filter(({ kind }) => kind === 'decision')
				.map(({ sentence }) => sentence);

		it('without a word on the cost if the account has no prices', async () => {
			await at.sender.send(at.intent, at.content);
			expect(await estimates(CUSTOMER)).toEqual([['freeform', undefined]]);
			expect(await sentences(CUSTOMER)).toEqual([expect.not.stringContaining('cost')]);
		});

		it('with what the message costs at most in its form, although no rule asks it', async () => {
			await setPrices();
			await at.sender.send(at.intent, at.content);
			await at.sender.send({ ...at.intent, to: INDIAN }, {});
			expect(await estimates(CUSTOMER)).toEqual([['freeform', { currency: 'EUR', amount: 30_000 }]]);
			expect(await estimates(INDIAN)).toEqual([['template', { currency: 'EUR', amount: 2_000 }]]);
			expect(await sentences(INDIAN)).toEqual([
				expect.stringMatching(/ It would cost at most EUR 0\.002\.$/),
			]);
		});

		it('with what a message would have cost that is held, and one that was sent as asked', async () => {
			await setPrices();
			await at.sandbox.control.handOver({ contact: CUSTOMER, to: 'agent' });
			await at.hear();
			await at.sender.send(at.intent, at.content);
			await at.sender.send(at.intent, at.content, { as: 'freeform' });
			const cost = { currency: 'EUR', amount: 30_000 };
			expect(await estimates(CUSTOMER)).toEqual(
				expect.arrayContaining([
					['hold', cost],
					['freeform', cost],
				]),
			);
		});

		it('in a campaign, too', async () => {
			await setPrices();
			const { channel, template } = at.intent;
			await at.sender.campaigns.plan({ id: 'spring', channel, template }, [{ to: INDIAN }]);
			await at.sender.campaigns.sendDue();
			expect(await estimates(INDIAN)).toEqual([['template', { currency: 'EUR', amount: 2_000 }]]);
		});

		it.each([
			[
				'the prices have none for its market',
				POLE,
				{ why: 'no-price', market: 'Rest of Central & Eastern Europe', category: 'utility' },
				/there is no price for utility in Rest of Central & Eastern Europe/,
			],
			[
				'its market is unknown',
				'999999999999',
				{ why: 'unknown-market' },
				/the customer's market is unknown/,
			],
		])('as unknown if %s, and why', async (_title, to, why, words) => {
			await setPrices();
			await at.sender.send({ ...at.intent, to }, {});
			expect((await estimates(to)).at(0)).toEqual(['template', { currency: 'EUR', ...why }]);
			expect((await sentences(to))[0]).toMatch(words);
		});

		it('as unknown if nobody has looked up the category of its template', async () => {
			await setPrices();
			await at.sender.send({ ...at.intent, to: INDIAN }, {}, { as: 'template' });
			expect(await estimates(INDIAN)).toEqual([['template', { currency: 'EUR', why: 'unknown-category' }]]);
		});
	});

	describe('a message that went out', () => {
		it('has no cost if the account has no prices', async () => {
			const outcome = await at.sender.send(at.intent, at.content);
			expect(outcome).toMatchObject({ action: 'freeform' });
			expect(outcome).not.toHaveProperty('cost');
		});

		it('costs at most the list price of its form', async () => {
			await setPrices();
			const freeform = await at.sender.send(at.intent, at.content);
			expect(freeform).toMatchObject({
				action: 'freeform',
				cost: { currency: 'EUR', amount: 30_000, estimated: true },
			});
			const template = await at.sender.send({ ...at.intent, to: INDIAN }, {});
			expect(template).toMatchObject({
				action: 'template',
				cost: { currency: 'EUR', amount: 2_000, estimated: true },
			});
		});

		it('costs what nobody knows if the prices have none for it', async () => {
			await setPrices();
			const { cost } = await at.sender.send({ ...at.intent, to: POLE }, {});
			expect(cost).toEqual({ currency: 'EUR', estimated: true });
		});

		it('has a cost if it is sent as asked, too, once its category is known', async () => {
			await setPrices();
			const asked = { as: 'template' } as const;
			const { cost: before } = await at.sender.send({ ...at.intent, to: INDIAN }, {}, asked);
			expect(before).toEqual({ currency: 'EUR', estimated: true });
			await at.sender.decide(at.intent);
			const { cost } = await at.sender.send({ ...at.intent, to: INDIAN }, {}, { as: 'template' });
			expect(cost).toMatchObject({ amount: 2_000 });
		});

		it('has its cost in the timeline of its customer', async () => {
			await setPrices();
			await at.sender.send({ ...at.intent, to: INDIAN }, {});
			const told = async () => {
				const { phoneNumberId: channel } = at.sandbox;
				const entries = await at.engine.timeline({ channel, to: INDIAN });
				return entries.find(({ kind }) => kind === 'sent')!;
			};
			expect(await told()).toMatchObject({
				sentence: expect.stringMatching(/ It costs at most EUR 0\.002\.$/),
				cost: { currency: 'EUR', amount: 2_000, estimated: true },
			});
			await at.hear();
			expect((await told()).sentence).toMatch(/ Charged as utility\. It costs EUR 0\.002\.$/);
		});

		it('has no cost if it did not go out', async () => {
			await setPrices();
			const held = await at.sender.send({ ...at.intent, to: INDIAN, template: undefined }, at.content);
			expect(held).toMatchObject({ action: 'skip' });
			expect(held).not.toHaveProperty('cost');
		});
	});

	describe('a campaign', () => {
		const template = { name: 'hello', language: 'en_US' };
		const plan = () => ({ id: 'spring', channel: at.sandbox.phoneNumberId, template });
		const freeform = { type: 'text', text: { body: 'Hello' } } as const;
		const recipients: PlannedRecipient[] = [{ to: CUSTOMER, freeform }, { to: INDIAN }, { to: POLE }];

		it('would cost a range, with what is unknown', async () => {
			await setPrices();
			const { cost } = await at.sender.campaigns.dryRun(plan(), recipients);
			expect(cost).toEqual({
				currency: 'EUR',
				least: 2_000,
				most: 32_000,
				known: 2,
				unknown: { 'Rest of Central & Eastern Europe': 1 },
				unknownCategories: ['utility'],
			});
		});

		it('has no range if the account has no prices', async () => {
			expect(await at.sender.campaigns.dryRun(plan(), recipients)).not.toHaveProperty('cost');
		});

		it('reports what it cost, by category and market', async () => {
			await setPrices();
			await at.sender.campaigns.plan(plan(), [{ to: INDIAN }, { to: POLE }]);
			await at.sender.campaigns.sendDue({ budgetMs: 5_000 });
			await at.hear();
			const { spending } = await at.sender.campaigns.report('spring');
			expect(spending!.map(({ by }) => by)).toEqual([
				{ category: 'utility', market: 'India' },
				{ category: 'utility', market: 'Rest of Central & Eastern Europe' },
			]);
			expect(spending).toMatchObject([{ spent: 2_000 }, { spent: 0, messages: { unknown: 1 } }]);
		});

		it('reports no spending if the account has no prices', async () => {
			await at.sender.campaigns.plan(plan(), [{ to: INDIAN }]);
			expect(await at.sender.campaigns.report('spring')).not.toHaveProperty('spending');
		});
	});
});
