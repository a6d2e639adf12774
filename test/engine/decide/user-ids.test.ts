import fc from '../../support/properties';
import { parseWebhook } from '../../../engine';
import { INTENT, NOW, openEngineScene, type EngineScene } from '../../support/engine-scene';
import { CHANNEL, DAY, delivery, HOUR, preference, SECOND } from '../../support/wire';

const metadata = { phone_number_id: CHANNEL };
const [PHONE, NEW_PHONE] = ['4917012345678', '4915111'];
const [USER, NEXT_USER, PARENT] = ['US.1', 'US.2', 'US.ENT.9'];

interface Names {
	from?: string;
	from_user_id?: string;
	from_parent_user_id?: string;
}

const message = (at: number, names: Names, more: object = {}) =>
	delivery('messages', {
		metadata,
		messages: [
			{
				id: `wamid.${at}.${Object.values(names).join()}`,
				timestamp: String(Math.floor(at / SECOND)),
				type: 'text',
				text: { body: 'Hi' },
				...names,
				...more,
			},
		],
	});
const changed = (at: number, system: object, from?: string) =>
	message(at, { from }, { type: 'system', text: undefined, system });

let scene: EngineScene;
beforeEach(async () => {
	scene = await openEngineScene();
});
afterEach(() => scene.close());

const windowOf = async (to: string) => (await scene.engine.decide({ ...INTENT, to })).facts.window;

describe('a customer is one, whatever they are known by', () => {
	it('phone number, user id, and parent user id of one message', async () => {
		await scene.receive(message(NOW, { from: PHONE, from_user_id: USER, from_parent_user_id: PARENT }));
		for (const name of [PHONE, USER, PARENT]) expect(await windowOf(name)).toBe('open');
	});

	it('a user id that has a number since later, with what was known of both', async () => {
		await scene.receive(
			message(NOW - HOUR, { from_user_id: USER }),
			preference({ at: NOW - HOUR, value: 'stop', contact: PHONE }),
			message(NOW - HOUR + SECOND, { from: PHONE, from_user_id: USER }),
		);
		const { facts } = await scene.engine.decide({ ...INTENT, to: USER, category: 'MARKETING' });
		expect(facts).toMatchObject({ window: 'open', optedOut: true });
	});

	it('a customer who changed the number: the old and the new user id are one, the window stays as it was', async () => {
		await scene.receive(
			message(NOW - HOUR, { from: PHONE, from_user_id: USER }),
			changed(
				NOW,
				{
					type: 'user_changed_number',
					wa_id: NEW_PHONE,
					user_id: NEXT_USER,
					previous_user_id: USER,
				},
				PHONE,
			),
		);
		for (const name of [USER, NEXT_USER, NEW_PHONE])
			expect((await scene.engine.decide({ ...INTENT, to: name })).facts.windowClosesAt).toBe(
				NOW - HOUR + DAY,
			);
	});

	it('a changed user id without any number', async () => {
		await scene.receive(
			message(NOW - HOUR, { from_user_id: USER }),
			changed(NOW, { type: 'user_changed_user_id', user_id: NEXT_USER, previous_user_id: USER }),
		);
		expect(await windowOf(NEXT_USER)).toBe('open');
	});

	it('a change alone opens no window', async () => {
		await scene.receive(
			changed(NOW, { type: 'user_changed_user_id', user_id: NEXT_USER, previous_user_id: USER }),
		);
		expect(await windowOf(NEXT_USER)).toBe('closed');
	});

	it('the withdrawn field user_id_update says the same', async () => {
		const update = { wa_id: PHONE, user_id: { previous: USER, current: NEXT_USER }, timestamp: '1' };
		await scene.receive(
			message(NOW, { from_user_id: USER }),
			delivery('user_id_update', { metadata, user_id_update: [update] }),
		);
		for (const name of [NEXT_USER, PHONE]) expect(await windowOf(name)).toBe('open');
	});

	it('the answer to a send tells a number’s user', async () => {
		await scene.receive(message(NOW, { from_user_id: USER }));
		const contacts = [{ input: `+${PHONE}`, wa_id: PHONE, user_id: USER }];
		await scene.engine.record({ kind: 'sent', channel: CHANNEL, to: PHONE, messageId: 'w', contacts });
		expect(await windowOf(PHONE)).toBe('open');
	});

	it('a late refusal of a message to a user id counts for the customer', async () => {
		await scene.receive(
			message(NOW - 2 * DAY, { from: PHONE, from_user_id: USER }),
			delivery('messages', {
				metadata,
				statuses: [
					{
						id: 'wamid.out',
						status: 'failed',
						timestamp: String(NOW / SECOND),
						recipient_user_id: USER,
						errors: [{ code: 131050 }],
					},
				],
			}),
		);
		const { facts } = await scene.engine.decide({ ...INTENT, to: PHONE, category: 'MARKETING' });
		expect(facts.optedOut).toBe(true);
	});
});

describe('a number that another customer has now', () => {
	const former = message(NOW - 9 * HOUR, { from: PHONE, from_user_id: USER });
	const later = message(NOW - 2 * HOUR, { from: PHONE, from_user_id: NEXT_USER });

	it('belongs to the newest of them, and the former one keeps what is theirs', async () => {
		await scene.receive(former, preference({ at: NOW - 8 * HOUR, value: 'stop', contact: PHONE }), later);
		expect(await scene.engine.decide({ ...INTENT, to: PHONE, category: 'MARKETING' })).toMatchObject({
			facts: { windowClosesAt: NOW - 2 * HOUR + DAY, optedOut: false },
		});
		expect(await scene.engine.decide({ ...INTENT, to: USER, category: 'MARKETING' })).toMatchObject({
			facts: { windowClosesAt: NOW - 9 * HOUR + DAY, optedOut: true },
		});
	});

	it('also if the news of the former one comes later', async () => {
		await scene.receive(later, former);
		const closesAt = async (to: string) =>
			(await scene.engine.decide({ ...INTENT, to })).facts.windowClosesAt;
		expect(await closesAt(PHONE)).toBe(NOW - 2 * HOUR + DAY);
		expect(await closesAt(USER)).toBe(NOW - 9 * HOUR + DAY);
	});

	it('is still the same customer’s if a change event says so', async () => {
		await scene.receive(
			former,
			changed(NOW - 3 * HOUR, { type: 'user_changed_user_id', user_id: NEXT_USER, previous_user_id: USER }),
			later,
		);
		expect((await scene.engine.decide({ ...INTENT, to: USER })).facts.windowClosesAt).toBe(
			NOW - 2 * HOUR + DAY,
		);
	});
});

describe('whatever the order in which they come', () => {
	const decisions = async (bodies: unknown[], contacts: string[]) => {
		const { engine, store, close } = await openEngineScene();
		for (const body of bodies) await engine.ingest(parseWebhook(body, NOW));
		const facts = await Promise.all(
			contacts.map(async (to) => (await engine.decide({ ...INTENT, to, category: 'MARKETING' })).facts),
		);
		const state = await Promise.all(
			contacts.map((contact) => store.readDecisionState({ channel: CHANNEL, contact })),
		);
		await close();
		return { facts, conversations: state.map(({ conversation }) => conversation) };
	};

	const at = fc.integer({ min: 0, max: 30 }).map((hours) => NOW - hours * HOUR);
	const inAnyOrder = (bodies: fc.Arbitrary<unknown[]>) =>
		bodies.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })));

	it('names of one customer end as one', async () => {
		const names = { from: PHONE, from_user_id: USER, from_parent_user_id: PARENT };
		const some = fc
			.subarray(Object.entries(names), { minLength: 1 })
			.map((entries) => Object.fromEntries(entries) as Names);
		const bodies = fc.array(
			fc.oneof(
				fc.tuple(at, some).map(([when, given]) => message(when, given)),
				at.map((when) => preference({ at: when, value: 'stop', contact: PHONE })),
				at.map((when) =>
					changed(when, { type: 'user_changed_user_id', user_id: NEXT_USER, previous_user_id: USER }),
				),
				at.map((when) => message(when, { from: NEW_PHONE, from_user_id: NEXT_USER })),
			),
			{ minLength: 1, maxLength: 12 },
		);
		await fc.assert(
			fc.asyncProperty(inAnyOrder(bodies), async ([one, other]) => {
				const contacts = [PHONE, NEW_PHONE, USER, NEXT_USER, PARENT];
				expect(await decisions(other, contacts)).toEqual(await decisions(one, contacts));
			}),
			{ numRuns: 100 },
		);
	});

	it('phone number, user ID, and parent user ID end as one, through a change of them, in every order', async () => {
		const bodies = [
			message(NOW - 4 * HOUR, { from: PHONE }),
			message(NOW - 3 * HOUR, { from: PHONE, from_user_id: USER }),
			message(NOW - 2 * HOUR, { from_user_id: USER, from_parent_user_id: PARENT }),
			changed(NOW - HOUR, { type: 'user_changed_user_id', user_id: NEXT_USER, previous_user_id: USER }),
		];
		const contacts = [PHONE, USER, NEXT_USER, PARENT];
		await fc.assert(
			fc.asyncProperty(fc.shuffledSubarray(bodies, { minLength: bodies.length }), async (inOrder) => {
				const { facts } = await decisions(inOrder, contacts);
				const closing = NOW - 2 * HOUR + DAY;
				expect(facts.map(({ windowClosesAt }) => windowClosesAt)).toEqual(contacts.map(() => closing));
			}),
			{ numRuns: 60 },
		);
	});

	it('a number that goes from user to user ends with the newest', async () => {
		const user = fc.constantFrom(USER, NEXT_USER, 'US.3');
		const bodies = fc.array(
			fc
				.tuple(at, user, fc.boolean())
				.map(([when, from_user_id, hasPhone]) =>
					message(when, { from_user_id, ...(hasPhone && { from: PHONE }) }),
				),
			{ minLength: 1, maxLength: 10 },
		);
		await fc.assert(
			fc.asyncProperty(inAnyOrder(bodies), async ([one, other]) => {
				const contacts = [PHONE, USER, NEXT_USER, 'US.3'];
				expect(await decisions(other, contacts)).toEqual(await decisions(one, contacts));
			}),
			{ numRuns: 150 },
		);
	});
});
