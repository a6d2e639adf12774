import type { OwnDatabase, QueueN8n } from '../../tools/n8n';
import { createDatabase, itemsOf, startQueueN8n } from '../../tools/n8n';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { sandboxCredential } from '../../tools/main-job/examples';
import { ask, customersOf, tell } from './support/waits';
import { line, trigger } from './support/workflows';

let sandbox: Sandbox;
let database: OwnDatabase;
let n8n: QueueN8n;

beforeAll(async () => {
	database = await createDatabase(process.env.TEST_POSTGRES_URL!);
	sandbox = await startSandbox();
	const usual = sandboxCredential(sandbox);
	n8n = await startQueueN8n({
		databaseUrl: database.url,
		redisUrl: 'redis://127.0.0.1:6379',
		workflows: [line('approval', [trigger('approval-hook'), ask(), tell()])],
		credentials: [{ ...usual, data: { ...usual.data, store: database.url } }],
		publish: true,
	});
});

afterAll(async () => {
	await n8n?.stop();
	await sandbox?.close();
	await database?.drop();
});

it('a worker asks, the webhook process takes the taps of several customers at once, and a worker continues', async () => {
	const customers = customersOf(sandbox);
	const contacts = Array.from({ length: 5 }, (_, index) => `49170660000${index}`);
	await Promise.all(contacts.map((from) => sandbox.control.customerWrites({ from, text: 'Hello' })));
	await Promise.all(
		contacts.map(async (contact, index) => {
			const question = await customers.message(contact);
			await customers.tap(contact, question, index % 2 === 0 ? 'Approve' : 'Decline');
		}),
	);
	await Promise.all(contacts.map((contact) => customers.message(contact, 2)));
	for (const [index, contact] of contacts.entries()) {
		const [told] = customers.texts(contact);
		expect(JSON.parse(told!)).toMatchObject({ approved: index % 2 === 0, responder: { id: contact } });
	}
	await sandbox.control.idle();
	const executions = await n8n.api.executions({ workflowId: 'approval', includeData: true });
	expect(executions.map(({ status }) => status)).toEqual(contacts.map(() => 'success'));
	for (const execution of executions) {
		expect(itemsOf(execution, 'Ask')).toMatchObject([{ timedOut: false }]);
		expect(n8n.worker.logs()).toMatch(new RegExp(`Worker finished execution ${execution.id} `));
	}
	expect(sandbox.control.violations()).toEqual([]);
});
