import type { Engine } from '../../engine';
import { createEngine, forgetOld } from '../../engine';
import type { FreeformContent } from '../../platform';
import type { Sender } from '../../sending';
import { createSender } from '../../sending';
import type { StorePlace } from '../support/stores';
import { partitionOfConversation } from '../../store/tables/partition';
import { DATABASES } from '../support/stores';
import type { Stage } from './stage';
import { CUSTOMER, openStage } from './stage';

const USER = 'DE.13491208655302741918';
const OTHER = '491709876543';
const HOUR = 3_600_000;

describe.each(DATABASES)('%s', (_, placeOf) => {
	let place: StorePlace;
	let stage: Stage;
	let channel: string;
	let engine: Engine;
	let sender: Sender;
	beforeEach(async () => {
		place = placeOf();
		stage = await openStage({ place });
		channel = stage.sandbox.phoneNumberId;
		engine = createEngine({ store: stage.store, keepSentTexts: true });
		sender = createSender({ engine, gateway: stage.gateway });
	});
	afterEach(async () => {
		await stage.close();
		await place.remove();
	});

	const history = (more: { contact?: string; since?: number; limit?: number } = {}) =>
		stage.store.conversations.history({ channel, contact: CUSTOMER, limit: 100, ...more });
	const received = async (more?: Parameters<typeof history>[0]) =>
		(await history(more)).received.map(({ kind, message }) => `${kind}: ${message.text?.body}`);
	const sent = async (more?: Parameters<typeof history>[0]) =>
		(await history(more)).sent.map(({ type, text }) => `${type}: ${text}`);

	async function writes(text: string, more: object = {}): Promise<void> {
		await stage.sandbox.clock.advance(1_000);
		await stage.sandbox.control.customerWrites({ from: CUSTOMER, text, ...more });
		await stage.hear();
	}
	async function says(content: FreeformContent | string, by = sender): Promise<void> {
		await stage.sandbox.clock.advance(1_000);
		const text = { type: 'text', text: { body: content } };
		const freeform = typeof content === 'string' ? text : content;
		const outcome = await by.send({ ...stage.intent, template: undefined }, { freeform: freeform as never });
		expect(outcome).toHaveProperty('messageId');
	}

	describe('what was said in a conversation', () => {
		it('by the customer, the agent, and people in the phone app, newest first', async () => {
			await writes('Hi');
			await stage.sandbox.clock.advance(1_000);
			await stage.sandbox.control.appReplies({ to: CUSTOMER, text: 'Good day' });
			await writes('Where is it?');
			expect(await received()).toEqual(['message: Where is it?', 'app_reply: Good day', 'message: Hi']);
		});

		it('and by messages that were sent, if the engine keeps them', async () => {
			await writes('Hi');
			await says('Nobody keeps this', stage.sender);
			await says('Hello');
			await says('How are you?');
			expect(await sent()).toEqual(['text: How are you?', 'text: Hello']);
		});

		it('up to a limit, the newest, and since a time', async () => {
			for (const text of ['one', 'two', 'three']) await writes(text);
			for (const text of ['four', 'five']) await says(text);
			expect(await received({ limit: 2 })).toEqual(['message: three', 'message: two']);
			expect(await sent({ limit: 1 })).toEqual(['text: five']);
			const { at } = (await history({ limit: 1 })).received[0]!;
			expect(await received({ since: at })).toEqual(['message: three']);
			expect(await received({ since: at + 1 })).toEqual([]);
			const { at: sentAt } = (await history({ limit: 1 })).sent[0]!;
			expect(await sent({ since: sentAt })).toEqual(['text: five']);
			expect(await sent({ since: sentAt + 1 })).toEqual([]);
		});

		it('not by others, and not in groups', async () => {
			const { id: group } = await stage.sandbox.control.addGroup({ participants: [CUSTOMER, OTHER] });
			await writes('In a group', { group });
			await writes('Not me', { from: OTHER });
			await writes('It is me');
			expect(await received()).toEqual(['message: It is me']);
			expect(await received({ contact: group })).toEqual(['message: In a group']);
		});

		it('not by somebody whose messages are in the same partition', async () => {
			let beside = 491_700_000_000;
			while (partitionOfConversation(channel, String(beside)) !== partitionOfConversation(channel, CUSTOMER))
				beside += 1;
			await writes('Not me', { from: String(beside) });
			await writes('It is me');
			expect(await received()).toEqual(['message: It is me']);
		});

		it('under every name of the customer', async () => {
			await writes('Hi', { userId: USER });
			await says('Hello');
			expect(await received({ contact: USER })).toEqual(['message: Hi']);
			expect(await received()).toEqual(['message: Hi']);
			expect(await sent({ contact: USER })).toEqual(['text: Hello']);
			expect(await sent()).toEqual(['text: Hello']);
		});

		it('sent under two names that turn out to be one customer', async () => {
			const [first, second] = ['491700000008', '491700000009'];
			const sentTo = (to: string, messageId: string, contacts?: Array<{ input: string; wa_id: string }>) =>
				engine.record({
					kind: 'sent',
					channel,
					to,
					messageId,
					contacts,
					said: { type: 'text', text: messageId },
				});
			await sentTo(first, 'a');
			await sentTo(second, 'b');
			await sentTo(second, 'c', [{ input: second, wa_id: first }]);
			const both = expect.arrayContaining(['text: a', 'text: b', 'text: c']) as unknown;
			expect(await sent({ contact: first })).toEqual(both);
			expect(await sent({ contact: second })).toEqual(both);
		});

		it('more messages than are read at a time', async () => {
			for (let number = 0; number < 205; number += 1) {
				await stage.sandbox.control.customerWrites({ from: CUSTOMER, text: String(number) });
			}
			await stage.hear();
			expect(await received({ limit: 1_000 })).toHaveLength(205);
		});
	});

	describe('what a message said', () => {
		const link = 'https://example.com/a.jpg';
		const buttons = ['Yes', 'No'].map((title) => ({ type: 'reply', reply: { id: title, title } }));

		it.each<[string, FreeformContent, string]>([
			['an image with a caption', { type: 'image', image: { link, caption: 'Look' } }, 'Look'],
			['an image without one', { type: 'image', image: { link } }, ''],
			[
				'buttons',
				{
					type: 'interactive',
					interactive: { type: 'button', body: { text: 'Sure?' }, action: { buttons } },
				},
				'Sure?\n[Yes]\n[No]',
			],
			[
				'a location',
				{ type: 'location', location: { latitude: 1, longitude: 2, name: 'Shop', address: 'Elm Street 1' } },
				'Shop\nElm Street 1',
			],
		])('%s', async (__, content, text) => {
			await writes('Hi');
			await says(content);
			expect(await sent()).toEqual([`${content.type}: ${text}`]);
		});

		it('a template, by its name and the values of its variables', async () => {
			await stage.sandbox.control.addTemplate({ name: 'order', body: 'Order {{1}} is at {{2}} now.' });
			const template = { name: 'order', language: 'en_US' };
			const parameters = ['A-1', 'home'].map((text) => ({ type: 'text', text }) as const);
			await sender.send(
				{ ...stage.intent, template },
				{ template: { components: [{ type: 'body', parameters }] } },
			);
			expect(await sent()).toEqual(['template: order: A-1, home']);
		});

		it('a message that was refused said nothing', async () => {
			await writes('Hi');
			await stage.sandbox.control.faults({ error: { code: 131026 } });
			await sender.send({ ...stage.intent, template: undefined }, stage.content);
			expect(await sent()).toEqual([]);
		});

		it('a campaign’s messages are kept too', async () => {
			const { template } = stage.intent;
			await sender.campaigns.plan({ id: 'c', channel, template }, [{ to: CUSTOMER }]);
			await sender.campaigns.sendDue();
			expect(await sent()).toEqual(['template: hello']);
		});
	});

	describe('what was kept of it', () => {
		it('is exported and erased with the customer', async () => {
			await writes('Hi');
			await says('My secret');
			const customer = { channel, name: CUSTOMER };
			const { sentTexts } = await stage.store.customers.export(customer);
			expect(sentTexts).toMatchObject([{ contact: CUSTOMER, type: 'text', text: 'My secret' }]);
			expect(await stage.store.customers.erase(customer)).toMatchObject({ sentTexts: 1 });
			expect(await place.rows('sent_text')).toEqual([]);
			expect(await history()).toEqual({ received: [], sent: [] });
		});

		it('is deleted after a time of its own', async () => {
			await writes('Hi');
			await says('Hello');
			await stage.store.retention.set({ sentTexts: 2 * HOUR });
			const now = stage.sandbox.clock.now();
			await forgetOld(stage.store, now + HOUR);
			expect(await sent()).toHaveLength(1);
			await forgetOld(stage.store, now + 3 * HOUR);
			expect(await sent()).toEqual([]);
			expect(await received()).toHaveLength(1);
		});
	});
});
