import { readFileSync } from 'node:fs';
import { parseWebhook, signPayload } from '../../engine';
import { receiveDelivery } from '../../receiver';
import type { StorePlace } from '../support/stores';
import { customerMessage } from '../support/wire';
import { DATABASES, inSqlite } from '../support/stores';
import type { Stage } from './stage';
import { CUSTOMER, openStage } from './stage';

const USER = 'DE.13491208655302741918';
const PARENT = 'DE.ENT.99887766554433';
const OTHER = '491709876543';
const SECRET_TEXT = 'I moved to Elm Street';
const TABLES = [
	'charge',
	'charge_total',
	'alias',
	'campaign',
	'counter',
	'dead_letter',
	'decision',
	'erased',
	'inbox',
	'opened',
	'register',
	'send',
	'sent_text',
	'start',
];

describe.each(DATABASES)('%s', (_, placeOf) => {
	let place: StorePlace;
	let stage: Stage;
	let channel: string;
	let group: string;
	beforeEach(async () => {
		place = placeOf();
		stage = await openStage({ place });
		channel = stage.sandbox.phoneNumberId;
		group = (await stage.sandbox.control.addGroup({ participants: [CUSTOMER, OTHER] })).id;
	});
	afterEach(async () => {
		await stage.close();
		await place.remove();
	});

	const customer = (name = CUSTOMER) => ({ channel, name });
	const erase = (name?: string) => stage.store.customers.erase(customer(name));
	const exported = (name?: string) => stage.store.customers.export(customer(name));
	const kept = async () => JSON.stringify(await Promise.all(TABLES.map((table) => place.rows(table))));
	const deliveries = () => stage.sandbox.control.deliveries().map(({ payload }) => payload as object);
	const sentTo = (to: string) => stage.sandbox.control.sent().filter((message) => message.to === to);

	/** The customer, by three names, writes alone and in a group, and opts out; another one writes too. */
	async function live(): Promise<void> {
		const { control } = stage.sandbox;
		const ids = { userId: USER, parentUserId: PARENT };
		await control.customerWrites({ from: CUSTOMER, ...ids, text: SECRET_TEXT });
		await control.customerWrites({ from: CUSTOMER, ...ids, text: SECRET_TEXT, group });
		await control.customerWrites({ from: OTHER, text: 'I stay' });
		await control.optOut(CUSTOMER);
		await stage.hear();
	}

	/** A subscription whose execution fails on everything. */
	async function failOnAll(): Promise<void> {
		const { inbox } = stage.store;
		await inbox.subscribe({ id: 's', partitions: 1, from: 0 }, Date.now());
		const batch = await inbox.claim('s', { limit: 100, leaseMs: 60_000, token: 't' });
		await inbox.settle(batch!, { kind: 'failed', error: `Failed for ${CUSTOMER}` }, Date.now());
	}

	describe('an export', () => {
		it.each([CUSTOMER, USER, PARENT])(
			'has everything that is kept about the customer, found as %s',
			async (name) => {
				await live();
				await failOnAll();
				await stage.sender.send(stage.intent, stage.content, { once: 'a' });
				const { names, state, events, deadLetters, sends } = await exported(name);
				expect([...names].sort()).toEqual([CUSTOMER, USER, PARENT].sort());
				expect(state.map((register) => register.name)).toEqual(
					expect.arrayContaining(['window', 'holder', 'opt-out:MARKETING', 'owner']),
				);
				const texts = events.map(({ event }) => event.kind === 'message' && event.message.text?.body);
				expect(texts.filter((text) => text === SECRET_TEXT)).toHaveLength(2);
				expect(texts).not.toContain('I stay');
				expect(deadLetters.map(({ seq }) => seq)).toEqual(events.map(({ seq }) => seq));
				expect(sends).toMatchObject([{ state: 'accepted', messageId: expect.any(String) }]);
			},
		);

		it('of a customer who is not known is empty', async () => {
			await live();
			expect(await exported('4915550001')).toEqual({
				names: ['4915550001'],
				state: [],
				events: [],
				deadLetters: [],
				starts: [],
				bursts: [],
				sends: [],
				sentTexts: [],
				decisions: [],
				charges: [],
				waits: [],
				forwards: [],
			});
		});
	});

	describe('an erasure', () => {
		it.each([CUSTOMER, USER, PARENT])('leaves no name, text, or message ID, found as %s', async (name) => {
			await live();
			await failOnAll();
			await stage.sender.send(stage.intent, stage.content, { once: 'a' });
			await stage.sender.campaigns.plan({ id: 'spring', channel, template: stage.intent.template }, [
				{ to: CUSTOMER },
			]);
			await stage.hear();
			const { events, sends, deadLetters } = await exported();
			const ids = events.map(({ event }) => event.id);
			expect(await erase(name)).toEqual({
				names: 2,
				state: expect.any(Number),
				events: events.length,
				deadLetters: deadLetters.length,
				starts: 0,
				bursts: 0,
				sentTexts: 0,
				decisions: 1,
				charges: 1,
				forwards: 0,
				sends: sends.length,
				waits: 0,
			});
			const left = await kept();
			const traces = [CUSTOMER, USER, PARENT, SECRET_TEXT, ...ids];
			expect(traces.filter((trace) => left.includes(trace))).toEqual([]);
			expect(await exported()).toMatchObject({ events: [], deadLetters: [], sends: [] });
		});

		it('takes along which executions were started for the events', async () => {
			const trigger = 'w/n';
			await live();
			const events = deliveries().flatMap((body) => parseWebhook(body));
			const eventIds = new Set(events.map(({ id }) => id));
			await stage.engine.ingest(events, { start: { trigger, eventIds } });
			await stage.store.settleStarts(trigger, [...eventIds], 'confirmed');
			const { starts } = await exported();
			expect(starts).toHaveLength(3);
			expect(starts[0]).toMatchObject({ trigger, confirmed: true });
			expect(await erase()).toMatchObject({ starts: 3 });
			expect(await place.rows('start')).toHaveLength(1);
		});

		it('leaves other customers as they were', async () => {
			await live();
			const before = await exported(OTHER);
			await erase();
			expect(await exported(OTHER)).toEqual(before);
		});

		it('of the same customer again erases what came meanwhile', async () => {
			await live();
			await erase();
			await stage.sandbox.control.customerWrites({ from: CUSTOMER, text: SECRET_TEXT });
			await stage.hear();
			expect(await erase()).toMatchObject({ events: 1 });
			expect(await kept()).not.toContain(SECRET_TEXT);
		});

		it.each([1, 2, 4, 6, 9, 13, 20])('that ends after %i turns is completed by the next', async (turns) => {
			await live();
			await failOnAll();
			const { events } = await exported();
			const process = await place.open();
			const erasing = process.customers.erase(customer()).catch(() => {});
			for (let turn = 0; turn < turns; turn += 1) await stage.store.runtime.turn();
			await process.close();
			await erasing;
			await erase();
			const left = await kept();
			const traces = [CUSTOMER, USER, PARENT, SECRET_TEXT, ...events.map(({ event }) => event.id)];
			expect(traces.filter((trace) => left.includes(trace))).toEqual([]);
		});

		it('that ends between the events and the state is completed by the next', async () => {
			await live();
			const { events } = await exported();
			await place.rename('sent_text', 'away');
			await expect(erase()).rejects.toThrow('sent_text');
			await place.rename('away', 'sent_text');
			expect(await erase()).toMatchObject({ events: 0, state: expect.any(Number) });
			const left = await kept();
			const traces = [CUSTOMER, USER, PARENT, SECRET_TEXT, ...events.map(({ event }) => event.id)];
			expect(traces.filter((trace) => left.includes(trace))).toEqual([]);
		});

		it('leaves nothing while everything is redelivered and sent to the customer again', async () => {
			await live();
			const { sender, intent, content } = stage;
			await sender.send(intent, content, { once: 'a' });
			await stage.hear();
			// What becomes of the message after the erasure is news about the customer.
			const heard = deliveries();
			const ingest = (body: object) => stage.engine.ingest(parseWebhook(body));
			const [, again] = await Promise.all([
				erase(),
				sender.send(intent, content, { once: 'a' }),
				...[...heard, ...heard].map(ingest),
			]);
			expect(again).toMatchObject({ repeated: true });
			const left = await kept();
			expect([CUSTOMER, USER, PARENT, SECRET_TEXT].filter((trace) => left.includes(trace))).toEqual([]);
		});

		describe('finds the number inside longer texts', () => {
			const receive = async (text: string) => {
				const delivery = { rawBody: Buffer.from(text), signature: signPayload(text, 'secret') };
				await receiveDelivery(delivery, { engine: stage.engine, secret: 'secret', channel });
			};
			const ofUnknownField = (value: object) =>
				JSON.stringify({ entry: [{ id: 'A', changes: [{ field: 'news', value }] }] });

			it.each([
				['a signed body that is not JSON', `${CUSTOMER} called`],
				['a link', ofUnknownField({ link: `https://wa.me/${CUSTOMER}?text=Hi` })],
				['a telephone link', ofUnknownField({ link: `tel:+${CUSTOMER}` })],
				['a number as people write it', ofUnknownField({ note: 'Call +49 (170) 123-4567 back.' })],
			])('in %s', async (__, text) => {
				await receive(text);
				expect(await erase()).toMatchObject({ events: 1 });
				expect(await place.rows('inbox')).toEqual([]);
			});

			it('but not as a part of a longer number', async () => {
				await receive(ofUnknownField({ link: `https://wa.me/${CUSTOMER}9` }));
				expect(await erase()).toMatchObject({ events: 0 });
			});
		});

		it.each([
			['plain', `message:wamid.of.${CUSTOMER}`],
			['encoded, as the platform does', `message:wamid.${btoa(`\x1d\x04\x0b${CUSTOMER}\x15\x02`)}`],
		])('finds a start whose event is gone by the number in its id: %s', async (__, id) => {
			const event = { ...parseWebhook(customerMessage({ at: 1, from: CUSTOMER, channel }))[0]!, id };
			const note = { trigger: 't', eventIds: new Set([id]), leaseMs: 1 };
			await stage.store.commitEvents([{ event, changes: {} }], 1, note);
			const now = Date.now();
			await stage.store.prune({ events: now, starts: 0, sends: 0 });
			expect((await exported()).starts).toMatchObject([{ eventId: id }]);
			expect(await erase()).toMatchObject({ starts: 1 });
			expect(await place.rows('start')).toEqual([]);
			const [again] = await stage.store.commitEvents([{ event, changes: {} }], now, note);
			expect(again).toMatchObject({ fresh: false, start: 'confirmed' });
		});

		it('that was not known removes nothing', async () => {
			await live();
			const none = {
				names: 0,
				state: 0,
				events: 0,
				deadLetters: 0,
				starts: 0,
				bursts: 0,
				sends: 0,
				sentTexts: 0,
				decisions: 0,
				charges: 0,
				waits: 0,
				forwards: 0,
			};
			expect(await erase('4915550001')).toEqual(none);
		});
	});

	describe('after an erasure', () => {
		it('a redelivery changes nothing', async () => {
			await live();
			await erase();
			const withoutNumbers = async () => (await kept()).replace(/"name":"inbox","value":"?\d+/, '');
			const left = await withoutNumbers();
			for (const body of deliveries()) {
				const { fresh } = await stage.engine.ingest(parseWebhook(body));
				expect(fresh).toEqual([]);
			}
			expect((await withoutNumbers()) === left).toBe(true);
		});

		it('a redelivery starts no execution, also if the first one was never confirmed', async () => {
			await live();
			const events = deliveries().flatMap((body) => parseWebhook(body));
			const start = { trigger: 'w/n', eventIds: new Set(events.map(({ id }) => id)) };
			const { starts } = await stage.engine.ingest(events, { start });
			await stage.store.settleStarts('w/n', [...start.eventIds], 'released');
			expect(starts.map(({ state }) => state)).toContain('start');
			await erase();
			const again = await stage.engine.ingest(events, { start });
			const ofCustomer = again.starts.filter(({ event }) => 'contact' in event && event.contact === CUSTOMER);
			expect(ofCustomer.length).toBeGreaterThan(1);
			expect(new Set(ofCustomer.map(({ state }) => state))).toEqual(new Set(['confirmed']));
		});

		it('an execution that fails only now makes no dead letters of what was erased', async () => {
			await live();
			const { inbox } = stage.store;
			await inbox.subscribe({ id: 's', partitions: 1, from: 0 }, Date.now());
			const batch = await inbox.claim('s', { limit: 100, leaseMs: 60_000, token: 't' });
			await erase();
			await inbox.settle(batch!, { kind: 'failed' }, Date.now());
			const letters = await inbox.deadLetters.list({ subscription: 's' });
			expect(letters.map(({ event }) => 'contact' in event && event.contact)).toEqual([OTHER]);
		});

		it('a repeated execution sends nothing', async () => {
			const { sender, intent, content } = stage;
			await sender.send(intent, content, { once: 'a' });
			await erase();
			expect(await sender.send(intent, content, { once: 'a' })).toMatchObject({ repeated: true });
			expect(
				await stage.store.sends.begin(
					{ key: 'new', channel, contact: CUSTOMER, action: 'freeform', state: 'sending', at: 1 },
					{ channel, lead: 0 },
				),
			).toHaveProperty('slot');
			expect(sentTo(CUSTOMER)).toHaveLength(1);
		});

		it('a send that begins under an erased key finds what is left of it', async () => {
			const send = { channel, contact: CUSTOMER, action: 'freeform', state: 'sending', at: 1 } as const;
			const slot = { channel, lead: 0 };
			await stage.store.sends.begin({ ...send, key: 'k' }, slot);
			await stage.store.sends.end('k', { state: 'accepted', messageId: 'wamid.1' });
			await erase();
			const begun = await stage.store.sends.begin({ ...send, key: 'k' }, slot);
			expect(begun).toMatchObject({ known: { key: 'k', state: 'accepted' } });
			expect(await place.rows('send')).toHaveLength(1);
		});

		it.each([CUSTOMER, USER])("a campaign that is planned again doesn't plan %s again", async (to) => {
			await stage.sandbox.control.customerWrites({ from: CUSTOMER, userId: USER });
			await stage.hear();
			const { campaigns } = stage.sender;
			const plan = { id: 'spring', channel, template: stage.intent.template };
			await campaigns.plan(plan, [{ to: CUSTOMER }]);
			await erase();
			expect(await campaigns.plan(plan, [{ to }])).toMatchObject({ planned: 0 });
			await campaigns.sendDue();
			expect(stage.sandbox.control.sent()).toEqual([]);
		});

		it.each([CUSTOMER, USER])('%s gets no second message under a campaign key', async (to) => {
			await stage.sandbox.control.customerWrites({ from: CUSTOMER, userId: USER });
			await stage.hear();
			await stage.sender.send(stage.intent, stage.content, { campaign: 'spring' });
			await erase();
			const again = await stage.sender.send({ ...stage.intent, to }, stage.content, { campaign: 'spring' });
			expect(again).toMatchObject({ repeated: true });
			expect(stage.sandbox.control.sent()).toHaveLength(1);
		});

		it('a message that was kept for later is not kept again', async () => {
			const keep = () => stage.sender.keep(stage.intent, { template: {} }, { once: 'a' });
			expect(await keep()).toMatchObject({ state: 'held', repeated: false });
			await erase();
			expect(await keep()).toMatchObject({ state: 'skipped', repeated: true });
			await stage.sender.campaigns.sendDue();
			expect(sentTo(CUSTOMER)).toEqual([]);
		});

		it('what waited for the customer is skipped, and the report still counts it', async () => {
			const { campaigns } = stage.sender;
			await campaigns.plan({ id: 'spring', channel, template: stage.intent.template }, [
				{ to: CUSTOMER },
				{ to: OTHER },
			]);
			await erase();
			await campaigns.sendDue();
			expect(sentTo(CUSTOMER)).toEqual([]);
			expect(await campaigns.report('spring')).toMatchObject({ counts: { skipped: 1 }, total: 2 });
			const { recipients } = await campaigns.recipients('spring', { state: 'skipped' });
			expect(recipients).toMatchObject([{ to: expect.stringMatching(/^erased:/), rule: 'erased' }]);
		});

		it('of two who were skipped, the erased one has a reason of its own in the report', async () => {
			const { campaigns } = stage.sender;
			const plan = { id: 'spring', channel, freeform: { type: 'text', text: { body: 'Hi' } } } as const;
			await campaigns.plan(plan, [{ to: '491708888888' }, { to: '491709999999' }]);
			await campaigns.sendDue();
			await erase('491708888888');
			const { reasons } = await campaigns.report('spring');
			expect(reasons).toEqual([
				{ state: 'skipped', rule: 'erased', reason: 'The customer was erased.', count: 1 },
				{ state: 'skipped', rule: 'no-template', reason: expect.stringMatching(/24 hours/), count: 1 },
			]);
		});

		it("a retry doesn't plan what was erased", async () => {
			const { campaigns } = stage.sender;
			await campaigns.plan({ id: 'spring', channel, template: stage.intent.template }, [{ to: CUSTOMER }]);
			const claim = { channel, now: Date.now() + 1, leaseMs: 1, token: 't', limit: 9, free: [] };
			const { recipients } = await stage.store.campaigns.claim(claim);
			const { key, token } = recipients[0]!;
			await stage.store.campaigns.end([{ key, token, step: 'refuse' }]);
			await erase();
			expect(await stage.store.campaigns.retry({ channel, id: 'spring' }, 'failed', Date.now(), 100)).toBe(0);
		});

		describe('an opt-out still counts', () => {
			/** The customer writes again, and the delivery has the phone number alone. */
			const comeBack = async () => {
				const now = stage.sandbox.clock.now();
				const body = customerMessage({ at: now, from: CUSTOMER, channel });
				await stage.engine.ingest(parseWebhook(body, now));
			};
			const optedOut = async (to: string) => [...(await stage.engine.conversation({ channel, to })).optedOut];
			const MARKETING = ['MARKETING'];

			it.each([CUSTOMER, USER, PARENT])('for %s, one of the names that were known', async (name) => {
				await live();
				await erase();
				expect(await optedOut(name)).toEqual(MARKETING);
				expect(await optedOut(OTHER)).toEqual([]);
			});

			it('when the customer comes back under one name and gets another', async () => {
				await live();
				await erase();
				await stage.sandbox.control.customerWrites({ from: '491705555555', userId: USER });
				await stage.hear();
				expect(await optedOut('491705555555')).toEqual(MARKETING);
			});

			it('in the list of open conversations', async () => {
				await live();
				await erase();
				await comeBack();
				const open = await stage.engine.openConversations({ channel });
				const found = open.find(({ contact }) => contact === CUSTOMER);
				expect([...found!.optedOut]).toEqual(MARKETING);
			});

			it('after a second erasure', async () => {
				await live();
				await erase();
				await stage.sandbox.control.customerWrites({ from: CUSTOMER });
				await stage.hear();
				await erase(CUSTOMER);
				expect(await optedOut(CUSTOMER)).toEqual(MARKETING);
				expect(await optedOut(USER)).toEqual(MARKETING);
			});

			it('until the customer opts in again', async () => {
				await live();
				await erase();
				await stage.sandbox.clock.advance(2_000);
				await stage.sandbox.control.optOut(CUSTOMER, 'resume');
				await stage.hear();
				expect(await optedOut(CUSTOMER)).toEqual([]);
			});
		});
	});
});

describe('the files of a store in SQLite', () => {
	let place: StorePlace;
	let stage: Stage;
	beforeEach(async () => {
		place = inSqlite();
		stage = await openStage({ place });
		await stage.sandbox.control.customerWrites({ from: CUSTOMER, text: SECRET_TEXT });
		await stage.hear();
	});
	afterEach(async () => {
		await stage.close();
		await place.remove();
	});

	const file = () => place.url.replace('sqlite:', '');
	const bytes = () => [file(), `${file()}-wal`].map((name) => readFileSync(name, 'latin1')).join('\n');

	it('have none of the bytes of a customer who was erased, neither the database nor its log', async () => {
		expect(bytes()).toContain(SECRET_TEXT);
		await stage.store.customers.erase({ channel: stage.sandbox.phoneNumberId, name: CUSTOMER });
		expect([CUSTOMER, SECRET_TEXT].filter((trace) => bytes().includes(trace))).toEqual([]);
	});

	it('have none of the bytes of what is too old', async () => {
		const now = Date.now() + 1;
		await stage.store.prune({ events: now, sends: now, conversations: now });
		expect(bytes()).not.toContain(SECRET_TEXT);
	});
});
