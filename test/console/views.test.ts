import { MINUTE, systemRuntime } from '../../base';
import { savePrices } from '../../engine';
import type {
	PageOf,
	CampaignDetailRecord,
	CampaignRecord,
	CustomerRecord,
	OverviewRecord,
	RecipientRecord,
	TemplatesRecord,
	TimelineRecord,
} from '../../console/records';
import { shownReasons } from '../../console/views/campaign';
import type { SampledReason } from '../../engine';
import { DATABASES, type StorePlace } from '../support/stores';
import { serve, type Served, unhurried } from './support/served';

const ADA = '491701111111';
const BEN = '491702222222';
const MASKED = '+49 ••• ••111';
const OTHER = '109876543210987';

describe.each(DATABASES)('%s', (_, placeOf) => {
	let place: StorePlace;
	let at: Served;
	beforeEach(() => {
		place = placeOf();
	});
	afterEach(async () => {
		await at.close();
		await place.remove();
	});

	/** Ada writes and is answered; a campaign reaches both. */
	async function live(): Promise<void> {
		const { sandbox, sender } = at;
		await sandbox.control.addTemplate({ name: 'news', category: 'MARKETING', body: 'News.' });
		await sandbox.control.customerWrites({ from: ADA, text: 'Call me at +49 170 1111111, <b>please</b>' });
		await at.hear();
		const channel = sandbox.phoneNumberId;
		await sender.send({ channel, to: ADA }, { freeform: { type: 'text', text: { body: 'Hello' } } });
		const template = { name: 'news', language: 'en_US' };
		const to = [ADA, BEN].map((each) => ({ to: each }));
		await sender.campaigns.plan({ id: 'spring', channel, template }, to);
		await sender.campaigns.sendDue();
		await at.hear();
	}
	const campaign = () => ({ channel: at.sandbox.phoneNumberId, id: 'spring' });
	const search = async (text: string, more = {}) =>
		at.api<PageOf<CustomerRecord>>('customers', { search: text, ...more });

	describe('the overview', () => {
		it('counts what happened, and tells of each number', async () => {
			at = await serve(place, { runtime: unhurried });
			await live();
			const { day, numbers, keepsDecisions } = await at.view<OverviewRecord>(
				'overview',
				{},
				(view) => view.day.isWhole && view.day.counts.received.some((count) => count > 0),
			);
			const sums = Object.entries(day.counts).map(([what, counts]) => [
				what,
				counts.reduce((a, b) => a + b, 0),
			]);
			expect(Object.fromEntries(sums)).toMatchObject({ received: 1, answered: 2, held: 1, failed: 0 });
			expect(day.counts.received).toHaveLength(96);
			expect([keepsDecisions, day.isWhole]).toEqual([true, true]);
			expect(numbers).toMatchObject([
				{ channel: at.sandbox.phoneNumberId, perSecond: 80, speed: 1, windows: { count: 1, most: false } },
			]);
		});

		it('counts what came before the gateway’s clock was moved as of then', async () => {
			at = await serve(place, { runtime: unhurried });
			const { control, clock, phoneNumberId } = at.sandbox;
			await control.customerWrites({ from: ADA, text: 'Yesterday' });
			await at.hear();
			await clock.advance(25 * 60 * MINUTE);
			await at.engine.observeClock(phoneNumberId, clock.now());
			await control.customerWrites({ from: BEN, text: 'Today' });
			await at.hear();
			const { day } = await at.view<OverviewRecord>(
				'overview',
				{},
				(view) => view.day.isWhole && view.day.counts.received.some((count) => count > 0),
			);
			expect(day.counts.received.reduce((sum, count) => sum + count)).toBe(1);
		});

		it('says what needs a person, and says so no more once it is done', async () => {
			at = await serve(place);
			await live();
			const { sandbox, store, sender } = at;
			await sandbox.control.pause('news');
			await at.hear();
			await sender.campaigns.pause('spring', 'Wait for the new prices.');
			await store.rates.halt(
				sandbox.phoneNumberId,
				{ base: 3_600_000, most: 3_600_000 },
				'Answers were lost.',
			);
			await store.webhooks.noteForeign(sandbox.phoneNumberId, 'https://crm.example/secret-path', 1);
			store.webhooks.noteRefused();
			await store.webhooks.refused();
			const { attention } = await at.view<OverviewRecord>(
				'overview',
				{},
				(view) => view.attention.length === 5,
			);
			expect(attention.map(({ severity, sentence }) => `${severity}: ${sentence}`)).toEqual([
				expect.stringMatching(/^bad: The number \+?\d+ sends nothing until .*: Answers were lost\.$/),
				expect.stringMatching(/^bad: 1 delivery was refused because of a signature/),
				expect.stringMatching(
					/^warn: The webhook .* pointed to crm\.example when it was last seen\. Publish a workflow with a Business Messaging Trigger\. A trigger that shares the number doesn't set it\.$/,
				),
				expect.stringMatching(/^warn: The template news \(en_US\) is paused until /),
				'warn: The campaign spring is paused: Wait for the new prices.',
			]);
			expect(JSON.stringify(attention)).not.toContain('secret-path');
			await sender.campaigns.resume('spring');
			await at.view<OverviewRecord>('overview', {}, (view) => view.attention.length === 4);
		});

		it('says which campaign has messages that are due and that nothing sends, until something does', async () => {
			at = await serve(place);
			const { sandbox, sender, engine } = at;
			const { phoneNumberId: channel, clock } = sandbox;
			await sandbox.control.addTemplate({ name: 'news', category: 'MARKETING', body: 'News.' });
			const template = { name: 'news', language: 'en_US' };
			await sender.campaigns.plan({ id: 'spring', channel, template }, [{ to: ADA }]);
			const later = { id: 'later', channel, template, startAt: (await engine.now(channel)) + 60 * MINUTE };
			await sender.campaigns.plan(later, [{ to: BEN }]);
			await clock.advance(20 * MINUTE);
			await engine.observeClock(channel, clock.now());
			const { attention } = await at.view<OverviewRecord>(
				'overview',
				{},
				(view) => view.attention.length > 0,
			);
			expect(attention).toEqual([
				{
					severity: 'bad',
					sentence: expect.stringMatching(
						/^Messages of the campaign spring have been due since \S+Z, and nothing sends them\. Publish a workflow with Send Due\.$/,
					),
					campaign: campaign(),
				},
			]);
			await sender.campaigns.sendDue();
			await at.view<OverviewRecord>('overview', {}, (view) => view.attention.length === 0);
		});

		it('says since when messages are due that have no time of their own', async () => {
			at = await serve(place);
			const { sandbox, sender, engine } = at;
			const { phoneNumberId: channel, clock } = sandbox;
			await sandbox.control.addTemplate({ name: 'news', category: 'MARKETING', body: 'News.' });
			const planned = await engine.now(channel);
			await sender.campaigns.plan({ id: 'spring', channel, template: { name: 'news', language: 'en_US' } }, [
				{ to: ADA },
			]);
			await clock.advance(20 * MINUTE);
			await engine.observeClock(channel, clock.now());
			const { attention } = await at.view<OverviewRecord>(
				'overview',
				{},
				(view) => view.attention.length > 0,
			);
			const [, since = ''] = /due since (\S+Z)/.exec(attention[0]!.sentence) ?? [];
			expect(Math.abs(Date.parse(since) - planned)).toBeLessThan(MINUTE);
		});

		it('says who wrote and got no answer, until somebody answers', async () => {
			at = await serve(place);
			const { sandbox, sender, engine } = at;
			const { phoneNumberId: channel, clock, control } = sandbox;
			await control.customerWrites({ from: ADA, text: 'Hello', name: 'Ada Park' });
			await control.customerWrites({ from: BEN, text: 'Hello?', name: 'Ben Park' });
			await at.hear();
			const answer = (to: string) =>
				sender.send({ channel, to }, { freeform: { type: 'text', text: { body: 'Hello' } } });
			await answer(BEN);
			await sandbox.control.addTemplate({ name: 'news', category: 'MARKETING', body: 'News.' });
			const campaign = { id: 'spring', channel, template: { name: 'news', language: 'en_US' } };
			const news = { freeform: { type: 'text', text: { body: 'News.' } } } as const;
			await sender.campaigns.plan(campaign, [{ to: ADA, ...news }]);
			expect(await sender.campaigns.sendDue()).toMatchObject({ accepted: 1 });
			const early = await at.view<OverviewRecord>('overview');
			expect(early.attention).toEqual([]);
			await clock.advance(6 * MINUTE);
			await engine.observeClock(channel, clock.now());
			const { attention } = await at.view<OverviewRecord>(
				'overview',
				{},
				(view) => view.attention.length > 0,
			);
			expect(attention).toMatchObject([
				{
					severity: 'warn',
					sentence: expect.stringMatching(/^1 customer wrote and got no answer, the first at \S+Z\.$/),
					customers: [{ name: MASKED, profile: 'Ada Park' }],
				},
			]);
			await clock.advance(24 * 60 * MINUTE);
			await engine.observeClock(channel, clock.now());
			const later = await at.view<OverviewRecord>(
				'overview',
				{},
				(view) => view.attention[0]?.sentence.includes('closed') === true,
			);
			expect(later.attention[0]!.sentence).toMatch(
				/Z\. Only a template can go out now, as the conversation window is closed\.$/,
			);
			await control.customerWrites({ from: ADA, text: 'Hello?' });
			await at.hear();
			await answer(ADA);
			await at.view<OverviewRecord>('overview', {}, (view) => view.attention.length === 0);
		});

		it('counts an answer that seems to come before its message, as the gateway’s clock is a little ahead', async () => {
			at = await serve(place);
			const { sandbox, sender, engine } = at;
			const channel = sandbox.phoneNumberId;
			await sandbox.clock.advance(3_000);
			for (const from of [ADA, BEN]) await sandbox.control.customerWrites({ from, text: 'Hello' });
			await at.hear();
			const text = { type: 'text', text: { body: 'Hello' } } as const;
			await sender.send({ channel, to: ADA }, { freeform: text });
			await sandbox.clock.advance(6 * MINUTE);
			await engine.observeClock(channel, sandbox.clock.now());
			const { rows } = await at.api<PageOf<CustomerRecord>>('whom', { list: 'unanswered' });
			const [{ customer } = { customer: '' }, ...others] = rows;
			expect(others).toEqual([]);
			const { entries } = await at.view<TimelineRecord>('customer', { customer });
			expect(entries.filter(({ kind }) => kind === 'sent')).toEqual([]);
		});

		it('has whoever asked for a person until one answers, also right away and after a workflow answered', async () => {
			at = await serve(place);
			await at.sandbox.control.customerWrites({ from: ADA, text: 'Hello' });
			await at.sandbox.control.customerWrites({ from: ADA, text: 'A person, please' });
			await at.hear();
			const channel = at.sandbox.phoneNumberId;
			const text = { type: 'text', text: { body: 'A colleague will answer you here.' } } as const;
			await at.sender.send({ channel, to: ADA }, { freeform: text });
			const about = { kind: 'human-set', channel, to: ADA, active: true } as const;
			await at.engine.record({ ...about, called: true });
			const { attention } = await at.view<OverviewRecord>(
				'overview',
				{},
				(view) => view.attention.length > 0,
			);
			expect(attention).toMatchObject([{ customers: [{ channel }] }]);
			expect(attention[0]!.sentence).toMatch(
				/^1 customer asked for a person, and nobody has answered, the first at .*Z\.$/,
			);
			const { rows } = await at.api<PageOf<CustomerRecord>>('whom', { list: 'called' });
			expect(rows).toMatchObject([{ words: '“A person, please”' }]);
			expect((await at.api<PageOf<CustomerRecord>>('whom', { list: 'unanswered' })).rows).toEqual([]);
			const { personCalledAt } = await at.view<TimelineRecord>('customer', { customer: rows[0]!.customer });
			expect(personCalledAt).toBe(rows[0]!.at);
			await at.engine.record(about);
			await at.view<OverviewRecord>('overview', {}, (view) => view.attention.length === 0);
		});

		it('has whom the agent didn’t answer once the window is closed, and whom it holds only by default', async () => {
			at = await serve(place);
			const { control } = at.sandbox;
			await control.setAgent(true);
			for (const from of [ADA, BEN]) await control.customerWrites({ from, text: 'Hello' });
			await control.agentReplies({ to: BEN, text: 'Hi!' });
			await at.hear();
			await at.sandbox.clock.advance(60 * MINUTE);
			await at.engine.observeClock(at.sandbox.phoneNumberId, at.sandbox.clock.now());
			expect((await at.view<OverviewRecord>('overview')).attention).toEqual([]);
			await at.sandbox.clock.advance(24 * 60 * MINUTE);
			await at.engine.observeClock(at.sandbox.phoneNumberId, at.sandbox.clock.now());
			const { attention } = await at.view<OverviewRecord>(
				'overview',
				{},
				(view) => view.attention.length > 0,
			);
			expect(attention).toMatchObject([
				{ sentence: expect.stringMatching(/^1 customer wrote and got no answer/) },
			]);
		});

		it('names five of those who got no answer, and leads to the list of all', async () => {
			at = await serve(place);
			const { control } = at.sandbox;
			const everyone = Array.from({ length: 7 }, (_unused, index) => `49170${1_000_000 + index}`);
			for (const from of everyone) await control.customerWrites({ from, text: 'Is anybody there?' });
			await at.hear();
			await at.sandbox.clock.advance(6 * MINUTE);
			await at.engine.observeClock(at.sandbox.phoneNumberId, at.sandbox.clock.now());
			const { attention } = await at.view<OverviewRecord>(
				'overview',
				{},
				(view) => view.attention.length > 0,
			);
			expect(attention[0]!.customers).toHaveLength(5);
			expect(attention[0]!.others).toEqual({ count: 2, atLeast: false, list: 'unanswered' });
			const { rows, next } = await at.api<PageOf<CustomerRecord>>('whom', { list: 'unanswered' });
			expect([rows.length, next]).toEqual([7, undefined]);
			expect(rows[0]).toMatchObject({ words: '“Is anybody there?”' });
			const times = rows.map(({ at: wrote }) => wrote!);
			expect(times).toEqual([...times].sort((a, b) => a - b));
		});

		it('says whose message is unconfirmed, because its response was lost', async () => {
			at = await serve(place);
			const { sandbox, sender, store } = at;
			const { phoneNumberId: channel, control } = sandbox;
			await control.customerWrites({ from: ADA, text: 'Hello' });
			await at.hear();
			await control.faults({ loseAnswer: true, path: '/messages', times: 1 });
			const content = { freeform: { type: 'text', text: { body: 'Hello' } } } as const;
			expect(await sender.send({ channel, to: ADA }, content)).toMatchObject({
				error: { effect: 'unknown-outcome' },
			});
			const ever = { from: 0, to: Number.MAX_SAFE_INTEGER, limit: 9 };
			const lost = await store.overview.whom({ what: 'unconfirmed', ...ever });
			expect(lost).toEqual([{ channel, contact: ADA, at: expect.any(Number) }]);
			const { attention } = await at.view<OverviewRecord>(
				'overview',
				{},
				(view) => view.attention.length > 0,
			);
			expect(attention).toMatchObject([
				{
					severity: 'bad',
					sentence:
						"1 message is unconfirmed: the gateway's response was lost, so nobody knows whether it was sent. It isn't sent again.",
					customers: [{ name: MASKED }],
				},
			]);
		});

		it('says whose message failed, and so does the timeline', async () => {
			at = await serve(place);
			const { sandbox, sender } = at;
			const { phoneNumberId: channel, control } = sandbox;
			await control.customerWrites({ from: ADA, text: 'Hello' });
			await at.hear();
			await control.faults({ failStatus: { code: 131026 } });
			const content = { freeform: { type: 'text', text: { body: 'Hello' } } } as const;
			await sender.send({ channel, to: ADA }, content);
			await at.hear();
			const { attention } = await at.view<OverviewRecord>(
				'overview',
				{},
				(view) => view.attention.length > 0,
			);
			expect(attention).toMatchObject([
				{
					severity: 'warn',
					sentence: "1 message failed in the last 24 hours. Each customer's timeline says why.",
					customers: [{ name: MASKED }],
				},
			]);
			const { customer } = attention[0]!.customers![0]!;
			const { entries } = await at.view<TimelineRecord>('customer', { customer });
			const failed = entries.filter((entry) => entry.failed);
			expect(failed).toMatchObject([{ kind: 'status', sentence: expect.stringMatching(/^Failed: /) }]);
		});

		it('counts a message of a campaign that was refused as failed, and not as sent', async () => {
			at = await serve(place, { runtime: unhurried });
			const { sandbox, sender } = at;
			const { phoneNumberId: channel, control } = sandbox;
			await control.addTemplate({ name: 'news', category: 'MARKETING', body: 'News.' });
			await control.faults({ error: { code: 131026, to: BEN } });
			const campaign = { id: 'spring', channel, template: { name: 'news', language: 'en_US' } };
			await sender.campaigns.plan(campaign, [{ to: ADA }, { to: BEN }]);
			expect(await sender.campaigns.sendDue()).toMatchObject({ accepted: 1, failed: 1 });
			const { day } = await at.view<OverviewRecord>('overview', {}, (view) => view.day.isWhole);
			const { answered, failed } = day.counts;
			const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0);
			expect([sum(answered), sum(failed)]).toEqual([1, 1]);
			const whom = async (list: string) => (await at.api<PageOf<CustomerRecord>>('whom', { list })).rows;
			expect([await whom('answered'), await whom('failed')]).toMatchObject([[{}], [{}]]);
		});

		it('says nothing of a paused campaign in which nobody waits', async () => {
			at = await serve(place);
			await live();
			const { sender, sandbox } = at;
			const { phoneNumberId: channel } = sandbox;
			const template = { name: 'news', language: 'en_US' };
			await sender.campaigns.plan({ id: 'done', channel, template }, [{ to: '4917010000001' }]);
			await sender.campaigns.plan({ id: 'open', channel, template }, [{ to: '4917010000002' }]);
			await sender.campaigns.sendDue({ channel, campaign: 'done' });
			for (const id of ['done', 'open']) await sender.campaigns.pause(id, 'Wait.', { channel });
			const { attention } = await at.view<OverviewRecord>(
				'overview',
				{},
				(view) => view.attention.length > 0,
			);
			expect(attention.map(({ sentence }) => sentence)).toEqual(['The campaign open is paused: Wait.']);
		});

		it('says which campaign has nearly spent its budget while somebody still waits for its message', async () => {
			at = await serve(place);
			await live();
			const { store, engine, sandbox, sender } = at;
			const { phoneNumberId: channel, accountId: account } = sandbox;
			const rows = [{ market: 'Germany', category: 'marketing', price: '0.1' }];
			const prices = { account, currency: 'EUR', timeZone: 'UTC', firstDay: '', rows };
			await savePrices(store, prices, await engine.now(channel));
			await sandbox.control.addTemplate({ name: 'offer', category: 'MARKETING', body: 'Offer.' });
			const template = { name: 'offer', language: 'en_US' };
			const to = Array.from({ length: 12 }, (_unused, index) => ({ to: `4917${10_000_000 + index}` }));
			await sandbox.control.customerWrites({ from: BEN, text: 'Hi' });
			await sandbox.control.handOver({ contact: BEN, to: 'agent' });
			await at.hear();
			const plan = (id: string, budget: number, more: Array<{ to: string }> = [{ to: BEN }]) =>
				sender.campaigns.plan({ id, channel, template, budget }, [...to, ...more]);
			await plan('enough', 1.6);
			await plan('nearly', 1.5);
			await plan('finished', 1.5, []);
			await sender.campaigns.sendDue();
			const { attention } = await at.view<OverviewRecord>(
				'overview',
				{},
				(view) => view.attention.length > 0,
			);
			expect(attention.map(({ sentence }) => sentence)).toEqual([
				"The campaign nearly has spent up to EUR 1.20 of its budget of EUR 1.50. It is paused once a message doesn't fit.",
			]);
		});
	});

	describe('what messages cost', () => {
		const setPrice = async (price: string) => {
			const { accountId: account, phoneNumberId } = at.sandbox;
			const rows = ['marketing', 'utility'].map((category) => ({ market: 'Germany', category, price }));
			const prices = { account, currency: 'EUR', timeZone: 'UTC', firstDay: '2026-01-01', rows };
			await savePrices(at.store, prices, await at.engine.now(phoneNumberId));
		};

		it('is told of a campaign and of a number, and anew as soon as prices change', async () => {
			// By this clock, nothing that was read gets old.
			at = await serve(place, { runtime: { ...systemRuntime, monotonic: () => 0 } });
			await live();
			const overview = (spent: string) =>
				at.view<OverviewRecord>('overview', {}, ({ numbers }) => numbers[0]?.spent === spent);
			const spring = (spent: string) =>
				at.view<CampaignDetailRecord>('campaign', campaign(), (view) => view.spent === spent);
			await setPrice('0.1');
			const { numbers } = await overview('EUR 0.10');
			await spring('EUR 0.10');
			await setPrice('0.3');
			await overview('EUR 0.30');
			await spring('EUR 0.30');
			expect(numbers).toHaveLength(1);
		});

		it('is told of this month, by category and market', async () => {
			at = await serve(place);
			await live();
			const numbersOf = async (fits: (view: OverviewRecord) => boolean) =>
				(await at.view<OverviewRecord>('overview', {}, fits)).numbers;
			expect((await numbersOf(() => true))[0]).not.toHaveProperty('month');
			await setPrice('0.1');
			const [number] = await numbersOf(({ numbers }) => numbers[0]?.month !== undefined);
			expect(number!.month).toEqual({
				total: 'EUR 0.10',
				rows: [
					{ category: 'marketing', market: 'Germany', charged: 1, free: 0, spent: 'EUR 0.10' },
					{ category: 'service', market: 'Germany', charged: 0, free: 1, spent: 'EUR 0.00' },
				],
			});
		});

		it('is told of a customer, and nothing is without prices', async () => {
			at = await serve(place);
			await live();
			const [{ customer } = { customer: '' }] = (await search(BEN)).rows;
			const before = await at.view<TimelineRecord>('customer', { customer });
			expect(before.spent).toBeUndefined();
			await setPrice('0.1');
			const told = await at.view<TimelineRecord>(
				'customer',
				{ customer },
				({ spent }) => spent !== undefined,
			);
			expect(told.spent).toBe('EUR 0.10');
		});
	});

	describe('campaigns', () => {
		it('are listed with their progress, and follow the store', async () => {
			at = await serve(place);
			await at.sandbox.control.addTemplate({ name: 'news', category: 'MARKETING', body: 'News.' });
			const { sender } = at;
			const plan = { ...campaign(), template: { name: 'news', language: 'en_US' } };
			await sender.campaigns.plan(plan, [{ to: ADA }, { to: BEN }]);
			const planned = await at.view<PageOf<CampaignRecord>>('campaigns', {}, ({ rows }) => rows.length === 1);
			expect(planned.rows).toMatchObject([
				{ ...campaign(), state: 'running', total: 2, counts: { planned: 2 } },
			]);
			await sender.campaigns.sendDue();
			await at.hear();
			const sent = await at.view<PageOf<CampaignRecord>>(
				'campaigns',
				{},
				({ rows }) => rows[0]?.state === 'finished',
			);
			expect(sent.rows[0]!.counts.planned).toBe(0);
			expect(sent.next).toBeUndefined();
		});

		it('tell when their messages went out, and why and until when others wait', async () => {
			at = await serve(place);
			await live();
			const view = await at.view<CampaignDetailRecord>(
				'campaign',
				campaign(),
				({ counts }) => counts.held === 1,
			);
			expect(view).toMatchObject({ total: 2, sampled: false, perSecond: 80, policy: { name: 'strict' } });
			expect(view.reasons).toMatchObject([
				{ state: 'held', rule: 'template-in-active-conversation', count: 1 },
			]);
			expect(view.times!.counts.reduce((sum, count) => sum + count)).toBe(1);
			const { windowClosesAt } = await at.engine.conversation({ channel: at.sandbox.phoneNumberId, to: ADA });
			expect(view.state).toBe('waiting');
			expect(Math.round((view.heldUntil! - windowClosesAt!) / MINUTE)).toBe(0);
		});

		it('have recipients by state, page by page', async () => {
			at = await serve(place);
			const { sandbox, sender } = at;
			await sandbox.control.addTemplate({ name: 'news', category: 'MARKETING', body: 'News.' });
			const many = Array.from({ length: 230 }, (_unused, index) => ({
				to: `4917${10_000_000 + index}`,
				...(index === 0 && { name: 'Fay' }),
			}));
			await sender.campaigns.plan({ ...campaign(), template: { name: 'news', language: 'en_US' } }, many);
			const seen = new Set<string>();
			const named: string[] = [];
			let next: string | undefined;
			const lengths: number[] = [];
			do {
				const page: PageOf<RecipientRecord> = await at.api('recipients', {
					...campaign(),
					state: 'planned',
					...(next !== undefined && { after: next }),
				});
				lengths.push(page.rows.length);
				for (const { customer, profile } of page.rows) {
					seen.add(customer);
					if (profile !== undefined) named.push(profile);
				}
				next = page.next;
			} while (next !== undefined);
			expect([lengths, seen.size]).toEqual([[100, 100, 30], 230]);
			expect(named).toEqual(['Fay']);
			expect(await at.api('recipients', { ...campaign(), state: 'failed' })).toEqual({ rows: [] });
		});

		it('have recipients who are found by a word of the name, or by the digits that are shown', async () => {
			at = await serve(place);
			const { sandbox, sender } = at;
			await sandbox.control.addTemplate({ name: 'news', category: 'MARKETING', body: 'News.' });
			const many = Array.from({ length: 230 }, (_unused, index) => ({
				to: `4917${10_000_000 + index}`,
				...(index === 200 && { name: 'Zoë Quist-Holm' }),
			}));
			await sender.campaigns.plan({ ...campaign(), template: { name: 'news', language: 'en_US' } }, many);
			const found = async (search: string) => {
				const { rows, ...rest } = await at.api<PageOf<RecipientRecord>>('recipients', {
					...campaign(),
					search,
				});
				expect(rest).toEqual({});
				return rows.map(({ profile, name }) => profile ?? name);
			};
			for (const search of ['Zoë', 'zoe', 'quist', 'holm', 'Zoë Q', ' 200 '])
				expect([search, await found(search)]).toEqual([search, ['Zoë Quist-Holm']]);
			expect(await found('20')).toHaveLength(13);
			// What a masked number doesn't show can't be guessed.
			for (const search of ['1710000200', 'oë', 'Zoë X']) expect(await found(search)).toEqual([]);
		});

		it('are searched 5,000 recipients at a time', async () => {
			at = await serve(place);
			const { sandbox, sender } = at;
			await sandbox.control.addTemplate({ name: 'news', category: 'MARKETING', body: 'News.' });
			const many = Array.from({ length: 5_001 }, (_unused, index) => ({ to: `4917${10_000_000 + index}` }));
			await sender.campaigns.plan({ ...campaign(), template: { name: 'news', language: 'en_US' } }, many);
			const first = await at.api<PageOf<RecipientRecord>>('recipients', { ...campaign(), search: 'Nobody' });
			expect(first).toEqual({ rows: [], next: expect.any(String) });
			const query = { ...campaign(), search: 'Nobody', after: first.next! };
			expect(await at.api('recipients', query)).toEqual({ rows: [] });
		});

		it('that are not there are said so', async () => {
			at = await serve(place);
			expect(await at.api('recipients', { channel: 'c', id: 'none' })).toEqual({
				error: 'No campaign none of the number c is here.',
			});
		});
	});

	describe('customers', () => {
		it('are found if they never wrote, and nothing was sent to them: they are who got nothing', async () => {
			at = await serve(place);
			const { phoneNumberId: channel, control } = at.sandbox;
			await control.customerWrites({ from: ADA, text: 'Hello' });
			await at.hear();
			await at.sender.send({ channel, to: BEN }, { freeform: { type: 'text', text: { body: 'Hello' } } });
			const skipped = ({ day }: OverviewRecord) => day.counts.skipped.some((count) => count > 0);
			await at.view<OverviewRecord>('overview', {}, skipped);
			const [{ customer } = { customer: '' }] = (await search(BEN)).rows;
			const { entries } = await at.view<TimelineRecord>('customer', { customer });
			expect(entries).toMatchObject([{ kind: 'decision', action: 'skip' }]);
		});

		it('are found by a phone number in any spelling, and told of as in business-messaging why', async () => {
			at = await serve(place, { showCustomers: true });
			await live();
			for (const text of [ADA, '+49 170 1111111', '0049 (170) 111-1111', '4917011']) {
				expect((await search(text)).rows).toMatchObject([
					{ name: `+${ADA}`, channel: at.sandbox.phoneNumberId },
				]);
			}
			const [{ customer } = { customer: '' }] = (await search(ADA)).rows;
			const told = await at.view<TimelineRecord>('customer', { customer });
			const entries = await at.engine.timeline({ channel: at.sandbox.phoneNumberId, to: ADA });
			const sentences = (list: Array<{ kind: string; sentence: string }>) =>
				list.filter(({ kind }) => kind !== 'next').map(({ sentence }) => sentence);
			expect(sentences(told.entries)).toEqual(sentences(entries));
			expect(told).toMatchObject({ name: `+${ADA}`, window: 'open', holder: 'business' });
		});

		it.each([
			[undefined, undefined],
			['https://n8n.example.com', 'https://n8n.example.com/workflow/w%201/executions/4711'],
			['https://example.com/n8n/', 'https://example.com/n8n/workflow/w%201/executions/4711'],
		])('have the execution that asked, with n8n at %s', async (n8nUrl, executionUrl) => {
			at = await serve(place, n8nUrl === undefined ? {} : { n8nUrl });
			await live();
			const { engine, sandbox, store } = at;
			const channel = sandbox.phoneNumberId;
			const origin = { workflow: 'w 1', execution: '4711' };
			const note = { key: 'k', channel, contact: ADA, at: await engine.now(channel), rule: 'r', why: 'So.' };
			store.decisions.note({ ...note, action: 'skip', origin });
			await store.decisions.ofSends([]);
			const [{ customer } = { customer: '' }] = (await search(ADA)).rows;
			const { entries } = await at.view<TimelineRecord>('customer', { customer });
			const decisions = entries.filter(({ kind }) => kind === 'decision');
			const skipped = decisions.find(({ action }) => action === 'skip');
			expect([skipped?.origin, skipped?.executionUrl]).toEqual([origin, executionUrl]);
			expect(decisions.find(({ action }) => action === 'freeform')?.origin).toBeUndefined();
		});

		it('are found by the name in their profile, whole or by its beginning, in any case and without accents', async () => {
			at = await serve(place);
			const { control } = at.sandbox;
			await control.customerWrites({ from: ADA, name: 'Zoë  Müller', text: 'Hi' });
			await control.customerWrites({ from: BEN, name: 'Zora', text: 'Hi' });
			await at.hear();
			for (const text of ['zoe', 'Zoë Müller', 'ZOE MÜ', ' zoë  m']) {
				expect((await search(text)).rows).toMatchObject([{ profile: 'Zoë  Müller', name: MASKED }]);
			}
			expect((await search('zo')).rows.map(({ profile }) => profile)).toEqual(['Zoë  Müller', 'Zora']);
			expect((await search('oe')).rows).toEqual([]);
			await at.sandbox.clock.advance(1_000);
			await control.customerWrites({ from: BEN, name: 'Ben', text: 'I have another name' });
			await at.hear();
			expect((await search('zora')).rows).toEqual([]);
			expect((await search('ben')).rows).toHaveLength(1);
		});

		it('are found by a number as people in the country of the business write it', async () => {
			at = await serve(place);
			const { control, phoneNumberId: scope } = at.sandbox;
			await control.customerWrites({ from: ADA, name: 'Ada', text: 'Hi' });
			await at.hear();
			const shownAs = (value: string, when: number) =>
				at.store.apply({
					registers: [{ scope, subject: '', name: 'displayNumber', at: when, rank: 9, id: '', value }],
				});
			const national = `0${ADA.slice(2)}`;
			const found = async (text: string) => (await search(text)).rows.map(({ profile }) => profile);
			await shownAs('4930123456', at.sandbox.clock.now() + 60_000);
			for (const text of [national, `00${ADA}`]) expect(await found(text)).toEqual(['Ada']);
			expect(await found(`1${ADA.slice(3)}`)).toEqual([]);
		});

		it('are found by another word of it, too, after those whose name begins with it, if they wrote lately', async () => {
			at = await serve(place);
			const { control } = at.sandbox;
			await control.customerWrites({ from: ADA, name: 'Zoë  Müller', text: 'Hi' });
			await control.customerWrites({ from: BEN, name: 'Mül Mül', text: 'Hi' });
			await at.hear();
			const found = async (text: string) => (await search(text)).rows.map(({ profile }) => profile);
			expect(await found('müller')).toEqual(['Zoë  Müller']);
			expect(await found('mul')).toEqual(['Mül Mül', 'Zoë  Müller']);
			expect(await found('ller')).toEqual([]);
			expect(await found('m%')).toEqual([]);
		});

		it('with a name are listed page by page, and a number in a name is masked', async () => {
			at = await serve(place);
			await live();
			const { phoneNumberId: channel } = at.sandbox;
			const names = Array.from({ length: 120 }, (_unused, index) => ({
				scope: channel,
				subject: `4917${10_000_000 + index}`,
				name: 'profile-name',
				at: 1,
				rank: 3,
				id: 'e',
				value: [`kim ${index % 3}`, `Kim ${index % 3} +49 170 5550${100 + index}`],
			}));
			await at.store.apply({ registers: names });
			const seen = new Set<string>();
			const lengths: number[] = [];
			let next: string | undefined;
			do {
				const page: PageOf<CustomerRecord> = await search('kim', next === undefined ? {} : { after: next });
				lengths.push(page.rows.length);
				for (const { customer } of page.rows) seen.add(customer);
				expect(JSON.stringify(page)).not.toMatch(/170 5550/);
				next = page.next;
			} while (next !== undefined);
			expect([lengths, seen.size]).toEqual([[50, 50, 20], 120]);
		});

		it('who wrote last come first without a search', async () => {
			at = await serve(place);
			await live();
			expect((await search('')).rows).toMatchObject([{ name: MASKED, at: expect.any(Number) }]);
		});

		it('have the names of their profiles in every list, also in that of a campaign', async () => {
			at = await serve(place, { showCustomers: true });
			await at.sandbox.control.customerWrites({ from: ADA, text: 'Hi', name: 'Ada Lovelace' });
			await live();
			const ada = { name: `+${ADA}`, profile: 'Ada Lovelace' };
			expect((await search('')).rows).toMatchObject([ada]);
			expect((await search('4917')).rows).toEqual([
				expect.objectContaining(ada),
				expect.not.objectContaining({ profile: expect.anything() }),
			]);
			const { rows } = await at.api<PageOf<RecipientRecord>>('recipients', campaign());
			expect(rows.map(({ name, profile }) => [name, profile]).sort()).toEqual([
				[`+${ADA}`, 'Ada Lovelace'],
				[`+${BEN}`, undefined],
			]);
		});

		it('cannot be opened with the address of another console', async () => {
			at = await serve(place);
			await expect(at.view('customer', { customer: 'x'.repeat(60) })).rejects.toThrow(
				'Search for the customer again',
			);
		});

		it('are masked, and no answer has a phone number of theirs, nor something to guess it by', async () => {
			at = await serve(place);
			await live();
			const [found] = (await search(`+${ADA}`)).rows;
			expect(found).toMatchObject({ name: MASKED });
			const answers = [
				await search(ADA),
				await search(''),
				await at.view('customer', { customer: found!.customer }),
				await at.view('campaign', campaign()),
				await at.api('recipients', campaign()),
				await at.view('overview'),
			];
			const text = JSON.stringify(answers).replaceAll(at.sandbox.phoneNumberId, '');
			expect(text).toContain(MASKED);
			for (const known of [ADA, BEN, '170 1111111', '1701111111']) expect(text).not.toContain(known);
			const [{ key } = { key: '' }] = await at.store.campaigns.recipients({
				campaign: campaign(),
				states: ['held'],
				limit: 1,
			});
			expect([key.length, text.includes(key)]).toEqual([32, false]);
		});

		it('whose numbers are masked are found by a whole number only, so that nobody can guess it digit by digit', async () => {
			at = await serve(place);
			await live();
			expect((await search(ADA.slice(0, -1))).rows).toEqual([]);
			expect((await search('49')).rows).toEqual([]);
			expect((await search(ADA)).rows).toHaveLength(1);
		});

		it('have names that stay text', async () => {
			at = await serve(place);
			await live();
			const [{ customer } = { customer: '' }] = (await search(ADA)).rows;
			const { entries } = await at.view<TimelineRecord>('customer', { customer });
			expect(entries[0]!.sentence).toBe(`The customer wrote: “Call me at ${MASKED}, <b>please</b>”`);
		});
	});

	describe('the templates', () => {
		it('are those that the store has heard of, with their states', async () => {
			at = await serve(place);
			expect((await at.view<TemplatesRecord>('templates', {})).templates).toEqual([]);
			await live();
			await at.sandbox.control.pause('news');
			await at.hear();
			const { templates, at: now } = await at.view<TemplatesRecord>('templates', {}, (view) =>
				view.templates.some(({ state }) => state === 'paused'),
			);
			expect(templates).toEqual([
				expect.objectContaining({ name: 'news', language: 'en_US', state: 'paused', category: 'MARKETING' }),
			]);
			expect(templates[0]!.pauseEndsAt).toBeGreaterThan(now);
		});

		it('are none of an account whose numbers are not shown', async () => {
			at = await serve(place, {});
			await live();
			await at.sandbox.control.pause('news');
			await at.hear();
			await at.close();
			at = await serve(place, { numbers: [OTHER] });
			expect((await at.view<TemplatesRecord>('templates', {})).templates).toEqual([]);
		});
	});

	describe('the customers of a tile', () => {
		const whom = (list: string, more: Record<string, string> = {}) =>
			at.api<PageOf<CustomerRecord>>('whom', { list, ...more });

		it('are those to whom it happened, with the rule that decided', async () => {
			at = await serve(place);
			await live();
			const sum = ({ day }: OverviewRecord) => day.counts.answered.reduce((all, count) => all + count, 0);
			await at.view<OverviewRecord>('overview', {}, (view) => sum(view) === 2);
			const [sent, held] = [await whom('answered'), await whom('held')];
			expect(sent.rows.map(({ name }) => name).sort()).toEqual([MASKED, '+49 ••• ••222']);
			expect(held.rows).toMatchObject([{ name: MASKED, rule: 'template-in-active-conversation' }]);
			expect((await whom('skipped')).rows).toEqual([]);
			expect((await whom('failed')).rows).toEqual([]);
		});

		it('are those of the last 24 hours', async () => {
			at = await serve(place);
			await live();
			const { clock, phoneNumberId } = at.sandbox;
			const pass = async (time: number) => {
				await clock.advance(time);
				await at.engine.observeClock(phoneNumberId, clock.now());
			};
			await pass(23 * 60 * MINUTE);
			expect((await whom('held')).rows).toHaveLength(1);
			await pass(62 * MINUTE);
			expect((await whom('held')).rows).toEqual([]);
		});

		it('come page by page, each once', async () => {
			at = await serve(place);
			const { phoneNumberId: channel } = at.sandbox;
			const everyone = Array.from({ length: 120 }, (_unused, index) => `49170${1_000_000 + index}`);
			for (const to of everyone) {
				await at.sender.send({ channel, to }, { freeform: { type: 'text', text: { body: 'Hello' } } });
			}
			const skipped = ({ day }: OverviewRecord) => day.counts.skipped.reduce((sum, count) => sum + count, 0);
			await at.view<OverviewRecord>('overview', {}, (view) => skipped(view) === 120);
			const names: string[] = [];
			for (let after: string | undefined, first = true; first || after !== undefined; first = false) {
				const page = await whom('skipped', after === undefined ? {} : { after });
				names.push(...page.rows.map(({ customer }) => customer));
				after = page.next;
			}
			expect([new Set(names).size, names.length]).toEqual([120, 120]);
		});

		it('aren’t told of a list that doesn’t exist', async () => {
			at = await serve(place);
			expect(await whom('everybody')).toEqual({ error: 'There is no list of customers called "everybody".' });
		});
	});

	describe('a console of some numbers', () => {
		it('shows nothing of another one', async () => {
			at = await serve(place, { numbers: [OTHER] });
			await live();
			const { numbers, day, attention } = await at.view<OverviewRecord>('overview');
			expect(numbers.map(({ channel }) => channel)).toEqual([OTHER]);
			expect(day.counts.received.every((count) => count === 0)).toBe(true);
			expect(attention).toEqual([]);
			expect(await at.api('campaigns')).toEqual({ rows: [] });
			expect(await search(ADA)).toMatchObject({ rows: [] });
			expect(await search(ADA, { channel: at.sandbox.phoneNumberId })).toMatchObject({
				error: expect.stringContaining("isn't shown here"),
			});
			expect(await at.api('recipients', campaign())).toMatchObject({
				error: expect.stringContaining('No campaign'),
			});
			await expect(at.view('campaign', campaign())).rejects.toThrow('No campaign');
		});

		it('shows what it is for', async () => {
			at = await serve(place, {});
			await live();
			const { phoneNumberId } = at.sandbox;
			await at.close();
			at = await serve(place, { numbers: [phoneNumberId] });
			expect((await search(ADA)).rows).toHaveLength(1);
			expect((await at.api<PageOf<CampaignRecord>>('campaigns')).rows).toHaveLength(1);
		});
	});
});

describe('the reasons of a rule that differ in their times alone are told as one', () => {
	const day = (time: string) => `2026-11-26T${time}Z`;
	const closes = (at: string, count: number, rule = 'agent-holds') => ({
		rule,
		reason: `Wait until the conversation window closes at ${at}.`,
		count,
	});
	const shown = (...found: SampledReason[]) => shownReasons(found, Date.parse(day('07:00:00')));

	it('with the last time if they are 5 minutes apart at most', () => {
		expect(shown(closes(day('07:43:01'), 3), closes(day('07:48:01'), 2))).toEqual([
			closes(day('07:48:01'), 5),
		]);
	});

	it('with the first and the last time if they are further apart', () => {
		const [first, last] = [day('07:43:00'), day('07:48:01')];
		expect(shown(closes(last, 3), closes(first, 2))).toEqual([
			closes(`${first} for the first and ${last} for the last`, 5),
		]);
	});

	it('unless they are of different rules, or one of the times is over; the commonest first', () => {
		const other = closes(day('07:48:02'), 4, 'ours');
		const over = closes(day('06:59:59'), 1);
		expect(shown(over, closes(day('07:48:01'), 3), other)).toEqual([
			other,
			closes(day('07:48:01'), 3),
			{ ...over, reason: `The conversation window closed at ${day('06:59:59')}.` },
		]);
	});
});
