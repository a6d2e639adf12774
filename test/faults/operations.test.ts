import { setTimeout as wait } from 'node:timers/promises';
import type { Store } from '../../engine';
import { createEngine, policies } from '../../engine';
import { createGatewayClient } from '../../gateway';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { createSender } from '../../sending';
import { openStore } from '../../store';
import { sandboxCredential } from '../../tools/main-job/examples';
import type { Execution, N8n, OwnDatabase, Workflow } from '../../tools/n8n';
import { createDatabase, freePort, startN8n } from '../../tools/n8n';
import { ADA, BEA, callOf, CEM, NODES, parametersIn } from '../n8n/support/every-operation';
import { ingestMessages } from '../n8n/support/inbox';
import { byHand, items, line, trigger } from '../n8n/support/workflows';
import { recordReliability } from '../../tools/docs/record-reliability';
import {} from './support/rounds';
import { seededRandom } from '../support/seeded-random';

jest.setTimeout(1_800_000);

/** How often n8n is stopped in the middle of each operation. */
/** A round cancels the campaign, which can't be planned again. */
const ROUNDS = 1;
/** How many operations run when n8n is stopped. */
const AT_ONCE = 20;
/** How long the gateway takes for an answer. ms */
const LATENCY = 150;
/** The longest time between the start of the operations and the end of n8n. ms */
const LONGEST = 1_500;
const SUBSCRIPTION = 'fails/fails-0';

type Parameters = Record<string, unknown>;

/** They send one message to the item's customer, who hasn't got it if it is repeated. */
const SENDS: Readonly<Record<string, Parameters>> = {
	'BusinessMessaging/message/sendAuto': {},
	'BusinessMessaging/message/sendMessage': {},
	'BusinessMessaging/message/sendTemplate': {},
	'BusinessMessaging/message/sendText': {},
};

/** They take away what others need. */
const LAST = [
	...['template/delete', 'group/delete', 'media/delete', 'conversation/erase'].map(
		(path) => `BusinessMessaging/${path}`,
	),
	// They point the number elsewhere, where nothing is delivered.
	...['webhook/set', 'webhook/migrate', 'webhook/revert'].map((path) => `BusinessMessaging/${path}`),
	'BusinessMessagingCampaign/cancel',
	'BusinessMessagingInbox/dropDeadLetters',
];

/** A message whose answer was lost with n8n may have gone out, so it isn't sent again. */
const MAYBE_SENT = /may have been sent\. It isn't sent again/;

/** What an operation may say when it's repeated after it was done: there's nothing left to do. */
const DONE_BEFORE: Readonly<Record<string, RegExp>> = {
	...Object.fromEntries(Object.keys(SENDS).map((operation) => [operation, MAYBE_SENT])),
	'BusinessMessaging/template/create': /exists|already/i,
	'BusinessMessaging/template/delete': /refused/,
	'BusinessMessaging/group/delete': /doesn't know what the request names/,
	'BusinessMessaging/media/delete': /doesn't know what the request names/,
	// The participant has left.
	'BusinessMessaging/group/removeParticipants': /refused/,
	// The gateway passes control only from who has it.
	'BusinessMessaging/conversation/release': /refused/,
	'BusinessMessaging/conversation/pass': /refused/,
	'BusinessMessaging/conversation/take': /refused/,
	'BusinessMessaging/webhook/revert': /nothing|no (other|earlier|previous)/i,
};

const allOperations = Object.entries(NODES).flatMap(([node, paths]) =>
	paths.map((path) => `${node}/${path}`),
);
const workflowOf = (operation: string) => operation.replaceAll('/', '-');

let sandbox: Sandbox;
let database: OwnDatabase;
let store: Store;
let n8n: N8n;
const random = seededRandom();

const senderOn = () =>
	createSender({
		engine: createEngine({ store }),
		gateway: createGatewayClient({ baseUrl: sandbox.url, apiKey: sandbox.apiKey }),
	});

beforeAll(async () => {
	sandbox = await startSandbox({ latency: LATENCY });
	for (const name of ['hello', 'spare']) {
		await sandbox.control.addTemplate({ name, category: 'UTILITY', body: `Hello from the ${name} shop.` });
	}
	database = await createDatabase(process.env.TEST_POSTGRES_URL!);
	store = await openStore(database.url);
	const credential = sandboxCredential(sandbox);
	n8n = await startN8n({
		credentials: [{ ...credential, data: { ...credential.data, store: database.url } }],
		// The gateway delivers to the same address when n8n is started again.
		port: await freePort(),
		workflows: [line('receive', [trigger('operations-hook')])],
		publish: true,
	});
}, 600_000);
afterAll(async () => {
	await n8n?.stop();
	await store?.close();
	await sandbox?.close();
	await database?.drop();
}, 120_000);

/** What the operations refer to, fresh for each round. */
async function prepare(hook: string): Promise<Readonly<Record<string, Parameters>>> {
	const gateway = createGatewayClient({ baseUrl: sandbox.url, apiKey: sandbox.apiKey });
	await gateway.webhook.set(hook);
	const group = {
		subject: 'Club',
		participants: [ADA],
		joinApprovalMode: 'approval_required' as const,
	};
	const { id: club } = await sandbox.control.addGroup(group);
	const { id: created } = await sandbox.control.addGroup({ ...group, subject: 'Tea' });
	const requests: string[] = [];
	for (const contact of [BEA, CEM, '491704444444']) {
		requests.push((await sandbox.control.joinGroup(club, contact)).joinRequestId!);
	}
	const uploaded = await gateway.media.upload({
		content: Buffer.from('hello'),
		mimeType: 'text/plain',
		filename: 'hello.txt',
	});
	await sandbox.control.customerWrites({ from: ADA, text: 'Hi' });
	for (const to of ['agent', 'business'] as const) await sandbox.control.handOver({ contact: ADA, to });
	await sandbox.control.idle();

	await store.policies.save({ ...policies.strict, name: 'mine' }, Date.now());
	const template = { name: 'hello', language: 'en_US' };
	await senderOn().campaigns.plan({ id: 'sale', channel: sandbox.phoneNumberId, template }, [{ to: BEA }]);
	await store.inbox.subscribe({ id: SUBSCRIPTION, partitions: 1, from: 'now' }, Date.now());
	await ingestMessages(store, sandbox.phoneNumberId, [`dead-${random.next()}`]);
	const batch = await store.inbox.claim(SUBSCRIPTION, { limit: 1, leaseMs: 60_000, token: 'dead' });
	await store.inbox.settle(batch!, { kind: 'failed', error: 'Bad apple' }, Date.now());
	return parametersIn({ club, created, requests, uploaded: uploaded.id, subscription: SUBSCRIPTION });
}

/** The customer whom a sending operation writes to in a round. */
const customerOf = (operation: string, round: number) =>
	`49170${String(5_000_000 + allOperations.indexOf(operation) * 1_000 + round)}`;

/** A workflow that runs one operation, for an item that comes from an event. */
async function workflowFor(operation: string, parameters: Parameters, round: number): Promise<Workflow> {
	const contact = customerOf(operation, round);
	const sends = operation in SENDS;
	// Freeform messages need an open window, templates a closed one.
	if (sends && !operation.endsWith('sendTemplate')) {
		await sandbox.control.customerWrites({ from: contact, text: 'Hi' });
	}
	const item = { contact, eventId: `message:${operation}-${round}` };
	const call = callOf([operation, { ...parameters, ...(sends && { to: contact }) }]);
	return line(workflowOf(operation), [byHand, items([item]), ...call]);
}

const errorOf = ({ data }: Execution) => data?.resultData.error?.message;

const run = (operation: string) => n8n.api.runWorkflow(workflowOf(operation), 'By hand');

/** Runs an operation to its end. Returns what went wrong. */
async function repeat(operation: string): Promise<string[]> {
	const execution = await n8n.api.waitForExecution(await run(operation), 120_000);
	const error = errorOf(execution);
	const asks = operation.endsWith('/sendAndWait') && execution.status === 'waiting';
	if (execution.status === 'success' || asks || (error && DONE_BEFORE[operation]?.test(error))) return [];
	return [`${operation}: ${execution.status}, ${error}`];
}

/** Stops n8n in the middle of some operations, and starts it again. Returns how many had not ended. */
async function stopInTheMiddle(operations: string[]): Promise<number> {
	const started = await Promise.all(operations.map((operation) => run(operation).catch(() => undefined)));
	await wait(random.upTo(LONGEST));
	await n8n.kill();
	n8n = await n8n.restart();
	const ids = started.filter((id) => id !== undefined);
	const ended = await Promise.all(ids.map((id) => n8n.api.execution(id).catch(() => undefined)));
	return ended.filter((execution) => execution?.status !== 'success' && execution?.status !== 'error').length;
}

function inGroups(operations: string[]): string[][] {
	const early = operations.filter((operation) => !LAST.includes(operation));
	const groups: string[][] = [];
	for (let from = 0; from < early.length; from += AT_ONCE) groups.push(early.slice(from, from + AT_ONCE));
	return [...groups, operations.filter((operation) => LAST.includes(operation))];
}

it('n8n is stopped in the middle of every operation: nothing is sent twice, and every operation can be repeated', async () => {
	process.stdout.write(`TEST_SEED=${random.seed}\n`);
	const problems: string[] = [];
	const sentTo: string[] = [];
	let interrupted = 0;
	const { url } = await createGatewayClient({ baseUrl: sandbox.url, apiKey: sandbox.apiKey }).webhook.get();
	for (let round = 0; round < ROUNDS; round += 1) {
		const parameters = await prepare(url);
		for (const group of inGroups(allOperations)) {
			for (const operation of group) {
				await n8n.api.saveWorkflow(await workflowFor(operation, parameters[operation]!, round));
			}
			await sandbox.control.idle();
			interrupted += await stopInTheMiddle(group);
			process.stdout.write(`stopped ${group.length} operations, ${interrupted} unfinished so far\n`);
			for (const operation of group) problems.push(...(await repeat(operation)));
			process.stdout.write(`${problems.join('\n')}\n`);
			// Once more: what was sent by the first repetition is known to the second one.
			for (const operation of group.filter((one) => one in SENDS))
				problems.push(...(await repeat(operation)));
		}
		sentTo.push(...Object.keys(SENDS).map((operation) => customerOf(operation, round)));
	}
	const sent = sandbox.control.sent().map(({ to }) => to);
	const twice = sentTo.filter((customer) => sent.filter((to) => to === customer).length > 1);
	const toCampaign = sent.filter((to) => to === BEA);
	recordReliability({
		id: 'operations-stopped',
		group: 'faults',
		promise:
			'Nothing is sent twice when n8n is killed in the middle of any operation, and every operation can be repeated afterwards.',
		suite: 'test/faults/operations.test.ts',
		command: 'npm run test:faults -- operations',
		rounds: ROUNDS * inGroups(allOperations).length,
		of: 'kills of n8n',
		tried: `${allOperations.length * ROUNDS} operations, ${interrupted} of them unfinished`,
		lost: problems.length,
		twice: twice.length + Math.max(0, toCampaign.length - 1),
		figures: {},
	});
	expect({ problems, twice }).toEqual({ problems: [], twice: [] });
	expect(toCampaign.length).toBeLessThanOrEqual(1);
	expect(interrupted).toBeGreaterThan(0);
});
