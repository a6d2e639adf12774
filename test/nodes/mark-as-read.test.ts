import { sendText } from '../../nodes/BusinessMessaging/message/send.operations';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { followUpdates } from '../sandbox/support/updates';
import { failureOf, runOperation } from './support/run-operation';

const CUSTOMER = '491701111111';

let sandbox: Sandbox;
let messageId: string;
beforeEach(async () => {
	sandbox = await startSandbox();
	messageId = (await sandbox.control.customerWrites({ from: CUSTOMER, text: 'Hi' })).id;
});
afterEach(() => sandbox.close());

const send = (item: object, markAsRead = true) =>
	runOperation(sandbox, sendText, { to: CUSTOMER, text: 'Hello', item, options: { markAsRead } });

describe('Send Text with Mark as Read and Show Typing', () => {
	it('marks the message of the item as read, and sends after a while of typing', async () => {
		const page = await followUpdates(sandbox.url);
		const { items } = await send({ message: { id: messageId } });
		expect(items).toMatchObject([{ sent: true, read: true }]);
		const entry = await page.until((records) =>
			records.find((record) => record.kind === 'entry' && record.read === true),
		);
		expect(entry).toMatchObject({ id: messageId, typingUntil: expect.any(Number) });
		page.close();
	});

	it('sends all the same if the message can’t be marked', async () => {
		await sandbox.control.faults({ status: { code: 400, path: '/messages', times: 1 } });
		const { items } = await send({ message: { id: messageId } });
		expect(items).toMatchObject([{ sent: true, read: false }]);
	});

	it('says what is missing if the item has no message, and sends nothing', async () => {
		expect((await failureOf(send({}))).message).toMatch(
			/^Nothing was sent\. Mark as Read and Show Typing needs/,
		);
		expect(sandbox.control.sent()).toEqual([]);
	});

	it('does neither unless it is on', async () => {
		const { items } = await send({ message: { id: messageId } }, false);
		expect(items[0]).not.toHaveProperty('read');
	});
});
