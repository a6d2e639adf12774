import { signPayload } from '../../engine';
import { startSandbox } from '../../sandbox';
import { clientOf } from './support/client';
import { CUSTOMER, scene } from './support/scene';

const at = scene();

test('every attempt of a delivery has its id, its signature, and what the receiver answered', async () => {
	at.receiver.answers.push(503);
	await at.sandbox.control.customerWrites({ from: CUSTOMER });
	await at.sandbox.control.idle();
	const attempts = at.sandbox.control.deliveries();
	const { id, payload } = attempts[0]!;
	const signature = signPayload(JSON.stringify(payload), at.sandbox.signingSecret);
	expect(attempts).toMatchObject([
		{ id, attempt: 1, status: 503, outcome: 'refused', signature },
		{ id, attempt: 2, status: 200, outcome: 'delivered', signature },
	]);
	expect(at.sandbox.control.delivery(id)).toEqual(attempts);
	expect(at.sandbox.control.delivery('another')).toEqual([]);
});

test('an event that was delivered is delivered once more, with the same body', async () => {
	await at.sandbox.control.customerWrites({ from: CUSTOMER });
	await at.sandbox.control.idle();
	const { id } = at.sandbox.control.deliveries()[0]!;
	await at.sandbox.control.resend(id);
	await at.sandbox.control.idle();
	const [first, second] = at.receiver.received;
	expect(second?.text).toBe(first?.text);
	expect(at.sandbox.control.delivery(id).map(({ attempt }) => attempt)).toEqual([1, 2]);
});

test('an event that nobody heard is delivered later', async () => {
	const sandbox = await startSandbox();
	await sandbox.control.customerWrites({ from: CUSTOMER });
	const [dropped] = sandbox.control.deliveries();
	expect(dropped).toMatchObject({ outcome: 'dropped', status: null });
	await clientOf(sandbox).setWebhook(at.receiver.url);
	await sandbox.control.resend(dropped!.id);
	await sandbox.control.idle();
	await sandbox.close();
	expect(at.receiver.fields()).toEqual(['messages']);
});

test('a delivery that does not exist is not delivered again', async () => {
	await expect(at.sandbox.control.resend('nothing')).rejects.toThrow(/no delivery has the id nothing/);
});

describe('the business decides who joins a group', () => {
	const joinRequest = async () => {
		const { id } = await at.sandbox.control.addGroup({ joinApprovalMode: 'approval_required' });
		const { joinRequestId = '' } = await at.sandbox.control.joinGroup(id, CUSTOMER);
		return [id, joinRequestId] as const;
	};
	const participants = async (group: string) =>
		(await at.client.get(`/groups/${group}?fields=total_participant_count`)).body;

	test('approved customers are in', async () => {
		const [group, request] = await joinRequest();
		await at.sandbox.control.approveJoinRequest(group, request);
		expect(await participants(group)).toMatchObject({ total_participant_count: 1 });
	});

	test('rejected ones are not, and nobody can be decided about twice', async () => {
		const [group, request] = await joinRequest();
		await at.sandbox.control.rejectJoinRequest(group, request);
		expect(await participants(group)).toMatchObject({ total_participant_count: 0 });
		await expect(at.sandbox.control.approveJoinRequest(group, request)).rejects.toThrow(/no such pending/);
	});
});
