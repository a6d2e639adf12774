import { sendText } from '../../nodes/BusinessMessaging/message/send.operations';
import { readCredentials } from '../../nodes/shared/credential';
import { sharedStore } from '../../nodes/shared/shared-store';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { sandboxCredential } from '../../tools/main-job/examples';
import { runOperation } from './support/run-operation';

const CUSTOMER = '491701234567';

let sandbox: Sandbox;
beforeEach(async () => {
	sandbox = await startSandbox();
	await sandbox.control.customerWrites({ from: CUSTOMER, text: 'Hi' });
});
afterEach(() => sandbox.close());

const send = (messagesPerSecond: unknown) =>
	runOperation(sandbox, sendText, { to: CUSTOMER, text: 'Hello', credential: { messagesPerSecond } });
const rates = async () => (await sharedStore('sqlite::memory:')).rates;
const perSecond = async () => (await (await rates()).read(sandbox.phoneNumberId)).perSecond;

describe("a credential's Messages per Second", () => {
	it('is the rate of its number from the first message on', async () => {
		await send('20');
		expect(await perSecond()).toBe(20);
	});

	it('leaves the rate as it is if it is empty', async () => {
		await (await rates()).set(sandbox.phoneNumberId, 500);
		await send('');
		expect(await perSecond()).toBe(500);
	});

	it('does not take back what Send Due has set since, until it changes', async () => {
		await send('20');
		await (await rates()).set(sandbox.phoneNumberId, 500);
		await send('20');
		expect(await perSecond()).toBe(500);
		await send('40');
		expect(await perSecond()).toBe(40);
	});

	it.each(['0', '-1', 'fast', 'Infinity'])('is refused with a sentence if it is %s', (messagesPerSecond) => {
		expect(() => readCredentials({ ...sandboxCredential(sandbox).data, messagesPerSecond })).toThrow(
			`Messages per Second is "${messagesPerSecond}", which isn't a number above 0.`,
		);
	});
});
