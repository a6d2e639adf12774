import { parseWebhook } from '../../engine';
import { MINUTE } from '../../base';
import { DATABASES } from '../support/stores';
import { customerMessage } from '../support/wire';
import { inStore } from './support/in-store';

const ORDERS = { id: 'workflow-1/node-1', name: 'Orders: Inbox Trigger' };

describe.each(DATABASES)('%s: dead letters', (_, placeOf) => {
	const at = inStore(placeOf);

	/** Three messages that an execution failed on. */
	beforeEach(async () => {
		const { store } = at;
		const now = store.runtime.now();
		await store.inbox.subscribe({ ...ORDERS, partitions: 1, from: 'now' }, now);
		const events = ['one', 'two', 'three'].map(
			(id) => parseWebhook(customerMessage({ at: now, id }), now)[0]!,
		);
		await store.commitEvents(
			events.map((event) => ({ event, changes: {} })),
			now,
		);
		const batch = await store.inbox.claim(ORDERS.id, { limit: 10, leaseMs: MINUTE, token: 't' });
		await store.inbox.settle(batch!, { kind: 'failed', executionId: '77', error: 'No such order.' }, now);
	});

	const left = async () =>
		(await at.store.inbox.deadLetters.list({ subscription: ORDERS.id })).map(({ seq }) => seq);

	it('list says which, when, in which execution, and why', async () => {
		const { code, stdout, stderr } = await at.run('dead-letters', 'list');
		expect([code, stderr]).toEqual([0, '']);
		const [head, ...lines] = stdout.trimEnd().split('\n');
		expect(head).toBe('Orders: Inbox Trigger (workflow-1/node-1): 3');
		expect(lines).toHaveLength(3);
		expect(lines[0]).toMatch(/^ +1 {2}\d{4}-.*Z {2}message, execution 77: No such order\.$/);
		const { stdout: json } = await at.run('dead-letters', 'list', ORDERS.name, '--json');
		expect(JSON.parse(json.split('\n')[0]!)).toMatchObject({ seq: 1, executionId: '77' });
	});

	it('replay hands one out again, by the name of the trigger, and list says so', async () => {
		const { stdout } = await at.run('dead-letters', 'replay', ORDERS.name, '--seq', '2');
		expect(stdout).toMatch(/^1 dead letter of Orders: Inbox Trigger \(.*\): handed out again/);
		const batch = await at.store.inbox.claim(ORDERS.id, { limit: 10, leaseMs: MINUTE, token: 'again' });
		expect(batch).toMatchObject({ repeat: true, events: [{ seq: 2 }] });
	});

	it('drop asks first, and deletes those that are named, or all', async () => {
		const asked = await at.run('dead-letters', 'drop', ORDERS.id);
		expect([asked.code, asked.stderr]).toEqual([
			2,
			expect.stringMatching(/^This deletes all 3 dead letters of Orders.* for good: no workflow gets these/),
		]);
		expect(await left()).toEqual([1, 2, 3]);
		const one = await at.run('dead-letters', 'drop', ORDERS.id, '--seq', '2', '--yes', '--json');
		expect(JSON.parse(one.stdout)).toEqual({ subscription: ORDERS.id, dropped: 1 });
		expect(await left()).toEqual([1, 3]);
		expect((await at.run('dead-letters', 'drop', ORDERS.id, '--yes')).stdout).toMatch(
			/^Deleted 2 dead letters/,
		);
		expect((await at.run('dead-letters', 'list')).stdout).toBe('There are no dead letters.\n');
	});

	it('an unknown trigger is answered with those that have some', async () => {
		const { code, stderr } = await at.run('dead-letters', 'replay', 'Invoices');
		expect([code, stderr]).toEqual([
			1,
			'The Inbox Trigger "Invoices" has no dead letters. These have some: Orders: Inbox Trigger (workflow-1/node-1).\n',
		]);
	});

	it('names all mistakes', async () => {
		const { code, stderr } = await at.run('dead-letters', 'drop', '--seq', 'all');
		expect(code).toBe(2);
		expect(stderr).toContain('--seq must be a whole number of at least 1, not "all".');
		expect(stderr).toContain('dead-letters drop needs an Inbox Trigger, by its name or ID.');
	});
});
