import type { MessagingEvent, Store } from '../../engine';
import { createEngine, parseWebhook, writeChoiceToken } from '../../engine';
import { MIGRATIONS } from '../../store/database';
import { answerWaits } from '../../store/tables/waits';
import { learnAliases } from '../../store/tables/names';
import { NOW } from '../support/engine-scene';
import { standingClock } from '../support/standing-clock';
import type { StorePlace } from '../support/stores';
import { DATABASES } from '../support/stores';
import { CHANNEL, CUSTOMER, customerMessage, SECOND } from '../support/wire';
import { tamper } from './maintenance/support/used-store';
import { makeOlderStore } from './support/older-store';
import { planned } from './support/plans';

/** The schema version before waits had tokens. */
const BEFORE = MIGRATIONS.findIndex((migration) => migration.includes('ALTER TABLE wait ADD COLUMN token'));

const OTHER = '4917098765432';
const GROUP = 'group-of-friends';
const USER = 'US.13491208655302741918';
const PARENT = 'US.ENT.11815799212886844830';
const NEW_NUMBER = '4917011122233';
const URL = 'http://n8n:5678/webhook-waiting/7/node?signature=s';
const QUESTION = { kind: 'choice' as const, choices: [{ title: 'Approve', value: true }] };
const APPROVAL = { id: 'approval', resumeUrl: URL, token: 'random', channel: CHANNEL, contact: CUSTOMER };

const tap = (wait: string) => ({
	type: 'interactive',
	interactive: {
		type: 'button_reply',
		button_reply: { id: writeChoiceToken({ wait, index: 0 }), title: 'Approve' },
	},
});

interface Sent {
	from?: string;
	group?: string;
	content?: object;
	/** Other names of the sender. */
	names?: object;
}

describe.each(DATABASES)('%s', (_, placeOf) => {
	let place: StorePlace;
	let store: Store;
	let id = 0;
	const clock = standingClock();
	beforeEach(async () => {
		place = placeOf();
		clock.now = NOW;
		store = await place.open(clock);
	});
	afterEach(() => place.remove());

	const asks = (wait: Partial<Parameters<Store['waits']['ask']>[0]> = {}) =>
		store.waits.ask({ ...APPROVAL, question: QUESTION, askedAt: clock.now, ...wait }, clock.now);

	const message = ({ from, group, content = tap('random'), names = {} }: Sent) => {
		const [event] = parseWebhook(
			customerMessage({ at: clock.now, id: `m${(id += 1)}`, from, group }),
			clock.now,
		);
		const written = {
			...event,
			...names,
			message: { ...(event as { message: object }).message, ...content },
		};
		return written as MessagingEvent;
	};

	/** A message arrives. @returns whether an execution waits for it, and whether it is an event like any other */
	async function arrives(sent: Sent = {}) {
		clock.now += SECOND;
		const event = message(sent);
		const { fresh, answersWait } = await createEngine({ store, now: () => clock.now }).ingest([event]);
		return { answers: answersWait, isFresh: fresh.length === 1 };
	}
	const answers = async (sent: Sent = {}) => (await arrives(sent)).answers;
	const isOpen = async () => (await store.waits.open(APPROVAL)) !== undefined;

	describe('a tap on a question of somebody else', () => {
		it('answers nothing, whatever it names: it is a message like any other, and the question stays open', async () => {
			await asks();
			await store.waits.sent(APPROVAL.id, 'wamid.question');
			const replying = { ...tap('random'), context: { id: 'wamid.question' } };
			expect(await arrives({ from: OTHER, content: replying })).toEqual({ answers: false, isFresh: true });
			expect(await isOpen()).toBe(true);
			expect(await answers()).toBe(true);
		});

		it('answers nothing on another number of the business', async () => {
			await asks({ channel: 'another number' });
			expect(await answers()).toBe(false);
		});
	});

	describe('the customer who was asked', () => {
		it.each<[string, string, Sent[], Sent]>([
			['a user ID', CUSTOMER, [], { names: { userId: USER } }],
			[
				'a user ID alone, once it is known whose it is',
				CUSTOMER,
				[{ content: {}, names: { userId: USER } }],
				{ from: USER, names: { contact: USER, userId: USER } },
			],
			['the phone number, if the user ID was asked', USER, [{ content: {}, names: { userId: USER } }], {}],
			[
				'the phone number, if the parent user ID was asked',
				PARENT,
				[],
				{ names: { userId: USER, parentUserId: PARENT } },
			],
			[
				'a new number',
				CUSTOMER,
				[{ content: { type: 'system', system: { type: 'user_changed_number', wa_id: NEW_NUMBER } } }],
				{ from: NEW_NUMBER },
			],
		])('answers by %s', async (__, contact, before, answer) => {
			await asks({ contact });
			for (const earlier of before) await arrives(earlier);
			expect(await answers(answer)).toBe(true);
		});

		it('does not answer with a number that somebody else has by now', async () => {
			await arrives({ content: {}, names: { userId: USER } });
			await asks();
			clock.now += 2 * 60 * 60 * SECOND;
			expect(await answers({ names: { userId: 'US.99999999999999999999' } })).toBe(false);
			expect(await answers({ from: NEW_NUMBER, names: { userId: USER } })).toBe(true);
		});

		it.each([
			['the ID of the wait', APPROVAL.id],
			['a token that was made up', 'made-up'],
		])('answers nothing with %s', async (__, wait) => {
			await asks();
			expect(await arrives({ content: tap(wait) })).toEqual({ answers: false, isFresh: true });
			expect(await isOpen()).toBe(true);
		});
	});

	describe('a question to a group', () => {
		const name = { kind: 'text' as const };

		it('is answered by any of its participants, there', async () => {
			await asks({ contact: GROUP, question: name });
			expect(await answers({ group: GROUP, from: OTHER, content: {} })).toBe(true);
		});

		it('is not answered in another conversation', async () => {
			await asks({ contact: GROUP, question: name });
			expect(await answers({ content: {} })).toBe(false);
			expect(await answers({ group: 'another group', content: {} })).toBe(false);
		});

		it("a question to one participant isn't answered there", async () => {
			await asks();
			expect(await answers({ group: GROUP })).toBe(false);
		});
	});

	describe('an execution takes the answer that it waits for', () => {
		beforeEach(async () => {
			await asks();
			await arrives();
		});

		it.each([
			['at its address', URL],
			['at the address under which n8n was called', '/webhook-waiting/7/node?signature=s'],
			['behind a proxy with a path of its own', 'https://proxy/n8n/webhook-waiting/7/node?signature=s'],
		])('%s', async (__, resumeUrl) => {
			expect(await store.waits.claim({ id: APPROVAL.id, resumeUrl }, clock.now)).toMatchObject({
				event: { kind: 'message' },
			});
		});

		it.each([
			['of another execution', '/webhook-waiting/8/node?signature=s'],
			['of another node', '/webhook-waiting/7/other?signature=s'],
			['that n8n has not signed', '/webhook-waiting/7/node'],
			['that another n8n has signed', '/webhook-waiting/7/node?signature=t'],
		])('and no other one does: not at the address %s', async (__, resumeUrl) => {
			const elsewhere = { id: APPROVAL.id, resumeUrl };
			expect(await store.waits.claim(elsewhere, clock.now)).toBeUndefined();
			expect(await store.waits.isClaimed(APPROVAL.id)).toBe(false);
		});
	});

	it('an open wait is not reminded of at the address of another execution', async () => {
		await asks();
		expect(await store.waits.open({ ...APPROVAL, resumeUrl: `${URL}t` })).toBeUndefined();
	});

	it('an execution whose wait was taken over does not end it', async () => {
		await asks();
		await asks({ resumeUrl: 'http://n8n:5678/webhook-waiting/8/node?signature=t' });
		await store.waits.settle(APPROVAL, 'ended', clock.now);
		await store.waits.drop(APPROVAL);
		expect(await answers()).toBe(true);
	});

	describe('a repeat of the same question', () => {
		it('keeps the token that was sent', async () => {
			expect(await asks()).toEqual({ token: 'random' });
			expect(await asks({ token: 'another' })).toEqual({ token: 'random' });
			expect(await answers()).toBe(true);
			expect(await asks({ token: 'another' })).toMatchObject({ token: 'random', answered: {} });
		});

		it('keeps it also if the answer is no longer in the inbox', async () => {
			await asks();
			await arrives();
			await tamper(place, 'DELETE FROM inbox');
			expect(await asks({ token: 'another' })).toEqual({ token: 'random' });
		});

		it('of an execution of another number is refused, and takes nothing', async () => {
			await asks();
			await expect(asks({ channel: 'another number' })).rejects.toThrow(/number .* same key/);
			expect(await answers()).toBe(true);
		});
	});

	describe('a question that an older version of the package asked', () => {
		let older: StorePlace;
		beforeEach(async () => {
			older = placeOf();
			await makeOlderStore(older, BEFORE);
			await tamper(
				older,
				`INSERT INTO wait (id, channel, contact, resume_url, question, asked_at, message_id)
				 VALUES ('asked', '${CHANNEL}', '${CUSTOMER}', '${URL}', '${JSON.stringify(QUESTION)}', ${NOW}, 'wamid.asked')`,
			);
			store = await older.open(clock);
		});
		afterEach(() => older.remove());

		it('is answered by a tap of the customer after the update', async () => {
			expect(await answers({ content: tap('asked') })).toBe(true);
			expect(await store.waits.claim({ id: 'asked', resumeUrl: URL }, clock.now)).toMatchObject({
				wait: { id: 'asked', token: 'asked' },
			});
		});

		it('is not answered by a tap of somebody else', async () => {
			expect(await answers({ from: OTHER, content: tap('asked') })).toBe(false);
		});

		it('is found by a repeat of its execution, with the choices as they were sent', async () => {
			expect(await asks({ id: 'asked', token: 'new' })).toEqual({ token: 'asked' });
		});
	});

	describe('however many wait', () => {
		const fill = (rows: string) =>
			tamper(
				place,
				`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
				 INSERT INTO wait (id, channel, contact, resume_url, question, asked_at, event_id)
				 SELECT 'w' || i, '${CHANNEL}', 'c' || i, 'u' || i, '{"kind":"text"}', ${NOW}, ${rows} FROM n`,
			);

		it.each([
			['are open', 'NULL'],
			['have an answer', "'e' || i"],
		])('%s, a message looks at those of its customer only', async (__, answer) => {
			await fill(answer);
			await asks();
			const work = answerWaits([{ event: message({}), receivedAt: clock.now }]);
			const { scanned, result } = await planned(place, clock.now, work);
			expect({ scanned, answered: result.size }).toEqual({ scanned: [], answered: 1 });
		});

		it('a customer who gets another name moves with the own ones', async () => {
			await fill('NULL');
			await asks();
			const work = learnAliases([{ scope: CHANNEL, alias: CUSTOMER, contact: '1' }], []);
			const { scanned } = await planned(place, clock.now, work);
			expect(scanned.filter((table) => table === 'wait')).toEqual([]);
		});
	});
});
