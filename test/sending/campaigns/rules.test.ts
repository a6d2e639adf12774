import type { PolicyDocument } from '../../../engine';
import { policies } from '../../../engine';
import { customers, HOUR, inEachDatabase, MINUTE } from './scene';

inEachDatabase((at) => {
	const freeform = { type: 'text', text: { body: 'Hello' } } as const;
	const refusals = () =>
		at.sandbox.control.violations().filter(({ rule }) => rule === 'template-not-sendable');

	describe('a template that is paused', () => {
		it('in mid-campaign and back after 3 hours: all are reached, and nothing was refused but what was in flight', async () => {
			await at.plan(customers(300));
			await at.campaigns.sendDue({ budgetMs: 150 });
			await at.sandbox.control.pause('hello');
			await at.campaigns.sendDue();
			const inFlight = refusals().length;
			expect(await at.counts()).toMatchObject({ held: 300 - at.reached().length });

			await at.hear();
			await at.later(HOUR);
			await at.campaigns.sendDue();
			const { heldUntil, reasons } = await at.campaigns.report('spring');
			expect(reasons).toMatchObject([{ state: 'held', rule: 'template-paused' }]);
			expect(heldUntil! - at.sandbox.clock.now()).toBeGreaterThan(HOUR);

			await at.later(2 * HOUR);
			await at.campaigns.sendDue();
			expect(at.reached()).toEqual(customers(300));
			expect(refusals()).toHaveLength(inFlight);
		});

		it('holds without a try once the event is in', async () => {
			await at.plan(customers(5));
			await at.campaigns.dryRun({ ...at.spring, id: 'other' }, [{ to: customers(1)[0]! }]);
			await at.sandbox.control.pause('hello');
			await at.hear();
			await at.campaigns.sendDue();
			expect(await at.counts()).toEqual({ held: 5 });
			expect(at.sandbox.control.violations()).toEqual([]);
		});

		it('that no event told of is seen by a dry run, not by what was learned before', async () => {
			const [to] = customers(1) as [string];
			const decisionOf = async () => {
				const { decisions } = await at.campaigns.dryRun({ ...at.spring, id: 'other' }, [{ to }]);
				return decisions[0]!.action;
			};
			expect(await decisionOf()).toBe('template');
			await at.sandbox.control.pause('hello');
			expect(await decisionOf()).toBe('hold');
		});

		it('with a known end keeps it when a dry run looks the template up', async () => {
			const [to] = customers(1) as [string];
			const decide = () => at.campaigns.dryRun({ ...at.spring, id: 'other' }, [{ to }]);
			await decide();
			await at.sandbox.control.pause('hello');
			await at.hear();
			const [{ rule, retryAt } = {}] = (await decide()).decisions;
			expect(rule).toBe('template-paused');
			await at.later(HOUR);
			expect((await decide()).decisions).toMatchObject([{ rule, retryAt }]);
		});

		it('that no event told of counts each recipient once, though each was tried before it was held', async () => {
			await at.plan(customers(3));
			await at.campaigns.dryRun({ ...at.spring, id: 'other' }, [{ to: customers(1)[0]! }]);
			await at.sandbox.control.pause('hello');
			const summary = await at.campaigns.sendDue();
			expect(summary).toMatchObject({ claimed: 3, held: 3, accepted: 0 });
			expect(summary.refused).toBeGreaterThan(0);
			expect(await at.counts()).toEqual({ held: 3 });
		});

		it('lets those go on as freeform who are inside their window and have content for it', async () => {
			const [inside, outside] = customers(2) as [string, string];
			await at.sandbox.control.customerWrites({ from: inside, text: 'Hi' });
			await at.sandbox.control.pause('hello');
			await at.hear();
			await at.plan([inside, outside], { freeform });
			await at.campaigns.sendDue();
			expect(at.reached()).toEqual([inside]);
			expect((await at.recipients())[outside]).toMatchObject({ state: 'held', rule: 'template-paused' });
		});

		it('and reactivated by hand lets them go at once', async () => {
			await at.plan(customers(5));
			await at.sandbox.control.pause('hello', undefined, 'pacing');
			await at.hear();
			await at.campaigns.sendDue();
			expect(await at.counts()).toEqual({ held: 5 });
			await at.later(0);
			await at.sandbox.control.reactivate('hello');
			await at.hear();
			await at.campaigns.sendDue();
			expect(at.reached()).toEqual(customers(5));
		});

		it('and disabled then skips them, with the reason', async () => {
			await at.plan(customers(2));
			await at.sandbox.control.pause('hello');
			await at.hear();
			await at.campaigns.sendDue();
			await at.later(0);
			await at.sandbox.control.disable('hello');
			await at.hear();
			await at.campaigns.sendDue();
			expect((await at.campaigns.report('spring')).reasons).toMatchObject([
				{ state: 'skipped', rule: 'template-unusable', count: 2 },
			]);
		});
	});

	describe('a conversation', () => {
		it('that the agent holds waits, and goes on as soon as it passes control', async () => {
			const [to] = customers(1) as [string];
			await at.sandbox.control.customerWrites({ from: to, text: 'Hi' });
			await at.sandbox.control.handOver({ contact: to, to: 'agent' });
			await at.hear();
			await at.plan([to], { freeform });
			await at.campaigns.sendDue();
			expect((await at.recipients())[to]).toMatchObject({ state: 'held', rule: 'agent-holds' });
			await at.later(0);
			await at.sandbox.control.handOver({ contact: to, to: 'business' });
			await at.hear();
			await at.campaigns.sendDue();
			expect(at.reached()).toEqual([to]);
		});

		it('that is open holds a template until it has closed', async () => {
			const [to] = customers(1) as [string];
			await at.sandbox.control.customerWrites({ from: to, text: 'Hi' });
			await at.hear();
			await at.plan([to]);
			await at.campaigns.sendDue();
			const { due } = (await at.recipients())[to]!;
			await at.sandbox.clock.advance(due! - at.sandbox.clock.now() - MINUTE);
			await at.campaigns.sendDue({ budgetMs: 500 });
			expect(at.reached()).toEqual([]);
			await at.later(MINUTE);
			await at.campaigns.sendDue();
			expect(at.reached()).toEqual([to]);
			expect(at.sandbox.control.violations()).toEqual([]);
		});

		it('that the gateway knows to be open gets freeform instead of the refused template', async () => {
			const [to] = customers(1) as [string];
			await at.sandbox.control.customerWrites({ from: to, text: 'Nobody hears this' });
			await at.plan([to], { freeform });
			expect(await at.campaigns.sendDue()).toMatchObject({ refused: 1, accepted: 1 });
			expect(at.sandbox.control.sent()).toMatchObject([{ to, type: 'text' }]);
		});
	});

	describe('caps of the policy', () => {
		const withRule = (
			name: string,
			change: (rule: PolicyDocument['rules'][number]) => void,
		): PolicyDocument => {
			const mine = structuredClone(policies.strict);
			const rule = mine.rules.find((one) => one.name === name)!;
			rule.enabled = true;
			change(rule);
			return { ...mine, name: 'mine' };
		};
		const save = (policy: PolicyDocument) => at.store.policies.save(policy, at.sandbox.clock.now());
		const replaced = (text: string, from: string, to: string) => JSON.parse(text.replace(from, to)) as never;

		it('on new customers a day are kept to the customer', async () => {
			await save(
				withRule('new-customers-cap', (rule) => {
					rule.conditions = replaced(JSON.stringify(rule.conditions), '250', '7');
				}),
			);
			await at.plan(customers(20), { policy: 'mine' });
			await at.campaigns.sendDue();
			expect(await at.counts()).toEqual({ accepted: 7, held: 13 });
			await at.later(24 * HOUR);
			await at.campaigns.sendDue();
			expect(await at.counts()).toEqual({ accepted: 14, held: 6 });
		});

		it('on messages to one customer count those of other campaigns', async () => {
			await save(withRule('frequency-cap', () => {}));
			await at.sandbox.control.addTemplate({ name: 'offer', category: 'MARKETING', body: 'Look.' });
			const template = { name: 'offer', language: 'en_US' };
			for (const id of ['one', 'two', 'spring']) {
				await at.plan(customers(1), { id, policy: 'mine', template });
				await at.campaigns.sendDue();
			}
			expect(at.reached()).toHaveLength(2);
			expect((await at.campaigns.report('spring')).reasons).toMatchObject([
				{ state: 'held', rule: 'frequency-cap' },
			]);
		});
	});
});
