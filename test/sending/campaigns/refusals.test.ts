import { whatRetryCannotHelp } from '../../../sending';
import { customers, HOUR, inEachDatabase, MINUTE, SECOND } from './scene';

inEachDatabase((at) => {
	const [ada, bob] = customers(2) as [string, string];
	const fails = (code: number, more: object = {}) => at.sandbox.control.faults({ error: { code, ...more } });
	const of = async (to: string) => (await at.recipients())[to]!;
	const waits = async (to: string) => (await of(to)).due! - (await at.engine.now(at.spring.channel));

	describe('what the gateway refuses', () => {
		it.each([131026, 130472, 100, 132012, 131053])('%d: fails, and is not tried again', async (code) => {
			await fails(code);
			await at.plan([ada]);
			expect(await at.campaigns.sendDue()).toMatchObject({ failed: 1, refused: 1 });
			expect(await of(ada)).toMatchObject({ state: 'failed', reason: expect.stringContaining(String(code)) });
			await at.later(48 * HOUR);
			expect(await at.campaigns.sendDue()).toMatchObject({ claimed: 0 });
		});

		it.each([131000, 2, 1, 133004])(
			'%d: is tried again, after longer each time, and fails in the end',
			async (code) => {
				await fails(code);
				await at.plan([ada]);
				let before = 0;
				for (let refusals = 1; refusals < 8; refusals += 1) {
					await at.sendTo(1);
					expect(await of(ada)).toMatchObject({ state: 'held', refusals });
					const wait = 2 ** refusals * SECOND;
					expect(await waits(ada)).toBeGreaterThan(Math.max(before * 1.2, wait - 2 * SECOND));
					expect(await waits(ada)).toBeLessThanOrEqual(wait * 1.5);
					before = wait - SECOND;
					await at.later(wait * 1.5);
				}
				await at.campaigns.sendDue();
				expect(await of(ada)).toMatchObject({ state: 'failed', refusals: 8 });
				expect(at.reached()).toEqual([]);
			},
		);

		it.each([131000, 130429])('%d for a while: it is reached after all', async (code) => {
			await fails(code, { times: 1 });
			await at.plan([ada]);
			await at.campaigns.sendDue();
			await at.later(MINUTE);
			await at.campaigns.sendDue();
			expect(at.reached()).toEqual([ada]);
		});

		describe('the template’s structure is unavailable', () => {
			const [to] = customers(1) as [string];
			const decision = async () => {
				const { decisions } = await at.campaigns.dryRun({ ...at.spring, id: 'other' }, [{ to }]);
				return decisions[0];
			};

			it.each([132001, 131026])('(%d): the template is absent, though the list has it', async (code) => {
				await fails(code, { details: 'Structure unavailable' });
				await at.plan(customers(3));
				await at.campaigns.sendDue();
				expect(await at.counts()).toEqual({ skipped: 3 });
				expect(await decision()).toMatchObject({ action: 'skip', rule: 'template-unusable' });
			});

			it('(100): the same, and only who was decided about by then is tried', async () => {
				await fails(100, { details: 'Structure unavailable' });
				await at.plan(customers(700));
				const { refused } = await at.campaigns.sendDue();
				expect(refused).toBeGreaterThan(0);
				expect(refused).toBeLessThanOrEqual(500);
				expect(await at.counts()).toEqual({ skipped: 700 });
				expect(await decision()).toMatchObject({ action: 'skip', rule: 'template-unusable' });
			});

			it('is told by a late status: the next recipients aren’t tried', async () => {
				const failStatus = { code: 131026, title: 'Structure unavailable', to };
				await at.sandbox.control.faults({ failStatus });
				await at.plan([to]);
				await at.campaigns.sendDue();
				await at.hear();
				expect(await decision()).toMatchObject({ action: 'skip', rule: 'template-unusable' });
			});

			it('is tried again after an hour, as no event tells that it is back', async () => {
				await fails(100, { details: 'Structure unavailable', times: 1 });
				await at.plan([to]);
				await at.campaigns.sendDue();
				await at.later(50 * MINUTE);
				expect(await decision()).toMatchObject({ action: 'skip' });
				await at.later(10 * MINUTE);
				expect(await decision()).toMatchObject({ action: 'template' });
			});

			it('is over once the template is approved again', async () => {
				await fails(100, { details: 'Structure unavailable', times: 1 });
				await at.plan([to]);
				await at.campaigns.sendDue();
				await at.later(SECOND);
				await at.sandbox.control.pause('hello', undefined, 'pacing');
				await at.later(SECOND);
				await at.sandbox.control.reactivate('hello');
				await at.hear();
				expect(await decision()).toMatchObject({ action: 'template' });
			});
		});

		it('130429: the whole number is slowed by a fifth, and gets faster again', async () => {
			await fails(130429, { times: 1 });
			await at.plan(customers(2));
			await at.sendTo(2);
			const [{ speed }] = (await at.place.rows('pace')) as [Record<string, number>];
			expect(Number(speed)).toBe(800_000);
			await at.clock!.pass(10 * SECOND);
			expect((await at.store.rates.read(at.spring.channel)).speed).toBe(1);
		});

		it('131056: this recipient waits 4 s or more, the others go on', async () => {
			await fails(131056, { to: ada });
			await at.plan([ada, bob]);
			await at.sendTo(2);
			expect(at.reached()).toEqual([bob]);
			expect(await of(ada)).toMatchObject({ state: 'held', rule: 'slow-recipient' });
			expect(await waits(ada)).toBeGreaterThan(2 * SECOND);
			await at.later(6 * SECOND);
			await at.sendTo(1);
			expect(await waits(ada)).toBeGreaterThan(14 * SECOND);
		});

		it('131049: not before 24 hours', async () => {
			await fails(131049, { times: 1 });
			await at.plan([ada]);
			await at.campaigns.sendDue();
			await at.later(24 * HOUR - MINUTE);
			expect(await at.campaigns.sendDue()).toMatchObject({ claimed: 0 });
			await at.later(12 * HOUR + 2 * MINUTE);
			expect(await at.campaigns.sendDue()).toMatchObject({ accepted: 1 });
		});

		it('131050: the customer opted out, and is skipped without a second try', async () => {
			await at.sandbox.control.addTemplate({ name: 'offer', category: 'MARKETING', body: 'Look.' });
			await at.sandbox.control.optOut(ada);
			await at.plan([ada], { template: { name: 'offer', language: 'en_US' } });
			await at.campaigns.sendDue();
			expect(await of(ada)).toMatchObject({ state: 'skipped', rule: 'opted-out', refusals: 1 });
			expect(at.sandbox.control.violations()).toHaveLength(1);
		});

		it('132001: the template is looked up anew, and skipped where it is gone', async () => {
			await at.plan([ada], { template: { name: 'nobody', language: 'en_US' } });
			await at.campaigns.sendDue();
			expect(await of(ada)).toMatchObject({ state: 'skipped', rule: 'template-unusable' });
		});

		it('131031: the campaign is paused and says why, and nobody is burnt', async () => {
			await fails(131031);
			await at.plan(customers(20));
			const { paused } = await at.campaigns.sendDue();
			expect(paused).toMatchObject([{ campaign: 'spring', why: expect.stringContaining('131031') }]);
			const { campaign, counts } = await at.campaigns.report('spring');
			expect(campaign).toMatchObject({ state: 'paused', why: expect.stringContaining('needs a person') });
			expect(counts.planned + counts.held).toBe(20);
			await at.sandbox.control.faults({});
			await at.campaigns.resume('spring');
			await at.later(SECOND);
			await at.campaigns.sendDue();
			expect(at.reached()).toEqual(customers(20));
		});

		it('again and again as the rules want it: it ends', async () => {
			await fails(131047);
			const lastInboundAt = at.sandbox.clock.now();
			await at.plan([{ to: ada, lastInboundAt, freeform: { type: 'text', text: { body: 'Hi' } } }]);
			for (let round = 0; round < 6; round += 1) {
				await at.sendTo(1);
				await at.later(MINUTE);
			}
			expect(await of(ada)).toMatchObject({ state: 'failed' });
		});
	});

	describe('an answer that the platform has trouble', () => {
		const trouble = { code: 131016 };

		it('five times in a row halts the number, so that the tries of its recipients last longer than the trouble', async () => {
			await at.sandbox.control.faults({ error: trouble });
			await at.plan(customers(600));
			const { halted, refused, failed } = await at.campaigns.sendDue();
			expect(halted).toMatchObject([{ channel: at.spring.channel, why: expect.stringContaining('131016') }]);
			expect(refused).toBeGreaterThanOrEqual(5);
			expect(failed).toBe(0);
			expect((await at.counts()).planned).toBeGreaterThan(400);
		});

		it('four times in a row is tried again, and the number goes on', async () => {
			await at.sandbox.control.faults({ error: { ...trouble, times: 4 } });
			await at.plan(customers(40));
			expect(await at.campaigns.sendDue()).toMatchObject({ halted: [] });
			expect(at.reached().length).toBeGreaterThanOrEqual(36);
		});
	});

	describe('an answer that was lost', () => {
		it('leaves the message unconfirmed: it is not sent again, and a later status settles it', async () => {
			await at.sandbox.control.faults({ loseAnswer: true, times: 1 });
			await at.plan([ada, bob]);
			expect(await at.campaigns.sendDue()).toMatchObject({ accepted: 1, unconfirmed: 1 });
			await at.later(24 * HOUR);
			await at.campaigns.sendDue();
			expect(at.reached()).toEqual([ada, bob]);
			await at.hear();
			expect(await at.counts()).toEqual({ delivered: 2 });
		});

		it('five times in a row halts the number instead of burning the list', async () => {
			await at.sandbox.control.faults({ status: { path: '/messages', code: 502 } });
			await at.plan(customers(600));
			const { halted, unconfirmed } = await at.campaigns.sendDue();
			expect(halted).toMatchObject([{ channel: at.spring.channel, why: expect.stringContaining('502') }]);
			expect(unconfirmed).toBeGreaterThanOrEqual(5);
			expect((await at.counts()).planned).toBeGreaterThan(400);
			const { numberHaltedUntil, numberHaltedWhy } = await at.campaigns.report('spring');
			expect(numberHaltedWhy).toBe(halted[0]!.why);
			expect(Math.abs(numberHaltedUntil! - halted[0]!.until)).toBeLessThan(SECOND);
			await at.sandbox.control.faults({});
			expect(await at.campaigns.sendDue()).toMatchObject({ accepted: 0, halted: [{}] });
		});

		it('is told from a gateway that cannot be reached, which says nothing about the recipients', async () => {
			await at.plan(customers(20));
			await at.campaigns.dryRun({ ...at.spring, id: 'other' }, [{ to: ada }]);
			await at.sandbox.close();
			const { halted, unconfirmed, failed, refused } = await at.campaigns.sendDue();
			expect([unconfirmed, failed, refused]).toEqual([0, 0, 0]);
			expect(halted).toHaveLength(1);
		});
	});

	describe('retry', () => {
		it('sends to those who failed once more, when asked', async () => {
			await fails(131026);
			await at.plan([ada]);
			await at.campaigns.sendDue();
			await at.sandbox.control.faults({});
			expect(await at.campaigns.retry('spring', 'held')).toBe(0);
			expect(await at.campaigns.retry('spring', 'failed')).toBe(1);
			await at.campaigns.sendDue();
			expect(at.reached()).toEqual([ada]);
		});

		it('can’t help those whose error doesn’t pass, of whom a sentence tells', async () => {
			await fails(131026);
			await at.plan([ada]);
			await at.campaigns.sendDue();
			expect(whatRetryCannotHelp(await at.campaigns.report('spring'))).toMatch(
				/^1 of them will fail again unless the cause is gone: .* Trying again won't help\..*131026/,
			);
		});

		it('may help those whose error can pass, so no sentence tells of them', async () => {
			await at.plan([ada]);
			await at.sandbox.control.faults({ failStatus: { code: 131049 } });
			await at.campaigns.sendDue();
			await at.hear();
			const report = await at.campaigns.report('spring');
			expect(report.counts.failed).toBe(1);
			expect(whatRetryCannotHelp(report)).toBeUndefined();
		});

		describe('of a message that was sent and failed', () => {
			const story = async () =>
				(await at.engine.timeline({ channel: at.spring.channel, to: ada, since: 0 })).flatMap(
					({ kind, sentence }) => (kind === 'sent' || kind === 'status' ? [sentence] : []),
				);
			beforeEach(async () => {
				await at.sandbox.control.faults({ failStatus: { code: 131026 } });
				await at.plan([ada]);
				await at.campaigns.sendDue();
				await at.hear();
				await at.sandbox.control.faults({});
			});

			it('leaves it in the customer’s story, before the one that arrives', async () => {
				const failed = await story();
				expect(failed.join('\n')).toMatch(/It failed: .*131026/);
				expect(await at.campaigns.retry('spring', 'failed')).toBe(1);
				expect(await story()).toHaveLength(failed.length);
				await at.campaigns.sendDue();
				await at.hear();
				const both = await story();
				expect(both.length).toBeGreaterThan(failed.length);
				expect(both.slice(0, failed.length).join('\n')).toMatch(/It failed: .*131026/);
				expect(at.reached()).toHaveLength(2);
			});

			it('leaves each of several', async () => {
				await at.sandbox.control.faults({ failStatus: { code: 131026 } });
				await at.campaigns.retry('spring', 'failed');
				await at.campaigns.sendDue();
				await at.hear();
				await at.campaigns.retry('spring', 'failed');
				expect((await story()).filter((sentence) => sentence.includes('It failed: '))).toHaveLength(2);
			});

			it('counts it as failed, and its recipient as one who waits, without a message', async () => {
				const from = at.sandbox.clock.now() - 24 * HOUR;
				const counted = async () =>
					(await at.store.overview.happened({ from, to: from + 48 * HOUR, ahead: 0 })).filter(
						({ what }) => what === 'failed',
					);
				expect(await counted()).toMatchObject([{ count: 1 }]);
				await at.campaigns.retry('spring', 'failed');
				expect(await counted()).toMatchObject([{ count: 1 }]);
				expect((await at.campaigns.report('spring')).counts).toMatchObject({ planned: 1, failed: 0 });
				const { recipients } = await at.campaigns.recipients('spring');
				expect(recipients).toHaveLength(1);
				expect(recipients[0]).not.toHaveProperty('messageId');
			});

			it('erases it with the customer', async () => {
				await at.campaigns.retry('spring', 'failed');
				await at.store.customers.erase({ channel: at.spring.channel, name: ada });
				expect(await story()).toEqual([]);
			});
		});

		it('asks the rules about those who are held now, instead of when they are due', async () => {
			await fails(131049, { times: 1 });
			await at.plan([ada]);
			await at.campaigns.sendDue();
			expect(await at.campaigns.retry('spring', 'held')).toBe(1);
			await at.campaigns.sendDue();
			expect(at.reached()).toEqual([ada]);
		});
	});
});
