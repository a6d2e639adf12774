import { create } from '../../nodes/BusinessMessaging/group/create-and-update.operations';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { runOperation } from './support/run-operation';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

const createGroups = async (...subjects: string[]) =>
	(await runOperation(sandbox, create, ...subjects.map((subject) => ({ subject, goesOn: true })))).hints;

describe('Group: Create', () => {
	it('says which event tells whether the group exists, and how customers join', async () => {
		expect(await createGroups('Tea')).toEqual([
			'The gateway accepted the group. An event of the type group_create says whether the platform created it: to get it, choose Group in a trigger. To let customers join, send them what Get Invite Link returns.',
		]);
	});

	it('counts the groups that the gateway accepted, without those that failed', async () => {
		const [hint] = await createGroups('Tea', '', 'Coffee');
		expect(hint).toMatch(/^The gateway accepted 2 groups\. .* created each of them: /);
	});

	it('says nothing of it if the gateway accepted none', async () => {
		expect(await createGroups('')).toEqual([]);
	});
});
