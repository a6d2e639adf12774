import type { MessagingEvent, Store } from '../../../engine';
import { createEngine, parseWebhook, signPayload } from '../../../engine';
import type { Incident } from '../../../receiver';
import { receiveDelivery } from '../../../receiver';
import type { AnswerPoster } from '../../../receiver/waits/answer-poster';
import { POST_ANSWER_BYTES } from '../../../receiver/waits/post-wait';
import { createAnswerPoster } from '../../../receiver/waits/answer-poster';
import { poll } from '../../../tools/n8n';
import { NOW } from '../../support/engine-scene';
import type { HttpServer } from '../../support/http-server';
import { json, startHttpServer } from '../../support/http-server';
import { standingClock } from '../../support/standing-clock';
import type { StorePlace } from '../../support/stores';
import { DATABASES } from '../../support/stores';
import { CHANNEL, CUSTOMER, customerMessage, HOUR, SECOND } from '../../support/wire';

const SECRET = 'signing secret';

/** How n8n answers a post: whether the execution takes the answer, and the status. */
type Answer = { claims: boolean; status: number; message?: string };

const CONTINUES: Answer = { claims: true, status: 200 };
const FINISHED: Answer = { claims: false, status: 200 };
const RUNNING: Answer = { claims: false, status: 409, message: 'The execution "7" is running already.' };
const GONE: Answer = { claims: false, status: 404 };

describe.each(DATABASES)('%s', (_, placeOf) => {
	const clock = standingClock();
	let place: StorePlace;
	let store: Store;
	let n8n: HttpServer;
	let poster: AnswerPoster;
	let incidents: Incident[];
	/** What n8n answers from now on, the last one for ever. */
	let answers: Answer[];

	async function answer(id: string, resumeUrl: string): Promise<Answer> {
		const next = answers.length > 1 ? answers.shift()! : answers[0]!;
		if (next.claims) await store.waits.claim({ id, resumeUrl }, clock.now);
		return next;
	}

	beforeEach(async () => {
		place = placeOf();
		clock.now = NOW;
		incidents = [];
		answers = [CONTINUES];
		// Posts are tried again at their time: this clock goes on by itself.
		const runtime = { ...clock.runtime, now: () => (clock.now += 50) };
		store = await place.open({ runtime });
		n8n = await startHttpServer(({ url, body }, response) => {
			void answer((body as { wait: string }).wait, url).then(({ status, message = '' }) =>
				json(response, status, { message }),
			);
		});
		poster = createAnswerPoster({ store, log: (incident) => incidents.push(incident) });
	});
	afterEach(async () => {
		// It would go on asking the store, which is closed.
		await poster.close();
		await n8n.close();
		await place.remove();
	});

	const asks = (id: string, resumeUrl = `${n8n.url}/webhook-waiting/7/${id}?signature=s`) =>
		store.waits.ask(
			{
				id,
				token: `token-${id}`,
				channel: CHANNEL,
				contact: CUSTOMER,
				resumeUrl,
				askedAt: clock.now,
				question: { kind: 'text' },
			},
			clock.now,
		);

	async function writes(id: string): Promise<MessagingEvent> {
		clock.now += SECOND;
		const [event] = parseWebhook(customerMessage({ at: clock.now, id }), clock.now);
		await createEngine({ store }).ingest([event!]);
		return event!;
	}

	const settled = (event: MessagingEvent) =>
		poll(
			async () => {
				const sorted = await poster.sort([event.id], 0);
				return sorted.pending ? undefined : sorted.delivered.has(event.id);
			},
			{ onTimeout: () => 'The answer is still pending.' },
		);

	it('the ID of the wait is posted, and nothing of what the customer wrote', async () => {
		await asks('a');
		expect(await settled(await writes('m'))).toBe(true);
		expect(n8n.requests).toMatchObject([
			{ method: 'POST', url: '/webhook-waiting/7/a?signature=s', body: { wait: 'a' } },
		]);
	});

	it('an execution that is not parked yet is tried again', async () => {
		await asks('a');
		answers = [RUNNING, RUNNING, CONTINUES];
		expect(await settled(await writes('m'))).toBe(true);
		expect(n8n.requests).toHaveLength(3);
	});

	it.each([
		['200 of an execution that did not take it', FINISHED],
		['404', GONE],
		['409 of an execution that has failed', { claims: false, status: 409, message: 'finished with error' }],
	])('%s ends the wait, and the message is like any other', async (_, ends) => {
		await asks('a');
		answers = [ends];
		expect(await settled(await writes('m'))).toBe(false);
		expect(n8n.requests).toHaveLength(1);
		expect(await place.rows('wait')).toEqual([]);
	});

	it('a message that a cancelled wait had goes to the next one', async () => {
		await asks('older');
		clock.now += SECOND;
		await asks('cancelled');
		answers = [GONE, CONTINUES];
		expect(await settled(await writes('m'))).toBe(true);
		expect(n8n.requests.map(({ body }) => body)).toEqual([{ wait: 'cancelled' }, { wait: 'older' }]);
	});

	it('another process goes on where one has ended before it had an answer', async () => {
		await asks('a');
		const event = await writes('m');
		await store.waits.takeDue(clock.now, 30 * SECOND, 10);
		clock.now += 30 * SECOND;
		const other = createAnswerPoster({ store: await place.open({ runtime: store.runtime }) });
		other.wake();
		expect(await settled(event)).toBe(true);
		await other.close();
	});

	it.each([
		['64 KB of an answer are read', POST_ANSWER_BYTES, []],
		['what is beyond them is dropped, and told', POST_ANSWER_BYTES + 1, ['resume-answer-cut']],
	])('%s', async (_, size, told) => {
		const frame = Buffer.byteLength(JSON.stringify({ message: '' }));
		await asks('a');
		answers = [{ ...CONTINUES, message: 'x'.repeat(size - frame) }];
		expect(await settled(await writes('m'))).toBe(true);
		expect(incidents.map(({ event }) => event)).toEqual(told);
	});

	it('an answer that never ends ends the post', async () => {
		const endless = await startHttpServer(({ body, url }, response) => {
			const { wait } = body as { wait: string };
			void store.waits.claim({ id: wait, resumeUrl: url }, clock.now).then(() => {
				const more = () => void (response.destroyed || response.write('x'.repeat(10_000), more));
				more();
			});
		});
		await asks('a', `${endless.url}/webhook-waiting/7/a`);
		expect(await settled(await writes('m'))).toBe(true);
		await endless.close();
	});

	it('n8n that cannot be reached is told once, with what to set, and tried for an hour', async () => {
		await asks('a', 'http://127.0.0.1:9/webhook-waiting/7/a');
		const event = await writes('m');
		await poster.sort([event.id], 0);
		await poll(() => Promise.resolve(incidents[0]), {
			onTimeout: () => 'Nothing is told.',
		});
		expect(incidents).toMatchObject([
			{ level: 'warn', message: expect.stringContaining('BUSINESS_MESSAGING_RESUME_URL') },
		]);
		expect(incidents[0]!.message).not.toContain('signature');
		clock.now += HOUR;
		expect(await settled(event)).toBe(false);
	});

	describe('a delivery for a trigger', () => {
		const start = { trigger: 'workflow/node', wants: () => true };

		async function arrives(id: string, options = {}) {
			const text = JSON.stringify(customerMessage({ at: clock.now, id }));
			return receiveDelivery(
				{ rawBody: Buffer.from(text), signature: signPayload(text, SECRET) },
				{ engine: createEngine({ store }), secret: SECRET, start, answers: poster, ...options },
			);
		}

		it('starts nothing for a message that an execution has taken, nor does its redelivery', async () => {
			await asks('a');
			expect(await arrives('m')).toMatchObject({ status: 200, toStart: [] });
			expect(await arrives('m')).toMatchObject({ status: 200, toStart: [], duplicates: 1 });
		});

		it('starts for a message if its wait has ended', async () => {
			await asks('a');
			answers = [GONE];
			expect(await arrives('m')).toMatchObject({ status: 200, toStart: [{ id: 'message:m' }] });
		});

		it('starts for any other message', async () => {
			await asks('a');
			await arrives('m');
			expect(await arrives('n')).toMatchObject({ toStart: [{ id: 'message:n' }] });
		});

		it('starts also for what answers a wait if it is set to', async () => {
			await asks('a');
			const receipt = await arrives('m', { start: { ...start, withAnswers: true } });
			expect(receipt.toStart).toMatchObject([{ id: 'message:m' }]);
		});

		it('is to come again while nobody knows, and starts then if the wait has ended', async () => {
			await asks('a');
			const unknown: AnswerPoster = {
				...poster,
				wake: () => {},
				sort: (ids) => poster.sort(ids, 0).then(({ delivered }) => ({ delivered, pending: true })),
			};
			answers = [GONE];
			expect(await arrives('m', { answers: unknown })).toMatchObject({ status: 503, toStart: [] });
			expect(await arrives('m')).toMatchObject({ status: 200, toStart: [{ id: 'message:m' }] });
		});

		it('that nobody starts anything for does not wait for n8n', async () => {
			await asks('a');
			answers = [RUNNING];
			expect(await arrives('m', { start: undefined })).toMatchObject({ status: 200 });
		});
	});
});
