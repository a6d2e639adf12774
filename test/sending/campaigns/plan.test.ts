import { dottedPath } from '../../../base';
import { CUSTOMER } from '../stage';
import { customers, HOUR, inEachDatabase } from './scene';

inEachDatabase((at) => {
	describe('a plan', () => {
		it('says how many it planned, and sends nothing', async () => {
			expect(await at.plan(customers(3))).toMatchObject({
				campaign: { id: 'spring', state: 'running', policy: { name: 'strict', version: 8 } },
				planned: 3,
				repeated: 0,
				alreadyPlanned: 0,
				invalid: [],
			});
			expect(await at.counts()).toEqual({ planned: 3 });
			expect(at.reached()).toEqual([]);
		});

		it('repeated adds nobody twice, however the number is written', async () => {
			await at.plan(['+49 170 1234567']);
			expect(await at.plan(['491701234567', '49-170-1234567', '491709999999'])).toMatchObject({
				planned: 1,
				repeated: 2,
			});
		});

		it('tells those who were in the campaign from those who stood in the list twice, and names the first', async () => {
			const [ada, bob, cem] = customers(3) as [string, string, string];
			await at.plan([ada]);
			expect(await at.plan([ada, bob, `+${bob}`, ada, cem])).toMatchObject({
				planned: 2,
				repeated: 3,
				alreadyPlanned: 1,
				firstRepeated: `+${bob}`,
			});
			const again = await at.plan([ada, bob, cem]);
			expect(again).toMatchObject({ planned: 0, repeated: 3, alreadyPlanned: 3 });
			expect(again).not.toHaveProperty('firstRepeated');
		});

		it('tells them apart however long the list is', async () => {
			const many = customers(600);
			expect(await at.plan([...many, ...many.slice(0, 2)])).toMatchObject({
				planned: 600,
				repeated: 2,
				alreadyPlanned: 0,
				firstRepeated: many[0],
			});
		});

		it('names who is repeated by the key that says so', async () => {
			const [ada] = customers(1) as [string];
			const order = { to: ada, key: 'order 7' };
			expect(await at.plan([order, { ...order, key: 'order 8' }, order])).toMatchObject({
				alreadyPlanned: 0,
				firstRepeated: 'order 7',
			});
		});

		it('takes whoever has the same key for the same, and one customer under two keys for two', async () => {
			const [first, second] = customers(2) as [string, string];
			expect(await at.plan([{ to: first, key: 'order 7' }])).toMatchObject({ planned: 1 });
			expect(
				await at.plan([
					{ to: second, key: 'order 7' },
					{ to: first, key: 'order 8' },
				]),
			).toMatchObject({ planned: 1, repeated: 1 });
		});

		it('knows a customer by all names', async () => {
			const aliases = [{ scope: at.spring.channel, alias: 'US.1349', contact: CUSTOMER }];
			await at.store.apply({ aliases });
			expect(await at.plan([CUSTOMER, 'US.1349'])).toMatchObject({ planned: 1, repeated: 1 });
		});

		it.each([
			['before either was sent', 0],
			['after the first was sent', 1],
		])('sends once to a customer whose two names turn out to be one %s', async (_, sent) => {
			await at.plan([CUSTOMER]);
			if (sent === 0) await at.plan(['US.1349']);
			else await at.campaigns.sendDue();
			if (sent === 1) await at.plan(['US.1349']);
			await at.store.apply({
				aliases: [{ scope: at.spring.channel, alias: 'US.1349', contact: CUSTOMER }],
			});
			await at.campaigns.sendDue();
			expect(at.reached()).toHaveLength(1);
		});

		it('names everything that is wrong with each recipient, and plans the others', async () => {
			const [good] = customers(1) as [string];
			const bad = { type: 'text', text: { body: '' } } as const;
			const result = await at.plan([
				good,
				'123',
				{ to: 'nobody at all', key: '' },
				{ to: '', template: { name: '', language: 'en_US' } },
				{ to: good, key: 'other', freeform: bad, timeZone: 'Mars/Olympus', lastInboundAt: NaN },
			]);
			expect(result.planned).toBe(1);
			expect(
				result.invalid.map(({ index, problems }) => [index, problems.map(({ path }) => dottedPath(path))]),
			).toEqual([
				[1, ['to']],
				[2, ['to', 'key']],
				[3, ['to', 'template.name']],
				[4, ['text.body', 'lastInboundAt', 'timeZone']],
			]);
		});

		it('takes content that is nested 50 levels, and names what is nested more deeply, and plans the others', async () => {
			const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)]);
			let endless: unknown = 1;
			for (let level = 0; level < 100_000; level += 1) endless = [endless];
			const itself: Record<string, unknown> = {};
			itself.self = itself;
			const [good, ...others] = customers(6) as [string, ...string[]];
			const deep = [nested(48), nested(51), endless, itself].map((extra, index) => ({
				to: others[index]!,
				checkFirst: false,
				freeform: { type: 'text', text: { body: 'Hi' }, extra } as never,
			}));
			const { planned, invalid } = await at.plan([good, ...deep, others.at(-1)!]);
			expect(planned).toBe(3);
			expect(invalid.map(({ index, problems }) => [index, problems])).toEqual(
				[2, 3, 4].map((index) => [
					index,
					[{ path: ['freeform'], message: 'is nested more deeply than 50 levels' }],
				]),
			);
		});

		it('needs content in some form', async () => {
			const { invalid } = await at.plan(customers(1), { template: undefined });
			expect(invalid).toMatchObject([{ problems: [{ path: ['template'] }] }]);
		});

		it('names everything that is wrong with the campaign, and plans nobody', async () => {
			const plan = at.plan(customers(1), { id: 'kept:1', channel: ' ', endAt: 1 });
			await expect(plan).rejects.toMatchObject({
				problems: [{ path: ['id'] }, { path: ['channel'] }, { path: ['endAt'] }],
			});
			expect(await at.campaigns.list()).toEqual([]);
		});

		it('of a policy that is not there says which there are', async () => {
			await expect(at.plan(customers(1), { policy: 'mine' })).rejects.toThrow(/strict, platform/);
		});

		it('into a campaign that is cancelled is refused', async () => {
			await at.plan(customers(1));
			await at.campaigns.cancel('spring');
			await expect(at.plan(customers(2))).rejects.toThrow(/is cancelled/);
		});

		it('freezes what it says: content, and the version of the policy', async () => {
			const holdAll = {
				name: 'mine',
				version: 1,
				rules: [
					{
						name: 'never',
						conditions: { all: [{ fact: 'hasTemplate', operator: 'equal', value: true }] },
						event: { type: 'skip', params: { reason: 'Never.' } },
					},
				],
			};
			const now = at.sandbox.clock.now();
			await at.store.policies.save({ ...holdAll, rules: [] } as never, now);
			await at.plan(customers(1), { policy: 'mine' });
			await at.store.policies.save(holdAll as never, now);
			const again = await at.plan(customers(2), {
				policy: 'mine',
				template: { name: 'other', language: 'de' },
			});
			expect(again.campaign.policy).toEqual({ name: 'mine', version: 1 });
			await at.campaigns.sendDue();
			const reasons = (await at.campaigns.report('spring')).reasons.map(({ rule }) => rule);
			expect(reasons).toEqual(['no-rule-fired']);
		});

		it('of many lets others have the thread all along', async () => {
			let turns = 0;
			let done = false;
			const count = () => void (done || ((turns += 1), setImmediate(count)));
			setImmediate(count);
			async function* list() {
				for (const to of customers(3_000)) yield { to };
				await Promise.resolve();
			}
			const { planned } = await at.campaigns.plan(at.spring, list());
			done = true;
			expect(planned).toBe(3_000);
			expect(turns).toBeGreaterThan(6);
		});
	});

	describe('a dry run', () => {
		it('says what would go out, by category, and why not, without planning or sending', async () => {
			const [wrote, opted, other, planned] = customers(4) as [string, string, string, string];
			await at.sandbox.control.addTemplate({ name: 'offer', category: 'MARKETING', body: 'Look.' });
			await at.sandbox.control.customerWrites({ from: wrote, text: 'Hi' });
			await at.sandbox.control.optOut(opted);
			await at.hear();
			await at.plan([planned]);
			const offer = { template: { name: 'offer', language: 'en_US' } };
			const freeform = { type: 'text', text: { body: 'Look' } } as const;
			const run = await at.campaigns.dryRun({ ...at.spring, ...offer }, [
				{ to: wrote, freeform },
				{ to: opted },
				{ to: other },
				{ to: planned },
				{ to: planned },
				{ to: other },
				{ to: 'x y' },
			]);
			expect(run).toMatchObject({
				decisions: [
					{ to: wrote, action: 'freeform', rule: 'window-open' },
					{ to: opted, action: 'skip', rule: 'opted-out' },
					{ to: other, action: 'template', category: 'MARKETING' },
				],
				messages: { MARKETING: 1, SERVICE: 1 },
				actions: { freeform: 1, template: 1, hold: 0, skip: 1 },
				repeated: 3,
				planned: 1,
				firstRepeated: planned,
				invalid: [{ index: 6 }],
			});
			expect(await at.counts()).toEqual({ planned: 1 });
			expect(at.reached()).toEqual([]);
		});
	});

	describe('campaigns', () => {
		it('are listed by number, kept messages apart', async () => {
			await at.plan(customers(1));
			await at.plan(customers(1), {
				id: 'elsewhere',
				channel: '999',
				startAt: at.sandbox.clock.now() + HOUR,
			});
			await at.sender.keep(at.intent, {});
			expect((await at.campaigns.list()).map(({ id }) => id).sort()).toEqual(['elsewhere', 'spring']);
			expect(await at.campaigns.list({ channel: '999' })).toMatchObject([{ id: 'elsewhere' }]);
			expect(await at.campaigns.get('nobody')).toBeUndefined();
			await expect(at.campaigns.report('nobody')).rejects.toThrow('The campaign "nobody" doesn\'t exist.');
		});
	});
});
