import type { DecisionOrigin, ExplainedDecision } from '../../engine';
import { changeSettings, createEngine, definePolicy, explainDecision, policies } from '../../engine';
import { createSender } from '../../sending';
import { CUSTOMER } from './stage';
import { customers, HOUR, inEachDatabase } from './campaigns/scene';

const DAY = 24 * HOUR;
const ORIGIN = { workflow: 'w1', workflowName: 'Support', execution: '42' };

inEachDatabase((at) => {
	/** The decisions about a customer, as somebody reads them, oldest first. */
	async function explained(contact = CUSTOMER): Promise<ExplainedDecision[]> {
		const { decisions } = at.store;
		const [kept, known] = await Promise.all([
			decisions.about({ channel: at.spring.channel, contact, limit: 100 }),
			decisions.policies(),
		]);
		return kept.map((one) => explainDecision(one, known)).reverse();
	}

	async function writes(): Promise<void> {
		await at.sandbox.control.customerWrites({ from: CUSTOMER, text: 'Hi' });
		await at.hear();
	}

	/** Another sender, for an execution of a workflow. */
	const senderOf = (origin: DecisionOrigin) =>
		createSender({ engine: at.engine, gateway: at.gateway, origin });

	const send = (options = {}) => at.sender.send(at.intent, at.content, options);
	const sendWithoutTemplate = (options = {}) =>
		at.sender.send({ ...at.intent, template: undefined }, at.content, options);

	describe('a single message', () => {
		it('that goes out is noted with what its policy saw, and the reason is told as it was then', async () => {
			await writes();
			const { rule, reason } = await senderOf(ORIGIN).send(at.intent, at.content);
			const [decision, ...others] = await explained();
			expect(others).toEqual([]);
			const { name, version } = policies.strict;
			expect(decision).toMatchObject({ action: 'freeform', rule, reason, policy: { name, version } });
			expect(decision).toMatchObject({ times: 1, origin: ORIGIN });
			const { facts } = await at.engine.decide({ ...at.intent, freeform: true });
			const { now: asked, windowClosesIn } = decision!.facts;
			expect(facts).toMatchObject({ window: 'open', windowClosesAt: asked! + windowClosesIn! });
			expect(decision!.facts).toMatchObject({ window: 'open', holder: 'business', optedOut: false });
			expect(decision!.facts).not.toHaveProperty('marketingSent');
		});

		it('is told with what its workflow is called now, or not at all if nobody said so', async () => {
			await writes();
			const sendBy = (origin: DecisionOrigin) => senderOf(origin).send(at.intent, at.content);
			await sendBy({ workflow: 'w1', workflowName: 'Support' });
			await sendBy({ workflow: 'w2' });
			await sendBy({ workflow: 'w1', workflowName: 'Support, by night' });
			expect((await explained()).map(({ origin }) => origin)).toEqual([
				{ workflow: 'w1', workflowName: 'Support, by night' },
				{ workflow: 'w2' },
				{ workflow: 'w1', workflowName: 'Support, by night' },
			]);
			expect(await at.place.rows('decision_workflow')).toEqual([{ id: 'w1', name: 'Support, by night' }]);
		});

		it('that is held says until when, and one that is skipped why', async () => {
			const skipped = await sendWithoutTemplate();
			await writes();
			await at.sandbox.control.handOver({ contact: CUSTOMER, to: 'agent' });
			await at.hear();
			const held = await send();
			const all = await explained();
			expect(all).toMatchObject([
				{ action: 'skip', rule: 'no-template', reason: skipped.reason },
				{ action: 'hold', rule: 'agent-holds', reason: held.reason, retryAt: held.retryAt },
			]);
		});

		it('that is held again and again keeps its first and its last decision, and how many there were', async () => {
			const said = [];
			for (let turn = 0; turn < 5; turn += 1) {
				said.push(await sendWithoutTemplate({ once: 'a' }));
				await at.later(HOUR);
			}
			expect(said.map(({ rule }) => rule)).toEqual(said.map(() => 'no-template'));
			const all = await explained();
			expect(all.map(({ times: count }) => count)).toEqual([1, 4]);
			expect(all[1]!.at - all[0]!.at).toBeGreaterThan(3 * HOUR);
		});

		it('that is held and then goes out has both decisions', async () => {
			await sendWithoutTemplate({ once: 'a' });
			await writes();
			await sendWithoutTemplate({ once: 'a' });
			expect((await explained()).map(({ action }) => action)).toEqual(['skip', 'freeform']);
		});

		it('that was sent before is not noted again', async () => {
			await writes();
			await send({ once: 'a' });
			expect(await send({ once: 'a' })).toMatchObject({ repeated: true });
			expect(await explained()).toHaveLength(1);
		});

		it('that the gateway refuses is noted as let out, and then with the refusal', async () => {
			await writes();
			await at.sandbox.control.faults({ error: { code: 131026 } });
			const { error } = await send();
			expect(await explained()).toMatchObject([
				{ action: 'freeform', rule: 'window-open' },
				{ action: 'skip', rule: error!.effect, reason: expect.stringContaining('131026') },
			]);
		});

		it('that the gateway refuses, and the rules then hold, has the refusal between both decisions', async () => {
			await send();
			await at.sandbox.control.pause('hello');
			const to = '491702222222';
			const { rule } = await at.sender.send({ ...at.intent, to }, at.content);
			expect(await explained(to)).toMatchObject([
				{ action: 'template', rule: 'template' },
				{ action: 'skip', rule: 'template-hold', reason: expect.stringContaining('132015') },
				{ action: 'hold', rule, policy: { name: policies.strict.name } },
			]);
		});

		it('that is sent as asked is noted without a policy', async () => {
			await writes();
			const { reason } = await send({ as: 'freeform' });
			const [decision] = await explained();
			expect(decision).toMatchObject({ action: 'freeform', rule: 'as-asked', reason, facts: {} });
			expect(decision).not.toHaveProperty('policy');
		});

		it('that is only asked about is not noted', async () => {
			await at.sender.decide(at.intent);
			await at.engine.decide(at.intent);
			await at.campaigns.dryRun({ ...at.spring, id: 'other' }, [{ to: CUSTOMER }]);
			expect(await explained()).toEqual([]);
			expect(await at.place.rows('decision_policy')).toEqual([]);
		});

		it('is told by the policy that decided, although nobody saved it, and another one has its name now', async () => {
			const own = (reason: string) =>
				definePolicy({
					name: 'own',
					version: 1,
					rules: [
						{
							name: 'never',
							conditions: { any: [{ fact: 'hasTemplate', operator: 'equal', value: true }] },
							event: { type: 'skip', params: { reason } },
						},
						{
							name: 'else',
							conditions: { any: [{ fact: 'hasTemplate', operator: 'equal', value: false }] },
							event: { type: 'skip', params: { reason: 'There is none.' } },
						},
					],
				});
			for (const reason of ['The {template} stays here.', 'Nothing goes out.']) {
				const engine = createEngine({ store: at.store, policy: own(reason) });
				await createSender({ engine, gateway: at.gateway }).send(at.intent, at.content);
			}
			const reasons = (await explained()).map(({ reason }) => reason);
			expect(reasons).toEqual(['The hello (en_US) stays here.', 'Nothing goes out.']);
		});
	});

	describe('a recipient of a campaign', () => {
		const [ada, bob] = customers(2) as [string, string];

		it('that is sent to is noted in the transaction that begins its message', async () => {
			await at.plan([ada, bob]);
			await senderOf(ORIGIN).campaigns.sendDue();
			const sends = (await at.place.rows('send')) as Array<{ key: string; contact: string; at: number }>;
			const { key, at: sentAt } = sends.find(({ contact }) => contact === ada)!;
			const [decision, ...others] = await explained(ada);
			expect(others).toEqual([]);
			expect(decision).toMatchObject({ key, action: 'template', rule: 'template', origin: ORIGIN });
			expect(decision!.at).toBeLessThanOrEqual(Number(sentAt));
			expect(decision!.facts).toMatchObject({ hasTemplate: true, templateState: 'sendable' });
			expect(await explained(bob)).toMatchObject([{ action: 'template' }]);
		});

		it('that is held and skipped is noted with the rule, and counted when it comes again', async () => {
			await at.plan([ada]);
			await at.sandbox.control.pause('hello');
			await at.hear();
			await at.sendTo(1);
			await at.later(2 * DAY);
			await at.sandbox.control.pause('hello');
			await at.hear();
			await at.sendTo(1);
			const all = await explained(ada);
			expect(all.map(({ action }) => action)).toEqual(all.map(() => 'hold'));
			expect(all.length).toBeGreaterThan(0);
			expect(all[0]).toMatchObject({ rule: 'template-paused', policy: { name: 'strict' } });
		});

		it('that is too late is noted with the code of that rule', async () => {
			const until = (await at.engine.now(at.spring.channel)) + HOUR;
			const kept = { freeform: { type: 'text', text: { body: 'Soon' } } } as const;
			await at.sender.keep({ ...at.intent, to: ada }, kept, { until });
			await at.later(2 * HOUR);
			await at.campaigns.sendDue();
			const [decision] = await explained(ada);
			expect(decision).toMatchObject({ action: 'skip', rule: 'too-late' });
			expect(decision!.reason).toContain("couldn't be sent before");
			expect(decision).not.toHaveProperty('policy');
		});
	});

	describe('the log', () => {
		it('is pruned as it is set, and kept for 0 days it notes nothing', async () => {
			await at.store.retention.set({ decisions: 0 });
			await writes();
			await send();
			await at.plan(customers(2));
			await at.campaigns.sendDue();
			await sendWithoutTemplate({ once: 'a' });
			await at.store.decisions.ofSends([]);
			expect(await at.place.rows('decision')).toEqual([]);
			await at.store.retention.set({ decisions: DAY });
			await send();
			expect(await explained()).toHaveLength(1);
		});

		it.each([
			['notes nothing of a number that keeps its own for 0 days', 30, 0, 0],
			['notes those of a number that keeps its own, also if the store keeps none', 0, 30, 1],
		])('%s', async (_, ofStore, ofNumber, noted) => {
			const { channel } = at.spring;
			await at.store.retention.set({ decisions: ofStore * DAY });
			const retention = { events: 3 * DAY, decisions: ofNumber * DAY, conversations: 40 * DAY };
			await changeSettings(at.store, channel, { set: { policy: 'strict', retention }, unset: [] });
			await writes();
			await send();
			expect(await explained()).toHaveLength(noted);
		});

		it('is read in the order of time, page by page', async () => {
			await at.plan(customers(7));
			await at.campaigns.sendDue();
			const pages: string[][] = [];
			for (let after; ;) {
				const page = await at.store.decisions.page({ since: 0, limit: 3, ...(after && { after }) });
				if (page.length === 0) break;
				pages.push(page.map(({ contact }) => contact));
				after = page.at(-1)!.place;
			}
			expect(pages.map(({ length }) => length)).toEqual([3, 3, 1]);
			expect(pages.flat().sort()).toEqual(customers(7));
		});

		it('leaves with a customer who is erased, and comes with an export', async () => {
			await writes();
			await send();
			await sendWithoutTemplate();
			const customer = { channel: at.spring.channel, name: CUSTOMER };
			const { decisions } = await at.store.customers.export(customer);
			expect(decisions).toHaveLength(2);
			expect(await at.store.customers.erase(customer)).toMatchObject({ decisions: 2 });
			expect(await at.place.rows('decision')).toEqual([]);
		});
	});
});
