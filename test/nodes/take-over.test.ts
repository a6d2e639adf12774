import { sendAuto } from '../../nodes/BusinessMessaging/message/send.operations';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { runOperation } from './support/run-operation';

const ADA = '491701234567';

let sandbox: Sandbox;
beforeEach(async () => {
	sandbox = await startSandbox();
	await sandbox.control.addTemplate({ name: 'hello', body: 'Hello from the shop.' });
	await sandbox.control.customerWrites({ from: ADA, text: 'Help' });
	await sandbox.control.handOver({ contact: ADA, to: 'agent' });
});
afterEach(() => sandbox.close());

/** The agent answers on the number, so that it holds a conversation of which nothing else is known. */
const send = (form: object, options: object) =>
	runOperation(sandbox, sendAuto, {
		to: ADA,
		credential: { agentAnswers: 'yes' },
		...form,
		options: { lastInboundAt: new Date(sandbox.clock.now()).toISOString(), ...options },
	});

describe('Take Over From the Agent in Send Auto', () => {
	it('sends freeform content although the agent holds the conversation, and the business holds it then', async () => {
		const { items } = await send({ text: 'A person is here' }, { takeOver: true });
		expect(items).toMatchObject([{ sent: true, action: 'freeform', rule: 'window-open' }]);
		expect(sandbox.control.sent()).toMatchObject([{ to: ADA, type: 'text' }]);
		expect(sandbox.control.violations()).toEqual([]);
	});

	it('is off unless you turn it on: the message is held', async () => {
		const { items } = await send({ text: 'A person is here' }, {});
		expect(items).toMatchObject([{ sent: false, action: 'hold', rule: 'agent-holds' }]);
	});

	it('takes nothing over for a template, which moves nothing', async () => {
		const form = { template: 'hello/en_US' };
		const { items } = await send(form, { takeOver: true, policy: 'platform' });
		expect(items).toMatchObject([{ sent: false, action: 'hold', rule: 'agent-holds' }]);
	});
});
