import fc from '../support/properties';
import type { RecipientEnd, RecipientState, Store, StoredRecipient } from '../../engine';
import { createEngine, parseWebhook, RECIPIENT_STATES, writeCallbackData } from '../../engine';
import { RECIPIENT_TRANSITIONS } from '../../engine/campaigns/recipient-states';
import { NOW, OFFER } from '../support/engine-scene';
import type { StorePlace } from '../support/stores';
import { ANY_SLOT } from '../support/slots';
import { standingClock } from '../support/standing-clock';
import { DATABASES } from '../support/stores';
import { CHANNEL, CUSTOMER, HOUR, messageStatus, MINUTE, SECOND } from '../support/wire';

const LEASE = MINUTE;
const SPRING = { channel: CHANNEL, id: 'spring' };
const AUTUMN = { channel: CHANNEL, id: 'autumn' };

describe.each(DATABASES)('%s', (_, placeOf) => {
	let place: StorePlace;
	let store: Store;
	const clock = standingClock();
	beforeEach(async () => {
		place = placeOf();
		clock.now = NOW;
		store = await place.open(clock);
		await openCampaign('spring');
	});
	afterEach(() => place.remove());

	const openCampaign = (id: string, more: { startAt?: number; endAt?: number } = {}) =>
		store.campaigns.open({
			id,
			channel: CHANNEL,
			kept: false,
			policy: { name: 'strict', version: 1 },
			plannedAt: NOW,
			...more,
		});
	const content = { to: CUSTOMER };
	const plan = (contacts: string[], campaign = 'spring', due = 0) =>
		store.campaigns.plan(
			{ channel: CHANNEL, id: campaign },
			contacts.map((contact) => ({ contact, template: OFFER, content, state: 'planned', due })),
		);
	/** Claims when the store's clock and the gateway's say `now`. */
	const claimAll = (token = 'a', now = NOW, more: object = {}) => {
		clock.now = now;
		const asked = { channel: CHANNEL, now, leaseMs: LEASE, token, limit: 100, free: [] };
		return store.campaigns.claim({ ...asked, ...more });
	};
	const claim = async (...asked: Parameters<typeof claimAll>) => (await claimAll(...asked)).recipients;
	const abandonedAt = async (now: number) => (await claimAll('b', now)).abandoned;
	const begin = (recipients: StoredRecipient[], token = 'a', at = NOW, again = 0) =>
		store.campaigns.begin(
			recipients.map(({ key }) => ({
				key,
				token,
				action: 'template',
				opens: true,
				rule: 'template',
				reason: 'Yes.',
			})),
			{ at, again },
			{ channel: CHANNEL, lead: 0 },
		);
	const end = (end: Omit<RecipientEnd, 'key' | 'token'>, key: string, token = 'a') =>
		store.campaigns.end([{ ...end, key, token }]);
	const hears = (
		status: string,
		key: string,
		{ sentAt = NOW, id = 'wamid.9', at = NOW, ours = true, code = 131026 } = {},
	) => {
		const callbackData = ours ? writeCallbackData({ sentAt, key }) : undefined;
		const failure = status === 'failed' ? { code } : {};
		const events = parseWebhook(messageStatus({ at, status, id, callbackData, ...failure }), NOW);
		return createEngine({ store, now: () => NOW }).ingest(events);
	};
	const stateOf = async (key: string) => (await store.sends.find(key))!.state;

	/** A recipient in a state, by the steps that lead there. */
	async function recipientIn(state: RecipientState): Promise<string> {
		const [key] = await plan([CUSTOMER]);
		if (state === 'planned') return key!;
		const claimed = await claim();
		if (state === 'claimed') return key!;
		if (state === 'held') await end({ step: 'hold', due: NOW + HOUR }, key!);
		if (state === 'skipped') await end({ step: 'skip' }, key!);
		if (state === 'held' || state === 'skipped') return key!;
		await begin(claimed);
		if (state === 'unconfirmed') await end({ step: 'lose' }, key!);
		if (state === 'failed') await end({ step: 'refuse' }, key!);
		if (state === 'accepted') await end({ step: 'accept', messageId: 'wamid.9' }, key!);
		if (state === 'delivered' || state === 'read') await hears(state, key!);
		return key!;
	}

	describe('a recipient moves as the table says, and not otherwise', () => {
		const STEPS: Record<string, (key: string) => Promise<unknown>> = {
			claim: () => claim('b', NOW + 2 * HOUR),
			release: (key) => end({ step: 'release' }, key),
			hold: (key) => end({ step: 'hold', due: NOW }, key),
			skip: (key) => end({ step: 'skip' }, key),
			begin: async (key) => begin([(await store.campaigns.recipients(page)).find((one) => one.key === key)!]),
			refuse: (key) => end({ step: 'refuse' }, key),
			lose: (key) => end({ step: 'lose' }, key),
			accept: (key) => end({ step: 'accept', messageId: 'wamid.9' }, key),
			'hear accepted': (key) => hears('sent', key),
			'hear failed': (key) => hears('failed', key),
			'hear delivered': (key) => hears('delivered', key),
			'hear read': (key) => hears('read', key),
		};
		const page = { campaign: SPRING, states: RECIPIENT_STATES, limit: 10 };
		/** Only a worker's own recipients are ended by it, which those that nobody claimed are not. */
		const needsWorker = ['release', 'hold', 'skip', 'begin', 'refuse', 'lose', 'accept'];
		const neverClaimed: RecipientState[] = ['planned'];
		const cases = RECIPIENT_STATES.flatMap((from) =>
			Object.keys(STEPS)
				.filter((step) => !(needsWorker.includes(step) && neverClaimed.includes(from)))
				.map((step) => {
					const row = RECIPIENT_TRANSITIONS.find((one) => one.step === step && one.from.includes(from));
					return [from, step, row?.to ?? from] as const;
				}),
		).filter(([from, step]) => !(step === 'skip' && (from === 'held' || from === 'planned')));

		it.each(cases)('%s, %s: %s', async (from, step, to) => {
			const key = await recipientIn(from);
			expect(await stateOf(key)).toBe(from);
			await STEPS[step]!(key);
			expect(await stateOf(key)).toBe(to);
		});
	});

	describe('statuses', () => {
		const told = ['accept', 'sent', 'delivered', 'read'] as const;
		it('lead to the same state in every order, our own note of the answer among them', async () => {
			let round = 0;
			await fc.assert(
				fc.asyncProperty(
					fc.shuffledSubarray([...told, 'failed' as const], { minLength: 1 }),
					async (order) => {
						round += 1;
						const [key] = await plan([`49170${round}`]);
						await begin(await claim());
						for (const one of order) {
							if (one === 'accept') await end({ step: 'accept', messageId: `wamid.${round}` }, key!);
							else await hears(one, key!, { id: `wamid.${round}` });
						}
						const best = (['read', 'delivered', 'failed'] as const).find((state) => order.includes(state));
						expect(await stateOf(key!)).toBe(best ?? 'accepted');
					},
				),
				{ numRuns: 40 },
			);
		});

		it('lead to the same rule and reason in every order: a failure is told even if the message arrived', async () => {
			let round = 0;
			await fc.assert(
				fc.asyncProperty(
					fc.shuffledSubarray([...told, 'failed' as const], { minLength: 1 }),
					async (order) => {
						round += 1;
						const [key] = await plan([`49171${round}`]);
						await begin(await claim());
						for (const one of order) {
							if (one === 'accept') await end({ step: 'accept', messageId: `wamid.${round}` }, key!);
							else await hears(one, key!, { id: `wamid.${round}` });
						}
						const all = await store.campaigns.recipients({
							campaign: SPRING,
							states: RECIPIENT_STATES,
							limit: 1_000,
						});
						const { rule, reason } = all.find((one) => one.key === key)!;
						expect({ rule, reason }).toEqual(
							order.includes('failed')
								? { rule: 'undeliverable', reason: 'A failure: In detail (code 131026)' }
								: { rule: 'template', reason: 'Yes.' },
						);
					},
				),
				{ numRuns: 40 },
			);
		});

		it('lead to the same rule and reason in every order, one by one or together, if they name several failures', async () => {
			const codes = [131026, 131049, 131053];
			const all = ['sent', 'delivered', ...codes.map(String)];
			let round = 0;
			const told = new Set<string>();
			await fc.assert(
				fc.asyncProperty(
					fc.shuffledSubarray(all, { minLength: all.length }),
					fc.boolean(),
					async (order, together) => {
						round += 1;
						const [key] = await plan([`49172${round}`]);
						await begin(await claim());
						const callbackData = writeCallbackData({ sentAt: NOW, key: key! });
						const bodies = order.map((one, index) => {
							const status = codes.includes(Number(one))
								? { status: 'failed', code: Number(one) }
								: { status: one };
							// Each failure is an event of its own.
							return messageStatus({ at: NOW + index, id: `wamid.${round}`, callbackData, ...status });
						});
						const events = bodies.flatMap((body, index) =>
							parseWebhook(body, NOW).map((event) => ({ ...event, id: `${round} ${index}` })),
						);
						const engine = createEngine({ store, now: () => NOW });
						for (const some of together ? [events] : events.map((event) => [event]))
							await engine.ingest(some);
						const page = { campaign: SPRING, states: ['delivered'] as const, limit: 1_000 };
						const { rule, reason } = (await store.campaigns.recipients(page)).find((one) => one.key === key)!;
						told.add(`${rule}: ${reason}`);
					},
				),
				{ numRuns: 30 },
			);
			expect([...told]).toEqual([expect.stringMatching(/^\w[\w-]+: A failure/)]);
		});

		it('lead to the same rule and reason, whether they come before or after the answer is lost', async () => {
			const shown = async (key: string) => {
				const page = { campaign: SPRING, states: RECIPIENT_STATES, limit: 1_000 };
				const { rule, reason } = (await store.campaigns.recipients(page)).find((one) => one.key === key)!;
				return { rule, reason };
			};
			const lose = (key: string) => end({ step: 'lose', rule: 'unknown-outcome', reason: 'Timeout.' }, key);
			for (const [index, status] of ['sent', 'delivered', 'read', 'failed'].entries()) {
				const [after, before] = await plan([`4917300${index}`, `4917310${index}`]);
				await begin(await claim());
				await lose(after!);
				expect(await shown(after!)).toEqual({ rule: 'unknown-outcome', reason: 'Timeout.' });
				for (const key of [after!, before!]) await hears(status, key, { id: `wamid.${key}` });
				await lose(before!);
				expect(await shown(after!)).toEqual(await shown(before!));
				expect((await shown(after!)).rule).toBe(status === 'failed' ? 'undeliverable' : 'template');
			}
		});

		it('of two tries that failed, in one delivery, each tells of its own', async () => {
			const key = await recipientIn('unconfirmed');
			await store.campaigns.retry(SPRING, 'unconfirmed', NOW, 10);
			await begin(await claim('a', NOW + MINUTE), 'a', NOW + MINUTE);
			const events = [NOW, NOW + MINUTE].flatMap((sentAt, index) => {
				const callbackData = writeCallbackData({ sentAt, key });
				const code = [131026, 131049][index];
				return parseWebhook(
					messageStatus({ at: NOW, status: 'failed', id: `wamid.${index}`, callbackData, code }),
					NOW,
				);
			});
			await createEngine({ store, now: () => NOW }).ingest(events);
			expect(await store.campaigns.reasons(SPRING)).toMatchObject([
				{ state: 'failed', reason: expect.stringContaining('131049') },
			]);
		});

		it('are counted each with the rule that it belongs to, a rule’s rarer ones together', async () => {
			const reasons = ['Common.', 'Common.', ...Array.from({ length: 6 }, (_, index) => `At ${index}.`)];
			await plan(reasons.map((_, index) => `49170${index}`));
			const claimed = await claim();
			await store.campaigns.end([
				...claimed.slice(1).map(({ key, token }, index) => ({
					key,
					token,
					step: 'skip' as const,
					rule: 'several',
					reason: reasons[index]!,
				})),
				{ key: claimed[0]!.key, token: 'a', step: 'skip', rule: 'another', reason: 'Zzz.' },
			]);
			const told = (await store.campaigns.reasons(SPRING)).map(({ rule, reason, count }) => [
				rule,
				reason,
				count,
			]);
			expect(told).toEqual([
				['several', 'Common.', 2],
				['another', 'Zzz.', 1],
				...[0, 1, 2, 3].map((at) => ['several', `At ${at}.`, 1]),
				['several', 'Other reasons.', 1],
			]);
		});

		it('of a try that failed are forgotten when it’s sent again', async () => {
			await hears('failed', await recipientIn('accepted'));
			await store.campaigns.retry(SPRING, 'failed', NOW, 10);
			await begin(await claim('a', NOW + MINUTE), 'a', NOW + MINUTE);
			const page = { campaign: SPRING, states: ['sending'] as const, limit: 1 };
			expect(await store.campaigns.recipients(page)).toMatchObject([{ rule: 'template', reason: 'Yes.' }]);
		});

		it('of an earlier try tell nothing of a later one that arrived', async () => {
			const key = await recipientIn('unconfirmed');
			await store.campaigns.retry(SPRING, 'unconfirmed', NOW, 10);
			await begin(await claim('a', NOW + MINUTE), 'a', NOW + MINUTE);
			await hears('delivered', key, { sentAt: NOW + MINUTE });
			await hears('failed', key, { sentAt: NOW });
			const [recipient] = await store.campaigns.recipients({
				campaign: SPRING,
				states: ['delivered'],
				limit: 1,
			});
			expect(recipient).toMatchObject({ rule: 'template', reason: 'Yes.' });
		});

		it('without our data find the message by its id', async () => {
			const key = await recipientIn('accepted');
			await hears('delivered', key, { ours: false });
			expect(await stateOf(key)).toBe('delivered');
		});

		it('of an earlier try do not fail a later one', async () => {
			const key = await recipientIn('unconfirmed');
			await store.campaigns.retry(SPRING, 'unconfirmed', NOW, 10);
			await begin(await claim('a', NOW + MINUTE), 'a', NOW + MINUTE);
			await hears('failed', key, { sentAt: NOW });
			expect(await stateOf(key)).toBe('sending');
			await hears('failed', key, { sentAt: NOW + MINUTE, id: 'wamid.10' });
			expect(await stateOf(key)).toBe('failed');
		});

		it('that an earlier try arrived keep the later one from going out', async () => {
			const key = await recipientIn('unconfirmed');
			await store.campaigns.retry(SPRING, 'unconfirmed', NOW, 10);
			await hears('delivered', key);
			expect(await claim('a', NOW + MINUTE)).toEqual([]);
			expect(await stateOf(key)).toBe('delivered');
		});

		it('say why a message failed', async () => {
			await hears('failed', await recipientIn('accepted'));
			expect(await store.campaigns.reasons(SPRING)).toEqual([
				{ state: 'failed', rule: 'undeliverable', reason: 'A failure: In detail (code 131026)', count: 1 },
			]);
		});
	});

	describe('planning', () => {
		it('adds nobody twice, also in one list, and gives those who are new', async () => {
			expect(await plan(['1', '2', '1'])).toHaveLength(2);
			expect(await plan(['2', '3'])).toHaveLength(1);
		});

		it('takes two names of one customer for one', async () => {
			await store.apply({ aliases: [{ scope: CHANNEL, alias: 'US.1', contact: CUSTOMER }] });
			await plan([CUSTOMER]);
			expect(await plan(['US.1'])).toEqual([]);
		});

		describe('of two names that turn out to be one customer', () => {
			const join = () => store.apply({ aliases: [{ scope: CHANNEL, alias: 'US.1', contact: CUSTOMER }] });

			it('begins one message, if that shows once both are claimed', async () => {
				await plan([CUSTOMER, 'US.1']);
				const claimed = await claim();
				await join();
				expect((await begin(claimed)).begun).toHaveLength(1);
			});

			it('skips the other, if that shows once one is out', async () => {
				await plan([CUSTOMER]);
				await begin(await claim());
				const [key] = await plan(['US.1']);
				await join();
				expect(await claim()).toEqual([]);
				expect(await store.sends.find(key!)).toMatchObject({ state: 'skipped' });
			});

			it('sends both under keys of their own, and in two campaigns', async () => {
				const named = (contact: string, recipient: string) =>
					store.campaigns.plan(SPRING, [{ contact, recipient, content, state: 'planned', due: 0 }]);
				await named(CUSTOMER, 'order 1');
				await named('US.1', 'order 2');
				await openCampaign('summer');
				await plan(['US.1'], 'summer');
				await join();
				expect((await begin(await claim())).begun).toHaveLength(3);
			});
		});

		it('by two processes at once adds nobody twice', async () => {
			const other = await place.open();
			const many = Array.from({ length: 200 }, (_, index) => `49170${1_000 + index}`);
			const rows = many.map((contact) => ({ contact, content, state: 'planned' as const, due: 0 }));
			const [ours, theirs] = await Promise.all([
				store.campaigns.plan(SPRING, rows),
				other.campaigns.plan(SPRING, rows),
			]);
			expect(ours.length + theirs.length).toBe(200);
		});

		it('of another campaign is another send', async () => {
			await openCampaign('autumn');
			await plan(['1']);
			expect(await plan(['1'], 'autumn')).toHaveLength(1);
		});

		it('freezes what the first plan of a campaign says', async () => {
			const again = await store.campaigns.open({
				id: 'spring',
				channel: CHANNEL,
				kept: false,
				plannedAt: NOW + 1,
				policy: { name: 'strict', version: 2 },
			});
			expect(again).toMatchObject({ policy: { version: 1 }, plannedAt: NOW });
		});
	});

	describe('claiming', () => {
		it('gives nobody to two workers', async () => {
			await plan(Array.from({ length: 50 }, (_, index) => `49170${index}`));
			const other = await place.open(clock);
			const theirs = other.campaigns.claim({
				channel: CHANNEL,
				now: NOW,
				leaseMs: LEASE,
				token: 'b',
				limit: 30,
				free: [],
			});
			const [ours, { recipients }] = await Promise.all([claim('a', NOW, { limit: 30 }), theirs]);
			const keys = [...ours, ...recipients].map(({ key }) => key);
			expect(new Set(keys).size).toBe(50);
			expect(keys).toHaveLength(50);
		});

		it.each([
			['before its start', { startAt: NOW + 1 }, 0],
			['at its start', { startAt: NOW }, 1],
			['just before its end', { endAt: NOW + 1 }, 1],
			['at its end', { endAt: NOW }, 0],
		])('of a campaign %s', async (_, times, count) => {
			await openCampaign('timed', times);
			await plan(['1'], 'timed');
			expect(await claim()).toHaveLength(count);
		});

		it('gives nobody of a campaign that is paused, and nobody of it may be begun', async () => {
			await plan(['1', '2']);
			const claimed = await claim('a', NOW, { limit: 1 });
			await store.campaigns.move(SPRING, ['running'], 'paused', 'Wait.');
			expect(await claim('b')).toEqual([]);
			expect((await begin(claimed)).begun).toEqual([]);
		});

		it('takes by turns from several campaigns', async () => {
			await openCampaign('autumn');
			await plan(['1', '2', '3', '4', '5', '6']);
			await plan(['7', '8', '9'], 'autumn');
			const campaigns = (await claim('a', NOW, { limit: 4 })).map(({ campaign }) => campaign);
			expect(campaigns.sort()).toEqual(['autumn', 'autumn', 'spring', 'spring']);
		});

		it('says when the next one is due', async () => {
			await plan(['1'], 'spring', NOW + HOUR);
			const found = await store.campaigns.claim({
				channel: CHANNEL,
				now: NOW,
				leaseMs: LEASE,
				token: 'a',
				limit: 1,
				free: [],
			});
			expect(found).toEqual({ recipients: [], abandoned: [], nextDueAt: NOW + HOUR });
		});

		it('leaves a claim to its worker until the lease is over, then another has it', async () => {
			const [key] = await plan(['1']);
			await claim('a');
			expect(await claim('b', NOW + LEASE - 1)).toEqual([]);
			const theirs = await claim('b', NOW + LEASE);
			expect(theirs).toHaveLength(1);
			expect((await begin(theirs, 'a')).begun).toEqual([]);
			expect((await begin(theirs, 'b')).begun).toEqual([key]);
		});

		it.each([
			['as soon as it was claimed', NOW],
			['just before the lease of its claim is over', NOW + LEASE - 1],
		])(
			'leaves a send begun %s as it is, and tells of it once its lease is over, with the token of its claim',
			async (_, begunAt) => {
				const [key] = (await plan([CUSTOMER])) as [string];
				await begin(await claim(), 'a', begunAt);
				expect(await abandonedAt(NOW + LEASE - 1)).toEqual([]);
				const abandoned = await abandonedAt(NOW + LEASE);
				expect(abandoned).toMatchObject([{ key, token: 'a', state: 'sending', at: begunAt, content }]);
				expect(await stateOf(key)).toBe('sending');
				await end({ step: 'lose', rule: 'worker-gone' }, key);
				expect(await stateOf(key)).toBe('unconfirmed');
				expect(await abandonedAt(NOW + LEASE)).toEqual([]);
			},
		);

		it('has an abandoned send again once it was given back, but not for the claim that it was begun with', async () => {
			const [key] = (await plan([CUSTOMER])) as [string];
			const first = await claim();
			await begin(first);
			await end({ step: 'release' }, key);
			expect(await claim('b')).toMatchObject([{ key, token: 'b', at: 0 }]);
			expect((await begin(first)).begun).toEqual([]);
			await end({ step: 'release' }, key);
			expect(await stateOf(key)).toBe('claimed');
		});

		it('has those who wait for a template as soon as it is free, whenever they are due', async () => {
			const [key] = await plan(['1']);
			await claim();
			await end({ step: 'hold', due: NOW + HOUR, waitsFor: 'offer' }, key!);
			expect(await store.campaigns.awaitedTemplates(CHANNEL)).toEqual(['offer']);
			expect(await claim('b', NOW, { free: ['other'] })).toEqual([]);
			expect(await claim('b', NOW, { free: ['offer'] })).toHaveLength(1);
			expect(await store.campaigns.awaitedTemplates(CHANNEL)).toEqual([]);
		});

		it('leaves a customer alone whom the number wrote to 45 times in 270 s, until the first is that old', async () => {
			const send = { channel: CHANNEL, contact: '1', action: 'freeform', state: 'sending' } as const;
			for (let index = 0; index < 44; index += 1) {
				await store.sends.begin({ ...send, key: `k${index}`, at: NOW - 269 * SECOND + index }, ANY_SLOT);
			}
			await plan(['1', '2']);
			expect(await claim('a', NOW)).toHaveLength(2);
			await store.sends.begin({ ...send, key: 'k44', at: NOW }, ANY_SLOT);
			expect((await claim('b', NOW + LEASE)).map(({ contact }) => contact).sort()).toEqual(['1', '2']);
			await plan(['1'], 'spring');
			await openCampaign('autumn');
			await plan(['1'], 'autumn');
			const held = await claim('c', NOW + LEASE, { now: NOW });
			expect(held).toEqual([]);
			expect(await store.campaigns.reasons(AUTUMN)).toMatchObject([{ state: 'held', rule: 'pair-rate' }]);
			expect(await store.campaigns.heldUntil(AUTUMN)).toBe(NOW + SECOND);
		});
	});

	describe('the slots of a number', () => {
		/** Takes slots when the store's clock says `at`. Epoch ms */
		const take = (from: Store, count: number, at = clock.now) => {
			clock.now = at;
			return from.rates.take({ channel: CHANNEL, lead: 15_000 }, count);
		};
		const mostInASecond = (slots: number[]) =>
			Math.max(...slots.map((slot) => slots.filter((other) => other >= slot && other < slot + 1e6).length));

		it('are no more than its rate in any second, whoever takes them and whenever', async () => {
			const other = await place.open(clock);
			await fc.assert(
				fc.asyncProperty(
					fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 1, max: 60 }), fc.nat(700)), {
						maxLength: 12,
					}),
					fc.constantFrom(3, 80, 999, 1_000),
					async (takes, perSecond) => {
						const slots: number[] = [];
						// The slots before are all past: a number's slots never wait for minutes at another rate.
						clock.now += HOUR;
						await store.rates.set(CHANNEL, perSecond);
						for (const [theirs, count, later] of takes) {
							slots.push(...(await take(theirs ? other : store, count, clock.now + later)).slots);
						}
						expect(slots).toEqual([...slots].sort((a, b) => a - b));
						if (slots.length > 0) expect(mostInASecond(slots)).toBeLessThanOrEqual(perSecond);
					},
				),
				{ numRuns: 20 },
			);
		});

		it('follow each other at the rate, from a moment ahead', async () => {
			const now = NOW * 1_000;
			expect((await take(store, 3)).slots).toEqual([15_000, 27_500, 40_000].map((at) => now + at));
		});

		it('of those that may not start are lost, and nobody else gets them', async () => {
			await openCampaign('autumn');
			await plan(['1', '2', '3']);
			await plan(['4', '5'], 'autumn');
			const claimed = await claim();
			await store.campaigns.move(AUTUMN, ['running'], 'paused');
			const { begun, slots } = await begin(claimed, 'a', NOW, 1);
			const mayStart = claimed.filter(({ campaign }) => campaign === 'spring').map(({ key }) => key);
			expect([...begun].sort()).toEqual(mayStart.sort());
			expect(slots).toEqual([0, 1, 2, 3].map((slot) => NOW * 1_000 + slot * 12_500));
			const next = await take(await place.open(clock), 1);
			expect(next.slots).toEqual([NOW * 1_000 + 6 * 12_500]);
		});

		it('are a fifth fewer once the number was told that it is too fast, and come back in 2 s', async () => {
			const speedAt = async (at: number) => {
				clock.now = at;
				return (await store.rates.read(CHANNEL)).speed;
			};
			await store.rates.slow(CHANNEL);
			expect(await speedAt(NOW)).toBe(0.8);
			const [first, second] = (await take(store, 2)).slots;
			expect(second! - first!).toBe(15_625);
			expect(await speedAt(NOW + 999)).toBeCloseTo(0.9);
			await store.rates.slow(CHANNEL);
			expect(await speedAt(NOW + 2 * SECOND)).toBe(1);
			await store.rates.slow(CHANNEL);
			expect(await speedAt(NOW + 2 * SECOND)).toBe(0.8);
		});

		it('are half as many each time it is told again before they are all back', async () => {
			const slowedAt = async (at: number) => {
				clock.now = at;
				await store.rates.slow(CHANNEL);
				return (await store.rates.read(CHANNEL)).speed;
			};
			expect(await slowedAt(NOW)).toBe(0.8);
			expect(await slowedAt(NOW + SECOND)).toBeCloseTo(0.45);
			expect(await slowedAt(NOW + 3 * SECOND)).toBeCloseTo(0.325);
			for (let told = 4; told < 20; told += 1) await slowedAt(NOW + told * SECOND);
			expect(await slowedAt(NOW + 20 * SECOND)).toBeCloseTo(0.1);
			clock.now = NOW + 29 * SECOND;
			expect((await store.rates.read(CHANNEL)).speed).toBeCloseTo(1);
		});

		it.each([
			['are none a moment before the end', -1, { slots: [], none: { wait: 1, halted: 'No answers.' } }],
			['are given at the end', 0, { slots: [(NOW + MINUTE) * 1_000 + 15_000], now: (NOW + MINUTE) * 1_000 }],
		])('%s of a halt, also for what was begun before', async (_, later, taken) => {
			await store.rates.halt(CHANNEL, { base: MINUTE, most: MINUTE }, 'No answers.');
			expect(await take(store, 1, NOW + MINUTE + later)).toEqual(taken);
		});

		it('are none while it is halted, twice as long each time until an answer comes', async () => {
			const wait = { base: MINUTE, most: 3 * MINUTE };
			const haltedUntil = async (at: number) => {
				clock.now = at;
				return at + (await store.rates.halt(CHANNEL, wait, 'No answers.'));
			};
			await plan(['1']);
			const claimed = await claim();
			expect(await haltedUntil(NOW)).toBe(NOW + MINUTE);
			expect(await haltedUntil(NOW + 1)).toBe(NOW + MINUTE);
			const none = { wait: MINUTE - 1, halted: 'No answers.' };
			expect(await begin(claimed)).toEqual({ begun: [], slots: [], none });
			expect(await stateOf(claimed[0]!.key)).toBe('claimed');
			expect(await store.rates.read(CHANNEL)).toMatchObject({ why: 'No answers.' });
			expect((await take(store, 1, NOW + MINUTE)).slots).toHaveLength(1);
			expect(await haltedUntil(NOW + MINUTE)).toBe(NOW + 3 * MINUTE);
			expect(await haltedUntil(NOW + 3 * MINUTE)).toBe(NOW + 6 * MINUTE);
			await store.rates.answered(CHANNEL);
			expect(await haltedUntil(NOW + 6 * MINUTE)).toBe(NOW + 7 * MINUTE);
		});
	});

	describe('what is kept and what is forgotten', () => {
		it('a campaign is forgotten with its recipients once nobody waits and it is old', async () => {
			await end({ step: 'accept', messageId: 'wamid.9' }, await recipientIn('sending'));
			await store.prune({ events: 0, sends: NOW });
			expect(await store.campaigns.find(SPRING)).toBeDefined();
			await store.prune({ events: 0, sends: NOW + 1 });
			expect(await store.campaigns.find(SPRING)).toBeUndefined();
			expect(await place.rows('send')).toEqual([]);
		});

		it('one that somebody waits in is not', async () => {
			await plan(['1']);
			await store.prune({ events: 0, sends: NOW + HOUR });
			expect(await store.campaigns.counts(SPRING)).toEqual([{ state: 'planned', count: 1 }]);
		});
	});
});
