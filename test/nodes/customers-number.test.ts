import { getState } from '../../nodes/BusinessMessaging/conversation';
import { sendAuto } from '../../nodes/BusinessMessaging/message/send.operations';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { failureOf, runOperation } from './support/run-operation';

let sandbox: Sandbox;

beforeEach(async () => {
	sandbox = await startSandbox();
	await sandbox.control.addTemplate({ name: 'hello', body: 'Hello from the shop.' });
});

afterEach(() => sandbox.close());

const hello = (to: string) => ({ to, template: 'hello/en_US' });
const inGermany = { credential: { defaultCountry: 'DE' } };

describe("a customer's number without a country code", () => {
	it('is refused before anything is sent, with an example', async () => {
		const { message } = await failureOf(runOperation(sandbox, sendAuto, hello('0170 1234567')));
		expect(message).toContain(
			'"0170 1234567" has no country code. Write it with its country code, for example',
		);
		expect(sandbox.control.sent()).toEqual([]);
	});

	it('is completed by the Default Country of the credential', async () => {
		const { items } = await runOperation(sandbox, sendAuto, { ...hello('0170 1234567'), ...inGermany });
		expect(items).toMatchObject([{ sent: true, to: '491701234567' }]);
	});

	it('is refused for every operation on a customer', async () => {
		const { message } = await failureOf(runOperation(sandbox, getState, { customer: '0170 1234567' }));
		expect(message).toContain('has no country code');
		const { items } = await runOperation(sandbox, getState, { customer: '0170 1234567', ...inGermany });
		expect(items).toMatchObject([{ customer: '491701234567' }]);
	});
});

it('a number that begins with 00 has its country code', async () => {
	const { items } = await runOperation(sandbox, sendAuto, hello('0049 170 7654321'));
	expect(items).toMatchObject([{ sent: true, to: '491707654321' }]);
});
