import { sendMessage } from '../../nodes/BusinessMessaging/message/send.operations';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { failureOf, runOperation } from './support/run-operation';

const CUSTOMER = '491701234567';
const GROUP = 'group-1';

let sandbox: Sandbox;
beforeEach(async () => {
	sandbox = await startSandbox();
	await sandbox.control.addGroup({ id: GROUP, participants: [CUSTOMER] });
});
afterEach(() => sandbox.close());

/** Sends an image, which only an open window allows. */
const sendImage = (to: string, options = {}) =>
	runOperation(sandbox, sendMessage, {
		to,
		freeformType: 'image',
		mediaSource: 'link',
		mediaLink: 'https://example.com/a.jpg',
		options,
	});

describe('an image while the window is closed is refused', () => {
	it('to a customer, with what the customer would have to do', async () => {
		const { message } = await failureOf(sendImage(CUSTOMER));
		expect(message).toMatch(/^This customer hasn't written in the last 24 hours/);
	});

	it('to a group, with what its participants would have to do', async () => {
		const { message } = await failureOf(sendImage(GROUP, { recipientType: 'group' }));
		expect(message).toMatch(/^Nobody in this group has written in the last 24 hours/);
	});
});

it('an image goes out to a group once a participant has written', async () => {
	await sandbox.control.customerWrites({ from: CUSTOMER, group: GROUP });
	expect((await sendImage(GROUP, { recipientType: 'group' })).items).toMatchObject([{ sent: true }]);
});
