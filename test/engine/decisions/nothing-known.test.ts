import type { Store } from '../../../engine';
import { createEngine, reasonsForNothing, signPayload } from '../../../engine';
import { receiveDelivery } from '../../../receiver';
import { openTestClock, type TestClock } from '../../support/test-clock';
import type { StorePlace } from '../../support/stores';
import { DATABASES } from '../../support/stores';
import { CHANNEL, customerMessage, DAY, SECOND } from '../../support/wire';

const SECRET = 'secret';
const OTHER = '200';

describe.each(DATABASES)('what could be the reason if %s has nothing', (_, placeOf) => {
	let place: StorePlace;
	let store: Store;
	let clock: TestClock;
	const iso = () => new Date(clock.now()).toISOString();
	beforeEach(async () => {
		clock = openTestClock();
		place = placeOf();
		store = await place.open({ runtime: clock.runtime });
	});
	afterEach(() => place.remove());

	const reasons = async (channel = CHANNEL, options = {}) =>
		(await reasonsForNothing(store, channel, options)).join('\n');

	async function deliver({ channel = CHANNEL, secret = SECRET, signed = true } = {}): Promise<void> {
		const rawBody = Buffer.from(
			JSON.stringify(customerMessage({ at: clock.now(), id: `wamid.${channel}`, channel })),
		);
		const signature = signed ? signPayload(rawBody, secret) : undefined;
		await receiveDelivery({ rawBody, signature }, { engine: createEngine({ store }), secret: SECRET });
	}

	describe('deliveries that do not come', () => {
		it('none ever came', async () => {
			expect(await reasons()).toMatch(/^No delivery for this number is in the store\.$/m);
		});

		it('none has come since a time', async () => {
			await deliver();
			const at = iso();
			clock.jump(3 * DAY);
			await deliver({ channel: OTHER });
			expect(await reasons()).toMatch(
				new RegExp(
					`^The last delivery for this number told of something at ${at}. None has come since.$`,
					'm',
				),
			);
		});
	});

	describe('deliveries that are refused', () => {
		it('by their signatures are counted, with the time of the last', async () => {
			await deliver({ secret: 'another' });
			clock.jump(60 * SECOND);
			await deliver({ signed: false });
			expect(await reasons()).toMatch(
				`2 deliveries were refused because their signatures were missing or fit no signing secret, the last one at ${iso()}.`,
			);
		});

		it('are told by every process of the store, and after it was opened again', async () => {
			await deliver({ secret: 'another' });
			await store.close();
			store = await place.open({ runtime: clock.runtime });
			expect(await reasons()).toMatch(/^1 delivery was refused because its signature was missing/m);
		});

		it('are written once for many, which anybody can send', async () => {
			for (let index = 0; index < 20; index += 1) await deliver({ secret: 'another' });
			const counted = async () =>
				((await place.rows('counter')) as Array<{ name: string; value: number | string }>)
					.filter(({ name }) => name === 'refused')
					.map(({ value }) => Number(value));
			expect(await counted()).toEqual([]);
			await clock.pass(10 * SECOND);
			await store.webhooks.refused();
			expect(await counted()).toEqual([20]);
		});

		it('are no reason if there are none, or if they came long ago', async () => {
			await deliver();
			expect(await reasons()).not.toMatch(/refused/);
			await deliver({ secret: 'another' });
			clock.jump(8 * DAY);
			expect(await reasons()).toMatch(/1 delivery was refused/);
			clock.jump(1);
			expect(await reasons()).not.toMatch(/refused/);
		});
	});

	describe('a webhook that points elsewhere', () => {
		const PUBLISH = 'Publish a workflow with a Business Messaging Trigger.';

		it('is named, as it was seen last, with what to do', async () => {
			await store.webhooks.noteForeign(CHANNEL, 'https://else.example/hook', 1);
			expect((await reasons()).split('\n')).toContain(
				`The webhook isn't set by a published trigger of this store. It pointed to https://else.example/hook when it was last seen. ${PUBLISH}`,
			);
		});

		it('may be one that no trigger has ever set', async () => {
			expect((await reasons()).split('\n')).toContain(
				`No trigger of this store has set the number's webhook. ${PUBLISH}`,
			);
		});

		it('is no reason if a published trigger has set it', async () => {
			await store.webhooks.noteForeign(CHANNEL, 'https://else.example/hook', 1);
			const owner = { id: 'w', name: 'Answers' };
			await store.webhooks.noteOurs(CHANNEL, { url: 'https://n8n.example/hook', owner, active: true }, 2);
			expect(await reasons()).toMatch(
				/^The webhook points to https:\/\/n8n\.example\/hook, of the workflow Answers, as far as the store knows\.$/m,
			);
			expect(await reasons()).not.toMatch(/else\.example/);
		});
	});

	describe('decisions', () => {
		it('are kept for a time', async () => {
			expect(await reasons()).toMatch(/^Decisions are kept for 30 days, events for 8\.$/m);
		});

		it('are not kept if somebody turned them off', async () => {
			await store.retention.set({ decisions: 0 });
			expect(await reasons()).toMatch(/^Decisions are not kept: Set Retention turned them off\.$/m);
		});
	});

	describe('another store', () => {
		it('is likely if this one has nothing of the number, and says whether it knows others', async () => {
			expect(await reasons()).toMatch(
				/has no delivery and no decision of this number: it may be another store/,
			);
			for (const channel of ['500', '200', '400', '300']) await deliver({ channel });
			expect(await reasons()).toMatch(
				/no decision of this number, but it does of other numbers: it may be another store/,
			);
			expect(await reasons(CHANNEL, { namesOthers: true })).toMatch(
				/no decision of this number, but it does of 200, 300, 400, …: it may be another store/,
			);
		});

		it('is not likely if the number was heard from, or if something was decided for it', async () => {
			await deliver();
			expect(await reasons()).not.toMatch(/may be another store/);
			const note = { key: 'a', channel: OTHER, contact: '49170', at: 1, rule: 'r' };
			expect(await reasons(OTHER)).toMatch(/may be another store/);
			store.decisions.note({ ...note, action: 'skip' });
			expect(await reasons(OTHER)).not.toMatch(/may be another store/);
		});

		it('is told by its name and ID', async () => {
			const { id, name } = await store.identity();
			expect(await reasons()).toContain(`This is the store ${id} (${name}).`);
		});
	});
});
