import type { PolicyDocument } from '../../engine';
import { createEngine, explainDecision, policies, savePolicy } from '../../engine';
import { createSender } from '../../sending';
import { customers, inEachDatabase } from './campaigns/scene';
import { CUSTOMER } from './stage';

type Facts = NonNullable<PolicyDocument['facts']>;

/** Like `strict`, but sends templates only to VIPs. */
const vipsOnly = (vip: Partial<Facts[string]> = {}): PolicyDocument => ({
	...policies.strict,
	name: 'vips',
	version: 1,
	facts: { vip: { type: 'boolean', label: 'VIP', ...vip }, tier: { type: 'text', missing: 'none' } },
	rules: [
		{
			name: 'no-vip',
			conditions: { fact: 'vip', operator: 'equal', value: false },
			event: { type: 'skip', params: { reason: 'No VIP: the tier is {tier}.' } },
		},
		...policies.strict.rules,
	],
});

inEachDatabase((at) => {
	const senderWith = async (policy: PolicyDocument) => {
		const saved = await savePolicy(at.store, policy, 1);
		const engine = createEngine({ store: at.store, policy: saved });
		return createSender({ engine, gateway: at.gateway });
	};

	async function explained(contact = CUSTOMER) {
		const { decisions } = at.store;
		const [kept, known] = await Promise.all([
			decisions.about({ channel: at.spring.channel, contact, limit: 100 }),
			decisions.policies(),
		]);
		return kept.map((one) => explainDecision(one, known)).reverse();
	}

	describe('a message with a fact of its own', () => {
		it('goes out by it, and the log tells it', async () => {
			const sender = await senderWith(vipsOnly());
			const send = (facts: object) => sender.send({ ...at.intent, facts: { ...facts } }, {});
			expect(await send({ vip: 'yes' })).toMatchObject({ action: 'template' });
			expect(await send({ vip: false, tier: 'tin' })).toMatchObject({
				action: 'skip',
				reason: 'No VIP: the tier is tin.',
			});
			const missing = await send({});
			expect(missing).toMatchObject({ action: 'hold', rule: 'fact-missing' });
			expect((await explained()).map(({ rule, reason, facts }) => ({ rule, reason, facts }))).toMatchObject([
				{ rule: 'template', facts: { vip: true } },
				{ rule: 'no-vip', reason: 'No VIP: the tier is tin.', facts: { vip: false, tier: 'tin' } },
				{ rule: 'fact-missing', reason: missing.reason, facts: { vip: null } },
			]);
		});

		it('is replayed with its value, and with what another policy says of a missing one', async () => {
			const sender = await senderWith(vipsOnly());
			for (const facts of [{ vip: true }, { vip: false }, {}]) await sender.send({ ...at.intent, facts }, {});
			const replay = (candidate: PolicyDocument) =>
				createEngine({ store: at.store, policy: candidate }).replay({ since: 0 });
			expect(await replay(vipsOnly())).toMatchObject({ decisions: 3, differ: 0, notKnown: 0 });
			expect((await replay(vipsOnly({ missing: false }))).changes).toMatchObject([
				{ before: { rule: 'fact-missing' }, after: { rule: 'no-vip' }, count: 1 },
			]);
		});

		it('is not judged by a policy whose fact nobody kept', async () => {
			await at.sender.send(at.intent, {});
			const replayed = await createEngine({ store: at.store, policy: vipsOnly() }).replay({ since: 0 });
			expect(replayed).toMatchObject({ decisions: 1, notKnown: 1, missingFacts: { vip: 1 } });
		});

		it('has it still when it was kept until later', async () => {
			const sender = await senderWith(vipsOnly());
			await at.sandbox.control.customerWrites({ from: CUSTOMER, text: 'Hi' });
			await at.hear();
			const intent = { ...at.intent, facts: { vip: true } };
			expect(await sender.send(intent, {})).toMatchObject({ rule: 'template-in-active-conversation' });
			await sender.keep(intent, { template: {} }, { policy: 'vips' });
			await at.later(24 * 3_600_000);
			expect(await at.campaigns.sendDue()).toMatchObject({ accepted: 1 });
		});
	});

	describe('a recipient of a campaign', () => {
		const [vip, other, unknown] = customers(3) as [string, string, string];
		const withFacts = (to: string, facts?: Facts | object) => ({ to, ...(facts && { facts: { ...facts } }) });

		it('keeps its facts until it is due', async () => {
			await savePolicy(at.store, vipsOnly(), 1);
			const recipients = [withFacts(vip, { vip: true }), withFacts(other, { vip: 'no' }), withFacts(unknown)];
			const plan = { ...at.spring, policy: 'vips' };
			const { decisions } = await at.campaigns.dryRun(plan, recipients);
			expect(decisions.map(({ rule }) => rule)).toEqual(['template', 'no-vip', 'fact-missing']);
			await at.plan(recipients, { policy: 'vips' });
			await at.campaigns.sendDue();
			expect(at.reached()).toEqual([vip]);
			expect(await at.counts()).toEqual({ accepted: 1, skipped: 1, held: 1 });
			expect((await at.recipients())[unknown]).toMatchObject({
				reason: expect.stringContaining("asks for VIP (vip), which this message doesn't say") as string,
			});
		});

		it('is refused with all that is wrong with them, and the others are planned', async () => {
			await savePolicy(at.store, vipsOnly(), 1);
			const recipients = [withFacts(vip, { vip: 1, vpi: true }), withFacts(other, { vip: false })];
			const { planned, invalid } = await at.plan(recipients, { policy: 'vips' });
			expect(planned).toBe(1);
			expect(invalid[0]!.problems.map(({ path }) => path)).toEqual([
				['facts', 'vip'],
				['facts', 'vpi'],
			]);
		});

		it('is checked against the version that the campaign was planned with', async () => {
			await at.plan([vip], { policy: 'strict' });
			await savePolicy(at.store, vipsOnly(), 1);
			const { invalid } = await at.plan([withFacts(other, { vip: true })], { policy: 'vips' });
			expect(invalid).toMatchObject([
				{
					problems: [
						{ message: expect.stringContaining('The policy "strict" has no fact of its own') as string },
					],
				},
			]);
		});
	});
});
