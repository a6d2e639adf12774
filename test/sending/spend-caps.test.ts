import type { PolicyDocument } from '../../engine';
import { createEngine, policies, savePolicy, savePrices } from '../../engine';
import { createSender } from '../../sending';
import { customers, inEachDatabase } from './campaigns/scene';
import { CUSTOMER } from './stage';

const WORKERS = 8;
const DAY = 24 * 60 * 60_000;
const TEMPLATE = { name: 'sale', language: 'en_US' };

/** The strict policy with a rule about money turned on, and its amount. */
const policyWith = (name: string, amount: number): PolicyDocument => ({
	...policies.strict,
	name: 'capped',
	rules: policies.strict.rules.map((rule) =>
		rule.name === name
			? {
					...rule,
					enabled: true,
					conditions: JSON.parse(
						JSON.stringify(rule.conditions, (key, value: unknown) =>
							key === 'value' && typeof value === 'number' ? amount : value,
						),
					) as typeof rule.conditions,
				}
			: rule,
	),
});

inEachDatabase((at) => {
	beforeEach(async () => {
		await at.sandbox.control.addTemplate({ name: 'sale', category: 'MARKETING', body: 'Half price today.' });
		// The account of the number is learned from the first delivery.
		await at.sandbox.control.customerWrites({ from: CUSTOMER });
		await at.hear();
		await savePrices(
			at.store,
			{
				account: at.sandbox.accountId,
				currency: 'EUR',
				timeZone: 'Europe/Berlin',
				firstDay: '2020-01-01',
				rows: [{ Market: 'Germany', Marketing: '0.10', Utility: '0.04', Service: '0.03' }],
			},
			at.store.runtime.now(),
		);
	});

	const useRule = (name: string, amount: number) =>
		savePolicy(at.store, policyWith(name, amount), at.store.runtime.now());

	/** The cap of a day, for marketing and utility together. */
	const useCapTogether = (amount: number) => {
		const { rules, ...policy } = policyWith('spend-cap', amount);
		const together = rules.map((rule) =>
			rule.name === 'spend-cap'
				? {
						...rule,
						conditions: {
							all: [
								{ fact: 'category', operator: 'in', value: ['MARKETING', 'UTILITY', 'none'] },
								{ fact: 'spentTodayTogether', operator: 'greaterThan', value: amount },
							],
						},
					}
				: rule,
		);
		return savePolicy(at.store, { ...policy, rules: together }, at.store.runtime.now());
	};

	/** Senders that share nothing but the database. */
	async function workers() {
		const policy = (await at.store.policies.find('capped'))!.document;
		const stores = await Promise.all(Array.from({ length: WORKERS }, at.another));
		return stores.map((store) =>
			createSender({
				engine: createEngine({ store, policy }),
				gateway: at.gateway,
				pace: { perSecond: 1_000 },
			}),
		);
	}

	describe('eight workers at once never exceed a cap', () => {
		it('of a day, with a campaign', async () => {
			await useRule('spend-cap', 1.75);
			await at.plan(customers(60), { template: TEMPLATE, policy: 'capped' });
			await Promise.all((await workers()).map(({ campaigns }) => campaigns.sendDue()));
			expect(at.reached()).toHaveLength(17);
			expect(await at.counts()).toEqual({ accepted: 17, held: 43 });
		});

		it('of a month, with single messages', async () => {
			await useRule('spend-cap-of-month', 0.95);
			const senders = await workers();
			const outcomes = await Promise.all(
				customers(24).map((to, index) =>
					senders[index % WORKERS]!.send({ channel: at.spring.channel, to, template: TEMPLATE }, {}),
				),
			);
			expect(at.reached()).toHaveLength(9);
			const held = outcomes.filter(({ action }) => action === 'hold');
			expect(held).toHaveLength(15);
			for (const one of held) expect(one).toMatchObject({ rule: 'spend-cap-of-month' });
		});

		it('of each campaign', async () => {
			await useRule('campaign-budget', 0.5);
			await at.plan(customers(10), { template: TEMPLATE, policy: 'capped' });
			await at.plan(customers(20).slice(10), { id: 'other', template: TEMPLATE, policy: 'capped' });
			await Promise.all((await workers()).map(({ campaigns }) => campaigns.sendDue()));
			expect(at.reached()).toHaveLength(10);
		});
	});

	it('a replay says how many of a campaign a cap would have held, although they began together', async () => {
		const to = customers(12);
		await at.sandbox.control.faults({ error: { code: 132_012, to: to[5]! } });
		await at.plan(to, { template: TEMPLATE });
		await at.campaigns.sendDue();
		expect(await at.counts()).toEqual({ accepted: 11, failed: 1 });
		const heldAt = async (amount: number) => {
			const { changes, notKnown } = await at.engine
				.withPolicy(policyWith('spend-cap', amount))
				.replay({ since: 0 });
			expect(notKnown).toBe(0);
			return changes.map(({ after, count }) => [after.rule, count]);
		};
		expect(await heldAt(1.1)).toEqual([]);
		expect(await heldAt(1.09)).toEqual([['spend-cap', 1]]);
		expect(await heldAt(0.4)).toEqual([['spend-cap', 7]]);
	});

	it('eight workers never exceed a cap of two categories together', async () => {
		await useCapTogether(0.5);
		const senders = await workers();
		const utility = at.spring.template!;
		const outcomes = await Promise.all(
			customers(24).map((to, index) =>
				senders[index % WORKERS]!.send(
					{ channel: at.spring.channel, to, template: index % 2 === 0 ? TEMPLATE : utility },
					{},
				),
			),
		);
		const sent = outcomes.filter(({ action }) => action === 'template');
		const costs = sent.map(({ cost }) => cost!.amount!);
		const spent = costs.reduce((sum, cost) => sum + cost, 0);
		expect(spent).toBeLessThanOrEqual(500_000);
		expect(spent).toBeGreaterThan(400_000);
		const held = outcomes.filter(({ action }) => action === 'hold');
		expect(held.length + sent.length).toBe(24);
		for (const one of held) expect(one).toMatchObject({ rule: 'spend-cap' });
	});

	it('what a cap holds goes out when the account’s day is over, paced and under the cap of the next one', async () => {
		await useRule('spend-cap', 0.3);
		await at.plan(customers(8), { template: TEMPLATE, policy: 'capped' });
		await at.campaigns.sendDue();
		expect(at.reached()).toHaveLength(3);
		const { heldUntil } = await at.campaigns.report('spring');
		const berlin = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Berlin', timeStyle: 'short' });
		expect(berlin.format(heldUntil)).toBe('00:00');
		await at.later(heldUntil! - (await at.engine.now(at.spring.channel)));
		await at.campaigns.sendDue();
		expect(at.reached()).toHaveLength(6);
		const [first, second] = at.sandbox.control
			.sent()
			.slice(3)
			.map((one) => one.at);
		expect(second! - first!).toBeGreaterThanOrEqual(1);
		await at.later(DAY);
		await at.campaigns.sendDue();
		expect(at.reached()).toHaveLength(8);
	});

	it('utility messages and freeform ones go out although the cap of marketing is reached', async () => {
		await useRule('spend-cap', 0.05);
		const [sender] = await workers();
		const intent = { channel: at.spring.channel, to: customers(1)[0]! };
		expect(await sender!.send({ ...intent, template: TEMPLATE }, {})).toMatchObject({
			action: 'hold',
			rule: 'spend-cap',
		});
		expect(await sender!.send({ ...intent, template: at.spring.template! }, {})).toMatchObject({
			action: 'template',
		});
		const freeform = { freeform: { type: 'text' as const, text: { body: 'Hello' } } };
		expect(await sender!.send({ ...intent, to: CUSTOMER }, freeform)).toMatchObject({ action: 'freeform' });
	});

	it('what is sent without asking the rules counts toward the caps of what asks them', async () => {
		await useRule('spend-cap', 0.1);
		const [sender] = await workers();
		const [first, second] = customers(2) as [string, string];
		const intent = { channel: at.spring.channel, template: TEMPLATE };
		await sender!.decide({ ...intent, to: first });
		await sender!.send({ ...intent, to: first }, {}, { as: 'template' });
		expect(await sender!.send({ ...intent, to: second }, {})).toMatchObject({ rule: 'spend-cap' });
	});

	describe('only while it is free', () => {
		const hearsFree = async (to: string) => {
			await at.sandbox.control.customerWrites({ from: to });
			await at.hear();
		};

		it('a marketing template waits as long as nobody knows that it costs nothing', async () => {
			await useRule('free-only', 0);
			const [sender] = await workers();
			const [to] = customers(1) as [string];
			const outcome = await sender!.send({ channel: at.spring.channel, to, template: TEMPLATE }, {});
			expect(outcome).toMatchObject({
				action: 'hold',
				rule: 'free-only',
				reason: expect.stringContaining('free entry point: unknown'),
			});
		});

		it('a freeform message goes out in an open window while the free part lasts', async () => {
			await useRule('free-only', 0);
			const [sender] = await workers();
			const [to] = customers(1) as [string];
			await hearsFree(to);
			const freeform = { freeform: { type: 'text' as const, text: { body: 'Hello' } } };
			const intent = { channel: at.spring.channel, to, category: 'MARKETING' };
			expect(await sender!.send(intent, freeform)).toMatchObject({ action: 'freeform' });
		});
	});
});
