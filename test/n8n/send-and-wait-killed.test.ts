import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Store } from '../../engine';
import { openStore } from '../../store';
import type { OwnDatabase } from '../../tools/n8n';
import { createDatabase, freePort, itemsOf, poll } from '../../tools/n8n';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { sandboxCredential } from '../../tools/main-job/examples';
import { ROOT } from '../../tools/sources';
import { type BorrowedN8n, borrowN8n } from '../support/n8n/borrow-n8n';
import { inboxTrigger, untilSubscribed } from './support/inbox';
import { ask, customersOf, tell } from './support/waits';
import { line } from './support/workflows';

const CUSTOMER = '491707770001';

let sandbox: Sandbox;
let database: OwnDatabase;
let store: Store;
let n8n: BorrowedN8n;
let receiver: ChildProcess;

/** Receives deliveries in a process of its own. */
async function startReceiverProcess(port: number): Promise<ChildProcess> {
	const command = [join(ROOT, 'dist/cli/main.js'), 'receive', '--port', String(port), '--host', '127.0.0.1'];
	const child = spawn(
		process.execPath,
		[...command, '--store', database.url, '--secret', sandbox.signingSecret],
		{ stdio: ['ignore', 'pipe', 'inherit'] },
	);
	for await (const printed of createInterface({ input: child.stdout })) {
		if (printed.includes('listening for deliveries at')) return child;
	}
	throw new Error('The receiver ended before it was ready.');
}

async function killReceiver(): Promise<void> {
	receiver.kill('SIGKILL');
	await once(receiver, 'exit');
}

beforeAll(async () => {
	database = await createDatabase(process.env.TEST_POSTGRES_URL!);
	sandbox = await startSandbox();
	store = await openStore(database.url);
	const port = await freePort();
	receiver = await startReceiverProcess(port);
	const headers = { 'SVC-API-KEY': sandbox.apiKey, 'content-type': 'application/json' };
	const { url } = { url: `http://127.0.0.1:${port}/webhook` };
	await fetch(`${sandbox.url}/v1/configs/webhook`, {
		method: 'POST',
		headers,
		body: JSON.stringify({ url }),
	});
	const usual = sandboxCredential(sandbox);
	n8n = await borrowN8n({
		workflows: [line('approval', [inboxTrigger(), ask(), tell()])],
		credentials: [{ ...usual, data: { ...usual.data, store: database.url } }],
		publish: true,
	});
	await untilSubscribed(store, 'approval/approval-0');
});

afterAll(async () => {
	await n8n?.stop();
	receiver?.kill();
	await store?.close();
	await sandbox?.close();
	await database?.drop();
});

it('an answer that nobody could bring to its execution is brought after n8n and the receiver were killed', async () => {
	const customers = customersOf(sandbox);
	await sandbox.control.customerWrites({ from: CUSTOMER, text: 'Hello' });
	const question = await customers.message(CUSTOMER);
	const [parked] = await n8n.api.waitForExecutions({ workflowId: 'approval', status: 'waiting' }, 1);

	await n8n.kill();
	await customers.tap(CUSTOMER, question, 'Approve');
	await sandbox.control.idle();
	const isNoted = async () => ((await store.waits.nextDue()) === undefined ? undefined : true);
	await poll(isNoted, { onTimeout: () => 'The answer is not noted.' });
	await killReceiver();
	expect(customers.texts(CUSTOMER)).toEqual([]);

	await n8n.restart();
	const told = await customers.message(CUSTOMER, 2);
	expect(JSON.parse(told.body.text!.body)).toMatchObject({ approved: true });
	const execution = await n8n.api.waitForExecution(parked!.id);
	expect(execution.status).toBe('success');
	expect(itemsOf(execution, 'Ask')).toHaveLength(1);
	const all = await n8n.api.executions({ workflowId: 'approval' });
	expect(all.map(({ id }) => id)).toEqual([parked!.id]);
});
