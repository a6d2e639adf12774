import { get } from '../../nodes/BusinessMessaging/group/get.operations';
import { getJoinRequests } from '../../nodes/BusinessMessaging/group/participants.operations';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { runOperation } from './support/run-operation';

const PHONE = '4917012345678';
const USER_ID = 'US.13491208655302741918';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

describe('a customer who hides the phone number is named by the user ID', () => {
	it('among the participants of a group', async () => {
		const { id } = await sandbox.control.addGroup({ participants: [PHONE, USER_ID] });
		const { items } = await runOperation(sandbox, get, { groupId: id, fields: ['participants'] });
		expect(items).toEqual([{ id, participants: [PHONE, USER_ID] }]);
	});

	it('among those who ask to join', async () => {
		const { id } = await sandbox.control.addGroup({ joinApprovalMode: 'approval_required' });
		for (const customer of [PHONE, USER_ID]) await sandbox.control.joinGroup(id, customer);
		const { items } = await runOperation(sandbox, getJoinRequests, { groupId: id });
		expect(items.map(({ contact }) => contact)).toEqual([PHONE, USER_ID]);
	});
});
