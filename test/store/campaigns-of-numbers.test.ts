import type { Store } from '../../engine';
import { createEngine, keyOfOnce, parseWebhook, writeCallbackData } from '../../engine';
import { keyOfRecipient } from '../../engine/campaigns/keys';
import { createGatewayClient } from '../../gateway';
import type { Campaigns, Sender } from '../../sending';
import { createSender } from '../../sending';
import { NOW } from '../support/engine-scene';
import { ANY_SLOT } from '../support/slots';
import { standingClock } from '../support/standing-clock';
import type { StorePlace } from '../support/stores';
import { DATABASES } from '../support/stores';
import { CHANNEL, CUSTOMER, MINUTE, messageStatus } from '../support/wire';
import { inStore, makeOldStore } from './support/old-store';

const OTHER = '222222222222222';
const SPRING = { channel: CHANNEL, id: 'spring' };
const OF_OTHER = { channel: OTHER, id: 'spring' };
const [PLANNED, SENDING, ERASED] = ['491700000001', '491700000002', '491700000003'] as const;
/** The last version before campaigns belonged to numbers. */
const BEFORE = 18;

const insertSend = (key: string, contact: string, state: string, ofCampaign: string) => `
	INSERT INTO send (key, channel, contact, action, template_name, template_language, state, at, campaign, once_in,
		recipient, content, due)
	VALUES ('${key}', '${CHANNEL}', '${contact}', 'template', 'hello', 'en_US', '${state}',
		${state === 'planned' ? 0 : NOW}, ${ofCampaign})`;

const recipientOf = (contact: string, due: number) =>
	`'spring', NULL, '${contact}', '${JSON.stringify({ to: contact })}', ${due}`;

describe.each(DATABASES)('%s', (_, placeOf) => {
	let place: StorePlace;
	let store: Store;
	let sender: Sender;
	let campaigns: Campaigns;
	const clock = standingClock();
	beforeEach(() => {
		place = placeOf();
		clock.now = NOW;
	});
	afterEach(() => place.remove());

	async function open(): Promise<void> {
		store = await place.open(clock);
		// Nothing here calls the gateway.
		const gateway = createGatewayClient({ baseUrl: 'http://127.0.0.1:9', apiKey: 'none' });
		sender = createSender({ engine: createEngine({ store, now: () => NOW }), gateway });
		({ campaigns } = sender);
	}
	const hears = async (status: string, key: string, channel: string) => {
		const callbackData = writeCallbackData({ sentAt: NOW, key });
		const body = messageStatus({ at: NOW, status, id: `wamid.${channel}`, callbackData });
		await createEngine({ store, now: () => NOW }).ingest(
			parseWebhook(body, NOW).map((event) => ({ ...event, channel })),
		);
	};
	const stateOf = async (key: string) => (await store.sends.find(key))?.state;
	const plan = (channel: string, contacts: string[], id = 'spring') =>
		campaigns.plan(
			{ id, channel, template: { name: 'hello', language: 'en_US' } },
			contacts.map((to) => ({ to })),
		);
	const claim = async (channel: string, token: string) =>
		(await store.campaigns.claim({ channel, now: NOW, leaseMs: MINUTE, token, limit: 10, free: [] }))
			.recipients;

	describe('a store that an older version wrote', () => {
		beforeEach(async () => {
			await makeOldStore(place, BEFORE);
			await inStore(place, async (run) => {
				await run(`INSERT INTO campaign (id, channel, kept, state, policy_name, policy_version, planned_at, sent_since)
					VALUES ('spring', '${CHANNEL}', 0, 'running', 'strict', 1, ${NOW - 1}, 7)`);
				await run(insertSend(keyOfRecipient('spring', PLANNED), PLANNED, 'planned', recipientOf(PLANNED, 0)));
				const due = NOW + MINUTE;
				await run(
					insertSend(keyOfRecipient('spring', SENDING), SENDING, 'sending', recipientOf(SENDING, due)),
				);
				await run(insertSend(keyOfRecipient('spring', ERASED), ERASED, 'skipped', recipientOf(ERASED, 0)));
				await run("UPDATE send SET due = NULL WHERE state = 'skipped'");
				await run(
					insertSend(
						keyOfRecipient('summer', CUSTOMER),
						CUSTOMER,
						'accepted',
						"NULL, 'summer', NULL, NULL, NULL",
					),
				);
				await run(insertSend(keyOfOnce('order 1'), CUSTOMER, 'accepted', 'NULL, NULL, NULL, NULL, NULL'));
			});
			await open();
		});

		it('keeps its campaign with what was counted, and sends who is left', async () => {
			expect(await store.campaigns.find(SPRING)).toMatchObject({ state: 'running', meter: { since: 7 } });
			const [first, ...others] = await claim(CHANNEL, 'a');
			expect([first, others]).toMatchObject([
				{ contact: PLANNED, key: keyOfRecipient('spring', PLANNED) },
				[],
			]);
		});

		it('has its messages settled by the callbacks that name their keys', async () => {
			const key = keyOfRecipient('spring', SENDING);
			await hears('delivered', key, CHANNEL);
			expect(await stateOf(key)).toBe('delivered');
		});

		it('has nobody planned again who was planned or erased before, and new ones under keys of the number', async () => {
			await store.customers.erase({ channel: CHANNEL, name: ERASED });
			const again = await plan(CHANNEL, [PLANNED, SENDING, ERASED, CUSTOMER]);
			expect(again).toMatchObject({ planned: 1, repeated: 3 });
			expect(await stateOf(keyOfRecipient('spring', CUSTOMER, CHANNEL))).toBe('planned');
			expect(await plan(OTHER, [PLANNED])).toMatchObject({ planned: 1 });
		});

		it('has nobody sent to again who was sent a message of a campaign or under a key of the caller before', async () => {
			const [intent, content] = [
				{ channel: CHANNEL, to: CUSTOMER },
				{ freeform: { type: 'text', text: { body: 'Hi' } } },
			] as const;
			for (const once of [{ campaign: 'summer' }, { once: 'order 1' }]) {
				expect(await sender.send(intent, content, once)).toMatchObject({ repeated: true });
				expect(await sender.keep(intent, content, once)).toMatchObject({ repeated: true, state: 'accepted' });
			}
			const elsewhere = { ...intent, channel: OTHER };
			for (const once of [{ campaign: 'summer' }, { once: 'order 1' }]) {
				expect(await sender.keep(elsewhere, content, once)).toMatchObject({ repeated: false, state: 'held' });
			}
		});

		it('is no longer written to by older versions, which would mix numbers up', async () => {
			const [format] = await inStore(place, (run) => run('SELECT minimum_writer AS least FROM store_format'));
			expect(Number((format as { least: unknown }).least)).toBeGreaterThan(BEFORE);
		});
	});

	describe('two numbers with a campaign of the same ID', () => {
		const [MINE, THEIRS] = ['491711111111', '491722222222'] as const;
		beforeEach(async () => {
			await open();
			await plan(CHANNEL, [MINE, CUSTOMER]);
			await plan(OTHER, [THEIRS, CUSTOMER]);
		});
		const countsOf = async (channel: string) =>
			Object.fromEntries(
				Object.entries((await campaigns.report('spring', { channel })).counts).filter(
					([, count]) => count > 0,
				),
			);

		it('have recipients, states, and claims of their own', async () => {
			expect((await claim(OTHER, 'a')).map(({ contact }) => contact).sort()).toEqual(
				[CUSTOMER, THEIRS].sort(),
			);
			expect(await countsOf(CHANNEL)).toEqual({ planned: 2 });
			expect(await countsOf(OTHER)).toEqual({ claimed: 2 });
			await campaigns.cancel('spring', undefined, { channel: CHANNEL });
			expect(await countsOf(CHANNEL)).toEqual({ skipped: 2 });
			expect(await countsOf(OTHER)).toEqual({ claimed: 2 });
			expect(await campaigns.get('spring', { channel: OTHER })).toMatchObject({ state: 'running' });
			expect(await store.campaigns.reasons(OF_OTHER)).toEqual([]);
		});

		it('count what they submit, each its own', async () => {
			const claimed = await claim(OTHER, 'a');
			const start = { action: 'template', opens: true, rule: 'template', reason: 'Yes.' } as const;
			await store.campaigns.begin(
				claimed.map(({ key }) => ({ key, token: 'a', ...start })),
				{ at: NOW, again: 0 },
				{ ...ANY_SLOT, channel: OTHER },
			);
			expect(await store.campaigns.find(OF_OTHER)).toMatchObject({ meter: { since: 2 }, lastSentAt: NOW });
			expect((await store.campaigns.find(SPRING))!.lastSentAt).toBeUndefined();
		});

		it("aren't settled by statuses of each other", async () => {
			const key = keyOfRecipient('spring', MINE, CHANNEL);
			for (const status of ['delivered', 'failed', 'read']) await hears(status, key, OTHER);
			expect(await stateOf(key)).toBe('planned');
			await hears('read', key, CHANNEL);
			expect(await stateOf(key)).toBe('read');
		});

		it('are forgotten each on its own', async () => {
			await campaigns.cancel('spring', undefined, { channel: CHANNEL });
			await store.prune({ events: 0, sends: NOW + MINUTE });
			expect(await store.campaigns.find(SPRING)).toBeUndefined();
			expect(await countsOf(OTHER)).toEqual({ planned: 2 });
		});

		type Call = (of?: { channel: string }) => Promise<unknown>;
		const calls: Array<[name: string, call: Call]> = [
			['get', (of) => campaigns.get('spring', of)],
			['report', (of) => campaigns.report('spring', of)],
			['recipients', (of) => campaigns.recipients('spring', of)],
			['pause', (of) => campaigns.pause('spring', undefined, of)],
			['resume', (of) => campaigns.resume('spring', of)],
			['cancel', (of) => campaigns.cancel('spring', undefined, of)],
			['retry', (of) => campaigns.retry('spring', 'failed', of)],
			['sendDue', (of) => campaigns.sendDue({ campaign: 'spring', budgetMs: 1, ...of })],
		];

		it.each(calls)('%s refuses the ID alone, and names the numbers', async (name, call) => {
			await expect(call()).rejects.toThrow(
				new RegExp(`2 numbers have a campaign "spring": ${CHANNEL}, ${OTHER}\\..*channel`),
			);
			expect([await countsOf(CHANNEL), await countsOf(OTHER)]).toEqual([{ planned: 2 }, { planned: 2 }]);
			if (name !== 'sendDue') await call({ channel: OTHER });
			expect(await campaigns.get('spring', { channel: CHANNEL })).toMatchObject({ state: 'running' });
			expect(await countsOf(CHANNEL)).toEqual({ planned: 2 });
		});

		it.each(calls.slice(1))('%s says that a third number has no such campaign', async (_, call) => {
			await expect(call({ channel: '333' })).rejects.toThrow(
				/campaign "spring" doesn't exist for the number 333\. It has none yet: run Plan first\./,
			);
		});

		it('get finds nothing on a third number', async () => {
			expect(await campaigns.get('spring', { channel: '333' })).toBeUndefined();
		});
	});

	it('an ID that one number has needs no number', async () => {
		await open();
		await plan(CHANNEL, [CUSTOMER]);
		await plan(OTHER, [CUSTOMER], 'autumn');
		expect(await campaigns.pause('autumn')).toMatchObject({ channel: OTHER, state: 'paused' });
		await expect(campaigns.report('winter')).rejects.toThrow('The campaign "winter" doesn\'t exist.');
	});

	it('a key of the caller is of one number', async () => {
		await open();
		const content = { freeform: { type: 'text', text: { body: 'Hi' } } } as const;
		for (const channel of [CHANNEL, OTHER]) {
			const kept = await sender.keep({ channel, to: CUSTOMER }, content, { once: 'order 1' });
			expect(kept).toMatchObject({ repeated: false, key: keyOfOnce('order 1', channel) });
		}
	});
});
