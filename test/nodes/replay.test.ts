import { sendAuto } from '../../nodes/BusinessMessaging/message/send.operations';
import { replay } from '../../nodes/BusinessMessaging/policy/replay.operation';
import { save } from '../../nodes/BusinessMessaging/policy/save.operation';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { failureOf, runOperation } from './support/run-operation';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

const replayed = (form: object) => runOperation(sandbox, replay, { policyName: 'strict', ...form });

describe('Replay', () => {
	it('says what a policy would have decided otherwise, for the number of the credential', async () => {
		const none = await replayed({});
		expect(none.items).toMatchObject([{ sentence: 'No decision of that time is kept.', decisions: 0 }]);
		await runOperation(sandbox, sendAuto, { to: '491704440000', text: 'Hello', freeformType: 'text' });
		const { items, hints } = await replayed({});
		expect(items).toMatchObject([
			{ policy: 'strict', policyVersion: 5, decisions: 1, same: 1, differ: 0, changes: [] },
		]);
		expect(hints).toEqual([expect.stringMatching(/^None of 1 decisions differs\./)]);
	});

	it('lists each customer in a file, if it is asked to', async () => {
		await runOperation(sandbox, sendAuto, { to: '491704440001', text: 'Hello', freeformType: 'text' });
		const rule = {
			name: 'wait, always',
			conditions: { all: [{ fact: 'window', operator: 'equal', value: 'closed' }] },
			event: { type: 'hold', params: { reason: 'Wait.' } },
		};
		const document = JSON.stringify({ name: 'waiting', version: 1, rules: [rule] });
		await runOperation(sandbox, save, { definitionInput: 'json', document });
		const files = async (form: object) => (await replayed({ policyName: 'waiting', ...form })).binaries;
		expect(await files({})).toEqual([undefined]);
		const [binary] = await files({ customersFile: true });
		const [head, ...rows] = Buffer.from(binary!.customers!.data, 'base64').toString().split('\n');
		expect(head).toBe('at,channel,customer,key,before,rule before,after,rule after');
		expect(rows).toContainEqual(
			expect.stringMatching(/^[^,]+Z,\d+,491704440001,[^,]+,skip,no-template,hold,"wait, always"$/),
		);
	});

	it('looks at what was decided since a time', async () => {
		const { items } = await replayed({ since: '2999-01-01T00:00:00Z' });
		expect(items).toMatchObject([{ decisions: 0 }]);
	});

	it('says that a policy does not exist', async () => {
		const { message } = await failureOf(replayed({ policyName: 'gone' }));
		expect(message).toMatch(/The policy "gone" doesn't exist/);
	});
});
