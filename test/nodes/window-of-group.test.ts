import { sendMessage } from '../../nodes/BusinessMessaging/message/send.operations';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { failureOf, runOperation } from './support/run-operation';

const CUSTOMER = '491701234567';
const OTHER = '491707654321';
const GROUP = 'group-1';

let sandbox: Sandbox;
beforeEach(async () => {
	sandbox = await startSandbox();
	await sandbox.control.addGroup({ id: GROUP, participants: [CUSTOMER] });
});
afterEach(() => sandbox.close());

/** Sends an image, which only an open window allows. */
const image = (to: string, options = {}) => ({
	to,
	freeformType: 'image',
	mediaSource: 'link',
	mediaLink: 'https://example.com/a.jpg',
	options,
});

const sendImage = (to: string, options = {}) => runOperation(sandbox, sendMessage, image(to, options));

describe('an image while the window is closed is refused', () => {
	it('without a word of the other items, whose messages may have been sent', async () => {
		await sandbox.control.customerWrites({ from: OTHER });
		const { message } = await failureOf(runOperation(sandbox, sendMessage, image(OTHER), image(CUSTOMER)));
		expect(message).toMatch(/^This customer hasn't written in the last 24 hours/);
	});

	it('and nothing is said of what was sent if the answer is lost', async () => {
		await sandbox.control.customerWrites({ from: CUSTOMER });
		await sandbox.control.faults({ loseAnswer: true });
		expect((await failureOf(sendImage(CUSTOMER))).message).toMatch(
			/^The gateway didn't respond, so the message may/,
		);
	});

	it('to a customer, with what the customer would have to do', async () => {
		const { message } = await failureOf(sendImage(CUSTOMER));
		expect(message).toMatch(/^Nothing was sent\. This customer hasn't written in the last 24 hours/);
	});

	it('to a group, with what its participants would have to do', async () => {
		const { message } = await failureOf(sendImage(GROUP, { recipientType: 'group' }));
		expect(message).toMatch(/^Nothing was sent\. Nobody in this group has written in the last 24 hours/);
	});
});

it('an image goes out to a group once a participant has written', async () => {
	await sandbox.control.customerWrites({ from: CUSTOMER, group: GROUP });
	expect((await sendImage(GROUP, { recipientType: 'group' })).items).toMatchObject([{ sent: true }]);
});
