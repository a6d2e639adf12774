import { createEngine, parseWebhook } from '../../engine';
import { getMessages } from '../../nodes/BusinessMessaging/conversation/get-messages.operation';
import { sendText } from '../../nodes/BusinessMessaging/message/send.operations';
import { sharedStore } from '../../nodes/shared/shared-store';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { failureOf, runOperation } from './support/run-operation';

/** The store outlives a test, so each has a customer of its own. */
let count = 0;
let customer: string;
let sandbox: Sandbox;
beforeEach(async () => {
	customer = `49170333${String((count += 1)).padStart(4, '0')}`;
	sandbox = await startSandbox();
});
afterEach(() => sandbox.close());

let heard = 0;
beforeEach(() => (heard = 0));

/** Takes in what the sandbox has delivered. */
async function hear(): Promise<void> {
	await sandbox.control.idle();
	const engine = createEngine({ store: await sharedStore('sqlite::memory:') });
	const deliveries = sandbox.control.deliveries();
	for (const { payload } of deliveries.slice(heard)) await engine.ingest(parseWebhook(payload));
	heard = deliveries.length;
	await sandbox.clock.advance(1_000);
}

const writes = async (message: object) => {
	await sandbox.control.customerWrites({ from: customer, ...message });
	await hear();
};
const says = async (text: string, keepSentTexts = true) => {
	await runOperation(sandbox, sendText, { to: customer, text, credential: { keepSentTexts } });
	await hear();
};
const get = async (form: object = {}) =>
	(await runOperation(sandbox, getMessages, { customer, limit: 50, ...form })).items;

describe('Get Messages', () => {
	it('returns both sides, oldest first, with the roles that chat models know', async () => {
		await writes({ text: 'Hi' });
		await says('Hello');
		await sandbox.control.appReplies({ to: customer, text: 'I look into it' });
		await hear();
		expect(await get()).toEqual([
			{
				role: 'user',
				text: 'Hi',
				type: 'text',
				sentBy: 'customer',
				contact: customer,
				at: expect.stringMatching(/^\d{4}-.*Z$/),
				id: expect.stringMatching(/^wamid\./),
			},
			expect.objectContaining({ role: 'assistant', text: 'Hello', sentBy: 'workflow' }),
			expect.objectContaining({ role: 'assistant', text: 'I look into it', sentBy: 'person' }),
		]);
	});

	it('leaves out what was sent unless the credential keeps it', async () => {
		await writes({ text: 'Hi' });
		await says('Hello', false);
		expect(await get()).toMatchObject([{ text: 'Hi' }]);
	});

	it('returns the newest up to a limit, in either order', async () => {
		for (const text of ['one', 'two', 'three']) await writes({ text });
		const texts = async (form: object) => (await get(form)).map(({ text }) => text);
		expect(await texts({ limit: 2 })).toEqual(['two', 'three']);
		expect(await texts({ limit: 2, messageOrder: 'newest' })).toEqual(['three', 'two']);
		expect(await texts({ limit: 2, returnAll: true })).toEqual(['one', 'two', 'three']);
	});

	it('returns what was said since a time', async () => {
		await writes({ text: 'one' });
		await writes({ text: 'two' });
		const [, two] = await get();
		expect(await get({ since: two!.at })).toEqual([two]);
		expect((await failureOf(runOperation(sandbox, getMessages, { customer, since: 'x' }))).message).toBe(
			"Since isn't a valid time: x. Enter one such as 2026-12-31T18:00.",
		);
	});

	it('says of a message without text what it is', async () => {
		await writes({ type: 'image' });
		expect(await get()).toMatchObject([{ type: 'image', text: '[image]' }]);
	});

	it('returns one item with a list and a text for a prompt', async () => {
		await writes({ text: 'Hi' });
		await says('Hello');
		expect(await get({ returnAs: 'one' })).toMatchObject([
			{
				contact: customer,
				customer,
				transcript: 'Customer: Hi\nBusiness: Hello',
				messages: [{ role: 'user' }, { role: 'assistant' }],
			},
		]);
		expect(await get({ returnAs: 'one', customer: '491700000001' })).toMatchObject([
			{ messages: [], transcript: '' },
		]);
	});
});
