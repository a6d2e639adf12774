import type { Engine, Facts, Intent, PolicyDocument, Store } from '../../../engine';
import { createEngine, explainDecision, noteOf, parseWebhook, policies, savePrices } from '../../../engine';
import { UNKNOWN_AMOUNT } from '../../../engine/policies/facts';
import { ANY_SLOT } from '../../support/slots';
import { standingClock } from '../../support/standing-clock';
import type { StorePlace } from '../../support/stores';
import { DATABASES } from '../../support/stores';
import {
	ACCOUNT,
	CHANNEL,
	CUSTOMER,
	customerMessage,
	DAY,
	HOUR,
	messageStatus,
	MINUTE,
} from '../../support/wire';

/** 00:30 of the first day of a month in Berlin. */
const NOW = Date.UTC(2026, 9, 31, 23, 30);
const TEMPLATE = { name: 'offer', language: 'en_US' };
const ROWS = [
	{ Market: 'Germany', Marketing: '0.11', Utility: '0.04' },
	{ Market: 'India', Marketing: '0.01', Utility: '0.002' },
];

/** All optional rules about money, turned on. */
const asking: PolicyDocument = {
	...policies.strict,
	name: 'asking',
	rules: policies.strict.rules.map((rule) =>
		['spend-cap', 'spend-cap-of-month', 'campaign-budget'].includes(rule.name)
			? { ...rule, enabled: true }
			: rule,
	),
};

describe.each(DATABASES)('the facts about money in %s', (_name, placeOf) => {
	let place: StorePlace;
	let store: Store;
	let engine: Engine;
	const clock = standingClock();
	beforeEach(async () => {
		clock.now = NOW;
		place = placeOf();
		store = await place.open(clock);
		engine = createEngine({ store, policy: asking });
		await engine.ingest(parseWebhook(messageStatus({ at: NOW - DAY, status: 'sent' }), clock.now));
	});
	afterEach(() => place.remove());

	const setPrices = (rows: Array<Record<string, string>> = ROWS) =>
		savePrices(
			store,
			{ account: ACCOUNT, currency: 'EUR', timeZone: 'Europe/Berlin', firstDay: '2026-10-01', rows },
			clock.now,
		);
	const intent = (more: Partial<Intent> = {}): Intent => ({
		channel: CHANNEL,
		to: CUSTOMER,
		category: 'MARKETING',
		freeform: true,
		template: TEMPLATE,
		...more,
	});
	const facts = async (more?: Partial<Intent>): Promise<Partial<Facts>> => engine.facts(intent(more));

	let sent = 0;
	const begin = async (at: number, more: object = {}) =>
		store.sends.begin(
			{
				key: `k${(sent += 1)}`,
				channel: CHANNEL,
				contact: CUSTOMER,
				action: 'template',
				state: 'sending',
				at,
				reserve: {
					amount: 110_000,
					currency: 'EUR',
					day: '2026-11-01',
					category: 'marketing',
					campaign: '',
					...more,
				},
			},
			ANY_SLOT,
		);

	it('are unknown for an account without prices, and say so in reasons', async () => {
		const { estimatedCost, spentToday, spentThisMonth, freeServiceLeft, accountDayEndsAt } = await facts();
		expect([estimatedCost, spentToday, spentThisMonth]).toEqual(Array(3).fill(UNKNOWN_AMOUNT));
		expect([freeServiceLeft, accountDayEndsAt]).toEqual([0, 0]);
		await engine.record({
			kind: 'templates-listed',
			channel: CHANNEL,
			account: ACCOUNT,
			at: NOW,
			templates: [{ ...TEMPLATE, status: 'APPROVED', category: 'MARKETING' }],
		});
		expect(await engine.decide(intent())).toMatchObject({
			action: 'hold',
			rule: 'spend-cap',
			reason: expect.stringMatching(
				/^The policy limits what marketing messages cost in a day to 100, and what this one costs isn't known\./,
			),
		});
	});

	it('are list prices of the customer’s market', async () => {
		await setPrices();
		expect(await facts()).toMatchObject({ costIfFreeform: 0.04, costIfTemplate: 0.11, estimatedCost: 0.11 });
		expect(await facts({ to: '918123456789' })).toMatchObject({
			costIfFreeform: 0.002,
			costIfTemplate: 0.01,
		});
	});

	it('are of the form that goes out now: freeform in an open window', async () => {
		await setPrices();
		await engine.ingest(parseWebhook(customerMessage({ at: NOW - HOUR }), clock.now));
		expect(await facts()).toMatchObject({ estimatedCost: 0.04, spentToday: 0.04 });
		expect(await facts({ freeform: false })).toMatchObject({ estimatedCost: 0.11 });
	});

	it('count a market without a price as the highest one of the category', async () => {
		await setPrices();
		expect(await facts({ to: '48123456789' })).toMatchObject({ estimatedCost: 0.11 });
	});

	it('are unknown if the category has no price in any market', async () => {
		await setPrices([{ Market: 'Germany', Utility: '0.04' }]);
		expect(await facts()).toMatchObject({
			costIfTemplate: UNKNOWN_AMOUNT,
			costIfFreeform: 0.04,
			spentToday: UNKNOWN_AMOUNT,
		});
	});

	it('add the message to what was spent in its category, in the account’s day, month, and in its campaign', async () => {
		await setPrices();
		await begin(NOW - 2 * HOUR, { day: '2026-10-31' });
		await begin(NOW - MINUTE);
		await begin(NOW - MINUTE, { campaign: 'spring' });
		await begin(NOW - MINUTE, { category: 'utility' });
		expect(await facts()).toMatchObject({ spentToday: 0.33, spentThisMonth: 0.33, spentByCampaign: 0.11 });
		expect(await facts({ campaign: 'spring' })).toMatchObject({ spentToday: 0.33, spentByCampaign: 0.22 });
	});

	it('never count authentication', async () => {
		await setPrices([{ Market: 'Germany', Authentication: '0.11' }]);
		await begin(NOW - MINUTE, { category: 'authentication' });
		const of = await facts({ category: 'AUTHENTICATION' });
		expect(of).toMatchObject({ estimatedCost: 0.11, spentToday: 0, spentThisMonth: 0, spentByCampaign: 0 });
	});

	it('say when the account’s day and month end', async () => {
		await setPrices();
		expect(await facts()).toMatchObject({
			accountDayEndsAt: Date.UTC(2026, 10, 1, 23),
			accountMonthEndsAt: Date.UTC(2026, 10, 30, 23),
		});
	});

	describe('in a reason', () => {
		const knowTemplate = () =>
			engine.record({
				kind: 'templates-listed',
				channel: CHANNEL,
				account: ACCOUNT,
				at: NOW,
				templates: [{ ...TEMPLATE, status: 'APPROVED', category: 'MARKETING' }],
			});
		const told = (amount: string) =>
			`With this message, marketing messages cost ${amount} today, and the policy's limit is EUR 100.00. Wait until the account's day ends at 2026-11-01T23:00:00.000Z.`;

		it('are written in the currency of the account’s prices, and stay numbers as facts', async () => {
			await setPrices();
			await knowTemplate();
			await begin(NOW - MINUTE, { amount: 100_390_000 });
			const [alone, [together]] = [await engine.decide(intent()), await engine.decideAll([intent()])];
			expect(alone).toMatchObject({
				rule: 'spend-cap',
				reason: told('EUR 100.50'),
				facts: { spentToday: 100.5 },
			});
			expect(together).toMatchObject({ reason: told('EUR 100.50') });
		});

		it('have as many decimals as they need: up to the cap, a message goes out', async () => {
			await setPrices();
			await knowTemplate();
			await begin(NOW - MINUTE, { amount: 99_890_000 });
			expect(await engine.decide(intent())).toMatchObject({ action: 'template' });
			await begin(NOW - MINUTE, { amount: 1 });
			expect(await engine.decide(intent())).toMatchObject({ reason: told('EUR 100.000001') });
		});

		it('are limits in it, too, if nobody knows what the message costs', async () => {
			await setPrices([{ Market: 'Germany', Utility: '0.04' }]);
			await knowTemplate();
			expect(await engine.decide(intent())).toMatchObject({
				reason: expect.stringMatching(/cost in a day to EUR 100\.00, and what this one costs isn't known\./),
			});
		});

		it('are told in it later, as the log has the decision', async () => {
			await setPrices();
			await knowTemplate();
			await begin(NOW - MINUTE, { amount: 100_390_000 });
			const { estimate, facts: known, ...decision } = await engine.decide(intent());
			const note = noteOf(
				{ ...decision, facts: known, estimate, policy: engine.policy, at: NOW },
				{ key: 'k', channel: CHANNEL, contact: CUSTOMER },
			);
			const kept = { ...note, times: 1, firstAt: NOW };
			const { reason } = explainDecision(kept, new Map([[engine.policy.id, engine.policy]]));
			expect(reason).toBe(told('EUR 100.50'));
		});
	});

	it('aren’t read unless a rule asks for them', async () => {
		await setPrices();
		await begin(NOW - MINUTE);
		const strict = createEngine({ store });
		expect(await strict.facts(intent())).toMatchObject({ spentToday: 0.11 });
		expect(await facts()).toMatchObject({ spentToday: 0.22 });
	});

	describe('a free entry point', () => {
		const hears = (ends?: number) =>
			engine.ingest(
				parseWebhook(
					messageStatus({
						at: NOW - HOUR,
						id: 'wamid.entry',
						status: 'sent',
						pricing: { pricing_model: 'PMP', billable: false, type: 'free_entry_point', category: 'service' },
						...(ends !== undefined && { conversation: { expiration_timestamp: String(ends / 1_000) } }),
					}),
					clock.now,
				),
			);

		it('is unknown until a status tells', async () => {
			await setPrices();
			expect(await facts()).toMatchObject({ freeEntryOpen: 'unknown', estimatedCost: 0.11 });
		});

		it.each([
			['just before', 1_000, 'open', 0],
			['at', 0, 'closed', 0.11],
		])(
			'is open until the end that the status names: %s it',
			async (_, left, freeEntryOpen, estimatedCost) => {
				await setPrices();
				await hears(NOW + left);
				expect(await facts()).toMatchObject({ freeEntryOpen, estimatedCost });
			},
		);

		it('without an end is open only for as long as the window is', async () => {
			await hears();
			expect(await facts()).toMatchObject({ freeEntryOpen: 'unknown' });
			await engine.ingest(parseWebhook(customerMessage({ at: NOW - 2 * HOUR }), clock.now));
			expect(await facts()).toMatchObject({ freeEntryOpen: 'open' });
		});
	});

	it('forecast how much of the free part is left, by what statuses called free this month', async () => {
		await setPrices();
		const pricing = {
			pricing_model: 'PMP',
			billable: false,
			type: 'free_customer_service',
			category: 'service',
		};
		for (const [id, at, status] of [
			['a', NOW, 'delivered'],
			['b', NOW, 'sent'],
			['c', NOW - 2 * HOUR, 'delivered'],
		] as const) {
			const body = messageStatus({ at, id, status, pricing });
			await engine.ingest(parseWebhook(body, clock.now));
			await engine.ingest(parseWebhook(body, clock.now));
		}
		expect(await facts()).toMatchObject({ freeServiceLeft: 999 });
	});
});
