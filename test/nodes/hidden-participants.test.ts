import { get } from '../../nodes/BusinessMessaging/group/get.operations';
import {
	getJoinRequests,
	removeParticipants,
} from '../../nodes/BusinessMessaging/group/participants.operations';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { runOperation } from './support/run-operation';

const ADA = 'US.13491208655302741918';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

describe('somebody whose number is not shown', () => {
	it('is a participant by user ID, and can be removed by it', async () => {
		const { id: groupId } = await sandbox.control.addGroup({ participants: [ADA, '4917012345678'] });
		const participants = async () => {
			const { items } = await runOperation(sandbox, get, { groupId, fields: ['participants'] });
			return items[0]!.participants;
		};
		expect(await participants()).toEqual([ADA, '4917012345678']);
		await runOperation(sandbox, removeParticipants, { groupId, participants: ADA });
		expect(await participants()).toEqual(['4917012345678']);
	});

	it('asks to join by user ID', async () => {
		const { id: groupId } = await sandbox.control.addGroup({ joinApprovalMode: 'approval_required' });
		await sandbox.control.joinGroup(groupId, ADA);
		const { items } = await runOperation(sandbox, getJoinRequests, { groupId, returnAll: true });
		expect(items).toEqual([expect.objectContaining({ groupId, contact: ADA })]);
	});
});
