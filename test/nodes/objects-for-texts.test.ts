import { approveJoinRequests } from '../../nodes/BusinessMessaging/group/participants.operations';
import { create } from '../../nodes/BusinessMessaging/group/create-and-update.operations';
import { sendText } from '../../nodes/BusinessMessaging/message/send.operations';
import { sendAndWait } from '../../nodes/BusinessMessaging/message/wait/send-and-wait.operation';
import { plan } from '../../nodes/BusinessMessagingCampaign/plan.operations';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { failureOf, runOperation } from './support/run-operation';

const ADA = '491701111111';
const isAnObject = (field: string) =>
	`${field} is an object, not a text. Let the expression name the field that has the text, such as {{ $json.text }}.`;

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox();
	await sandbox.control.addTemplate({ name: 'hello', body: 'Hello from the shop.' });
});
afterAll(() => sandbox.close());

describe('an expression that returns an object', () => {
	it.each([[{ id: 'A-1' }], ['appointment-[object Object]']])(
		'is no Recipient Key, as all of them would be the same: %j',
		async (recipientKey) => {
			const form = { campaignId: 'spring', to: ADA, template: 'hello/en_US', options: { recipientKey } };
			const { items, others } = await runOperation(sandbox, plan, form);
			expect(items[0]).toMatchObject({ planned: 0, invalid: 1 });
			expect(others[0]![0]!.problems).toEqual([{ path: 'key', message: isAnObject('Recipient Key') }]);
		},
	);

	it('is no Campaign ID', async () => {
		const form = { campaignId: { id: 'spring' }, to: ADA, template: 'hello/en_US' };
		expect((await failureOf(runOperation(sandbox, plan, form))).message).toBe(isAnObject('Campaign ID'));
	});

	it('is no Campaign Key, and nothing is sent', async () => {
		const form = { to: ADA, text: 'Hello', options: { campaignKey: { id: 'spring' } } };
		const { message } = await failureOf(runOperation(sandbox, sendText, form));
		expect(message).toBe(`Nothing was sent. ${isAnObject('Campaign Key')}`);
	});

	it('is no question, and nothing is sent', async () => {
		const { message } = await failureOf(
			runOperation(sandbox, sendAndWait, { to: ADA, message: { text: 'Sure?' } }),
		);
		expect(message).toBe(`Nothing was sent. ${isAnObject('Message')}`);
	});

	it.each([5, { name: 'hello' }])(
		'is no template, which the error says how to write: %j',
		async (template) => {
			const form = { campaignId: 'spring', to: ADA, template };
			const { others } = await runOperation(sandbox, plan, form);
			expect(others[0]![0]!.problems).toEqual([
				{ path: 'item', message: expect.stringContaining('for example order_update/en_US') as string },
			]);
		},
	);
});

describe('the errors of groups name the fields of the form', () => {
	it('Join Request IDs', async () => {
		const run = runOperation(sandbox, approveJoinRequests, { groupId: '1', joinRequestIds: '' });
		expect((await failureOf(run)).message).toBe('Nothing was sent. Join Request IDs is empty.');
	});

	it('Joining', async () => {
		const options = { join_approval_mode: 'never' };
		const run = runOperation(sandbox, create, { subject: 'Tea', options });
		expect((await failureOf(run)).message).toMatch(/^Nothing was sent\. Joining is neither /);
	});
});
