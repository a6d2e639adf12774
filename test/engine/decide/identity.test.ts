import { INTENT, listed, NOW, openEngineScene, type EngineScene } from '../../support/engine-scene';
import { CHANNEL, customerMessage, CUSTOMER, DAY, delivery, HOUR, preference } from '../../support/wire';

let scene: EngineScene;
beforeEach(async () => {
	scene = await openEngineScene();
	await scene.engine.record(listed('APPROVED', { at: NOW - DAY, category: 'MARKETING' }));
});
afterEach(() => scene.close());

const decide = (to: string) => scene.engine.decide({ ...INTENT, to });
const windowOf = async (to: string) => (await decide(to)).facts.window;

const answered = (input: string, wa_id: string) =>
	scene.engine.record({
		kind: 'sent',
		channel: CHANNEL,
		to: input,
		messageId: 'wamid.1',
		contacts: [{ input, wa_id }],
	});

describe('one customer is one conversation, however the number is written', () => {
	it.each([
		'4917012345678',
		'+4917012345678',
		'+49 170 12345678',
		' 49 170 1234 5678 ',
		'+49 (170) 123-456-78',
		'+49.170.12345678',
		'49-170-12345678',
		'49/170/12345678',
		'+49\u00a0170\u00a012345678',
	])('%j', async (to) => {
		await scene.receive(customerMessage({ at: NOW }));
		expect(await windowOf(to)).toBe('open');
	});

	it('a user id is itself', async () => {
		await scene.receive(customerMessage({ at: NOW, from: 'US.1349' }));
		expect(await windowOf(' US.1349 ')).toBe('open');
		expect(await windowOf('1349')).toBe('closed');
	});
});

describe('other names are learned from the gateway’s answers', () => {
	it('a number that the gateway calls by another finds what was known of the other', async () => {
		await scene.receive(customerMessage({ at: NOW, from: '5491155551234' }));
		await answered('+54 11 5555-1234', '5491155551234');
		expect(await windowOf('541155551234')).toBe('open');
	});

	it('what is heard under the other name later counts for both', async () => {
		await answered('541155551234', '5491155551234');
		await scene.receive(customerMessage({ at: NOW, from: '5491155551234' }));
		expect(await windowOf('541155551234')).toBe('open');
		expect(await windowOf('5491155551234')).toBe('open');
	});

	it('two names with state of their own become one conversation, the newest of each register', async () => {
		await scene.receive(
			customerMessage({ at: NOW - 2 * DAY, from: 'A1' }),
			customerMessage({ at: NOW - HOUR, from: 'B1' }),
			preference({ at: NOW - HOUR, value: 'stop', contact: 'A1' }),
			preference({ at: NOW - 2 * HOUR, value: 'resume', contact: 'B1' }),
		);
		await answered('A1', 'B1');
		for (const name of ['A1', 'B1']) {
			expect((await decide(name)).facts).toMatchObject({
				windowClosesAt: NOW - HOUR + DAY,
				optedOut: true,
			});
		}
	});

	it('names learned in a chain are one customer', async () => {
		await answered('A1', 'B1');
		await answered('B1', 'C1');
		await scene.receive(customerMessage({ at: NOW, from: 'A1' }));
		expect(await windowOf('C1')).toBe('open');
	});

	it('an answer with an empty name joins nobody', async () => {
		await answered(CUSTOMER, '');
		await answered('', '4915111');
		await scene.receive(customerMessage({ at: NOW }));
		expect(await windowOf('4915111')).toBe('closed');
		expect(await windowOf(CUSTOMER)).toBe('open');
	});

	it('names of one number’s customers mean nothing on another number', async () => {
		await answered('A1', 'B1');
		await scene.receive(customerMessage({ at: NOW, from: 'B1', channel: '999' }));
		expect((await scene.engine.decide({ ...INTENT, channel: '999', to: 'A1' })).facts.window).toBe('closed');
	});
});

describe('other names are learned from the customer’s own messages', () => {
	const metadata = { phone_number_id: CHANNEL };
	const message = { id: 'wamid.a', timestamp: String(NOW / 1_000), type: 'text', text: { body: 'Hi' } };

	it('a message with number and user id joins the two', async () => {
		const messages = [{ ...message, from: CUSTOMER, from_user_id: 'US.1349' }];
		await scene.receive(delivery('messages', { metadata, messages }));
		expect(await windowOf('US.1349')).toBe('open');
		expect(await windowOf(CUSTOMER)).toBe('open');
	});

	it('a change of number joins the old and the new one', async () => {
		await scene.receive(customerMessage({ at: NOW - HOUR }));
		const system = { type: 'user_changed_number', body: 'changed', wa_id: '4915111' };
		const messages = [{ ...message, type: 'system', text: undefined, from: CUSTOMER, system }];
		await scene.receive(delivery('messages', { metadata, messages }));
		expect((await decide('4915111')).facts.windowClosesAt).toBe(NOW - HOUR + DAY);
	});
});
