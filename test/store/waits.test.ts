import type { MessagingEvent, Store } from '../../engine';
import { createEngine, parseWebhook, writeChoiceToken } from '../../engine';
import { NOW } from '../support/engine-scene';
import { standingClock } from '../support/standing-clock';
import type { StorePlace } from '../support/stores';
import { DATABASES } from '../support/stores';
import { CHANNEL, CUSTOMER, customerMessage, DAY, HOUR, MINUTE, SECOND } from '../support/wire';

const OTHER = '4917098765432';
const URL = 'http://n8n/webhook-waiting/7/node?signature=s';
const LEASE = 30 * SECOND;

describe.each(DATABASES)('%s', (_, placeOf) => {
	let place: StorePlace;
	let store: Store;
	const clock = standingClock();
	beforeEach(async () => {
		place = placeOf();
		clock.now = NOW;
		store = await place.open(clock);
	});
	afterEach(() => place.remove());

	const of = (id: string, resumeUrl = `${URL}&${id}`) => ({ id, resumeUrl });
	const newWait = (id: string, more: object = {}) => ({
		...of(id),
		token: `token-${id}`,
		channel: CHANNEL,
		contact: CUSTOMER,
		question: { kind: 'text' as const },
		askedAt: clock.now,
		...more,
	});

	const asks = (id: string, more: object = {}) => store.waits.ask(newWait(id, more), clock.now);

	/** The customer writes a second later. @returns the event */
	async function writes(id: string, { from = CUSTOMER, content = {} } = {}): Promise<MessagingEvent> {
		clock.now += SECOND;
		const [event] = parseWebhook(customerMessage({ at: clock.now, id, from }), clock.now);
		const written = { ...event, message: { ...(event as { message: object }).message, ...content } };
		await createEngine({ store, now: () => clock.now }).ingest([written as MessagingEvent]);
		return event!;
	}

	const due = () => store.waits.takeDue(clock.now, LEASE, 10);
	const claim = async (id: string, resumeUrl?: string) =>
		(await store.waits.claim(of(id, resumeUrl), clock.now))?.event.id;
	const answering = (...events: MessagingEvent[]) => store.waits.answering(events.map(({ id }) => id));

	describe('an answer is found with the commit of its event', () => {
		it('and is due at once, for whoever posts', async () => {
			await asks('a');
			const event = await writes('m');
			expect(await due()).toEqual([
				{ id: 'a', resumeUrl: `${URL}&a`, eventId: event.id, tries: 0, since: clock.now },
			]);
			expect(await answering(event)).toEqual([{ eventId: event.id, delivered: false }]);
		});

		it('of the conversation alone', async () => {
			await asks('a');
			expect(await answering(await writes('m', { from: OTHER }))).toEqual([]);
		});

		it('by whatever name the customer is known later', async () => {
			await asks('a', { contact: 'US.13491208655302741918' });
			await store.apply({
				aliases: [{ scope: CHANNEL, alias: 'US.13491208655302741918', contact: CUSTOMER }],
			});
			expect(await answering(await writes('m'))).toHaveLength(1);
		});

		it('a redelivery answers nothing else', async () => {
			await asks('a');
			const event = await writes('m');
			await store.waits.settle(of('a'), 'delivered', clock.now);
			await asks('b');
			await createEngine({ store, now: () => clock.now }).ingest([event]);
			expect(await store.waits.open(of('b'))).toBeDefined();
		});

		it('each message answers one wait, the newest first, and both end', async () => {
			await asks('older');
			clock.now += SECOND;
			await asks('newer');
			await writes('first');
			expect(await due()).toMatchObject([{ id: 'newer' }]);
			await writes('second');
			expect(await due()).toMatchObject([{ id: 'older' }]);
			expect(await answering(await writes('third'))).toEqual([]);
		});

		it.each([
			['1 ms before the wait ends', 2 * SECOND + 1, 1],
			['when the wait has ended', 2 * SECOND, 0],
		])('%s', async (_, limit, count) => {
			await asks('a', { expiresAt: NOW + limit });
			clock.now = NOW + SECOND;
			expect(await answering(await writes('m'))).toHaveLength(count);
		});

		it('of two that come in one delivery, the first', async () => {
			await asks('a');
			clock.now += SECOND;
			const events = ['m', 'n'].flatMap((id) =>
				parseWebhook(customerMessage({ at: clock.now, id }), clock.now),
			);
			const { answersWait } = await createEngine({ store, now: () => clock.now }).ingest(events);
			expect(answersWait).toBe(true);
			expect(await answering(...events)).toEqual([{ eventId: events[0]!.id, delivered: false }]);
		});
	});

	describe('what is due is posted by one process at a time', () => {
		it('1 ms before its lease ends nobody else takes it, then somebody does', async () => {
			await asks('a');
			await writes('m');
			expect(await due()).toHaveLength(1);
			clock.now += LEASE - 1;
			expect(await due()).toEqual([]);
			clock.now += 1;
			expect(await due()).toMatchObject([{ id: 'a', tries: 1 }]);
		});

		it('and again when it was told to', async () => {
			await asks('a');
			await writes('m');
			await due();
			await store.waits.settle(of('a'), { againAt: clock.now + 150 }, clock.now);
			expect(await store.waits.nextDue()).toBe(clock.now + 150);
		});

		it('two processes take each one once', async () => {
			const other = await place.open(clock);
			for (const id of ['a', 'b', 'c', 'd']) await asks(id, { contact: `49170000000${id.charCodeAt(0)}` });
			for (const id of ['a', 'b', 'c', 'd']) await writes(id, { from: `49170000000${id.charCodeAt(0)}` });
			const taken = await Promise.all([due(), other.waits.takeDue(clock.now, LEASE, 10)]);
			expect(
				taken
					.flat()
					.map(({ id }) => id)
					.sort(),
			).toEqual(['a', 'b', 'c', 'd']);
		});

		it('nothing is due before there is an answer', async () => {
			await asks('a');
			expect(await due()).toEqual([]);
			expect(await store.waits.nextDue()).toBeUndefined();
		});
	});

	describe('an execution takes its answer', () => {
		it('which then counts as delivered once the post is settled', async () => {
			await asks('a');
			const event = await writes('m');
			expect(await store.waits.isClaimed('a')).toBe(false);
			expect(await claim('a')).toBe(event.id);
			expect(await store.waits.isClaimed('a')).toBe(true);
			expect(await answering(event)).toMatchObject([{ delivered: false }]);
			await store.waits.settle(of('a'), 'delivered', clock.now);
			expect(await answering(event)).toMatchObject([{ delivered: true }]);
			expect(await store.waits.nextDue()).toBeUndefined();
		});

		it('takes it again if it crashed before it could continue', async () => {
			await asks('a');
			const event = await writes('m');
			expect([await claim('a'), await claim('a')]).toEqual([event.id, event.id]);
		});

		it('gets nothing before there is an answer, or of a wait that nobody knows', async () => {
			await asks('a');
			expect([await claim('a'), await claim('unknown')]).toEqual([undefined, undefined]);
		});

		it('gets no earlier answer once it asks again', async () => {
			await asks('a', { resumeUrl: URL });
			await writes('m');
			clock.now += SECOND;
			await asks('b', { resumeUrl: URL });
			expect(await claim('a', URL)).toBeUndefined();
		});

		it('whoever asks again waits for nothing else any more', async () => {
			await asks('a', { resumeUrl: URL });
			await asks('b', { resumeUrl: URL });
			expect(await store.waits.open(of('a', URL))).toBeUndefined();
			expect(await store.waits.open(of('b', URL))).toBeDefined();
		});
	});

	describe('a wait that has ended', () => {
		it('gives its answer to the next wait of the conversation', async () => {
			await asks('older');
			clock.now += SECOND;
			await asks('cancelled');
			const event = await writes('m');
			await store.waits.settle(of('cancelled'), 'ended', clock.now);
			expect(await due()).toMatchObject([{ id: 'older', eventId: event.id, tries: 0 }]);
		});

		it('leaves its answer to the triggers if there is none', async () => {
			await asks('cancelled');
			const event = await writes('m');
			await store.waits.settle(of('cancelled'), 'ended', clock.now);
			expect(await answering(event)).toEqual([]);
			expect(await place.rows('wait')).toEqual([]);
		});

		it('is dropped if its message was not sent', async () => {
			await asks('a');
			await store.waits.drop(of('a'));
			expect(await answering(await writes('m'))).toEqual([]);
		});
	});

	describe('a repeat of the same wait', () => {
		it('takes its place', async () => {
			await asks('a', { resumeUrl: 'http://n8n/1' });
			await store.waits.sent('a', 'wamid.1');
			await asks('a', { resumeUrl: 'http://n8n/2' });
			await writes('m');
			expect(await due()).toMatchObject([{ id: 'a', resumeUrl: 'http://n8n/2' }]);
			expect(await place.rows('wait')).toMatchObject([{ message_id: 'wamid.1' }]);
		});

		it('has the answer at once if there is one, and nobody posts it any more', async () => {
			await asks('a');
			const event = await writes('m');
			expect(await asks('a')).toMatchObject({ answered: { wait: { id: 'a' }, event: { id: event.id } } });
			expect(await answering(event)).toEqual([{ eventId: event.id, delivered: true }]);
		});
	});

	it('a tap is found by the token, and a reply by the message', async () => {
		const question = { kind: 'choice', choices: [{ title: 'Yes', value: true }] };
		await asks('a', { question });
		await store.waits.sent('a', 'wamid.question');
		const reply = {
			type: 'button_reply',
			button_reply: { id: writeChoiceToken({ wait: 'token-a', index: 0 }), title: 'Yes' },
		};
		const text = { type: 'interactive', interactive: reply };
		expect(await answering(await writes('m', { content: text }))).toHaveLength(1);
		await asks('b', { question });
		await store.waits.sent('b', 'wamid.other');
		const quoted = { context: { id: 'wamid.other' }, text: { body: 'yes' } };
		expect(await answering(await writes('n', { content: quoted }))).toHaveLength(1);
	});

	describe('a reminder', () => {
		const remindAt = NOW + HOUR;
		beforeEach(async () => {
			await asks('a');
			await store.waits.sent('a', 'wamid.1', remindAt);
		});

		it('is due at its time', async () => {
			clock.now = remindAt - 1;
			expect(await due()).toEqual([]);
			clock.now = remindAt;
			expect(await due()).toEqual([{ id: 'a', resumeUrl: `${URL}&a`, tries: 0, since: remindAt }]);
		});

		it('is not due any more once it was sent, or the customer has answered', async () => {
			await store.waits.reminded('a', { messageId: 'wamid.2' });
			expect(await store.waits.nextDue()).toBeUndefined();
		});

		it('is due later if it could not go out', async () => {
			await store.waits.reminded('a', { dueAt: remindAt + MINUTE });
			expect(await store.waits.nextDue()).toBe(remindAt + MINUTE);
		});

		it('does not change what is answered meanwhile', async () => {
			await writes('m');
			await store.waits.reminded('a', undefined);
			expect(await due()).toHaveLength(1);
		});
	});

	describe('what is kept', () => {
		it('is in the export of the customer, without the address that continues the execution', async () => {
			await asks('a');
			const { waits } = await store.customers.export({ channel: CHANNEL, name: CUSTOMER });
			expect(waits).toEqual([
				{
					id: 'a',
					channel: CHANNEL,
					contact: CUSTOMER,
					askedAt: NOW,
					question: { kind: 'text' },
					claimed: false,
				},
			]);
		});

		it('is erased with the customer, so that nobody gets an answer any more', async () => {
			await asks('a');
			await writes('m');
			expect(await store.customers.erase({ channel: CHANNEL, name: CUSTOMER })).toMatchObject({ waits: 1 });
			expect(await claim('a')).toBeUndefined();
			expect(await place.rows('wait')).toEqual([]);
		});

		it.each([
			['delivered, while its answer may be redelivered', DAY, 1],
			['delivered, later', DAY + 2 * SECOND, 0],
		])('%s', async (_, later, count) => {
			await asks('a');
			await writes('m');
			await claim('a');
			await store.waits.settle(of('a'), 'delivered', clock.now);
			await store.prune({ events: NOW + later - DAY, sends: 0 });
			expect(await place.rows('wait')).toHaveLength(count);
		});

		it('a wait without an answer goes when it has ended, or with the sends', async () => {
			await asks('ended', { expiresAt: NOW + HOUR });
			await asks('endless');
			await store.prune({ events: NOW + HOUR, sends: NOW });
			expect(await place.rows('wait')).toHaveLength(2);
			await store.prune({ events: NOW + HOUR + 1, sends: NOW });
			expect(await place.rows('wait')).toMatchObject([{ id: 'endless' }]);
			await store.prune({ events: NOW + HOUR + 1, sends: NOW + 1 });
			expect(await place.rows('wait')).toEqual([]);
		});
	});
});
