import { setTimeout as wait } from 'node:timers/promises';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { recordReliability } from '../../tools/docs/record-reliability';
import { sandboxCredential } from '../../tools/main-job/examples';
import type { N8n } from '../../tools/n8n';
import { freePort, poll, startN8n } from '../../tools/n8n';
import { ask, customersOf } from '../n8n/support/waits';
import { line, trigger } from '../n8n/support/workflows';
import { seededRandom } from '../support/seeded-random';
import { startReportListener } from './support/report-listener';
import { roundsOr } from './support/rounds';

jest.setTimeout(1_800_000);

const ROUNDS = roundsOr(12);
const CUSTOMERS = 6;
/** The latest that n8n is killed after the customers have tapped. ms */
const LATEST = 600;
/** States in which nothing more happens by itself. */
const OVER: ReadonlySet<string> = new Set(['success', 'error', 'crashed', 'canceled']);

const REPORT = `={{ JSON.stringify({
	n8n: 'n8n',
	execution: $execution.id,
	events: [{ id: $json.contact, repeat: false }],
}) }}`;

let sandbox: Sandbox;
let listener: Awaited<ReturnType<typeof startReportListener>>;
let n8n: N8n;

beforeAll(async () => {
	sandbox = await startSandbox();
	listener = await startReportListener();
	const report = {
		name: 'Report',
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		parameters: {
			method: 'POST',
			url: listener.url,
			sendBody: true,
			specifyBody: 'json',
			jsonBody: REPORT,
			options: {},
		},
	};
	n8n = await startN8n({
		port: await freePort(),
		workflows: [line('waits', [trigger('waits-hook'), ask(), report])],
		credentials: [sandboxCredential(sandbox)],
		publish: true,
	});
}, 600_000);

afterAll(async () => {
	await n8n?.stop();
	await listener?.close();
	await sandbox?.close();
}, 120_000);

const executions = () => n8n.api.executions({ workflowId: 'waits' });

it('n8n is killed at a random moment after customers have answered: every answer continues its execution, and none twice', async () => {
	const random = seededRandom();
	const customers = customersOf(sandbox);
	const all: string[] = [];
	for (let round = 0; round < ROUNDS; round += 1) {
		const some = Array.from({ length: CUSTOMERS }, (_, index) =>
			String(491_701_000_000 + round * 100 + index),
		);
		all.push(...some);
		await Promise.all(some.map((from) => sandbox.control.customerWrites({ from, text: 'Hello' })));
		const questions = await Promise.all(some.map((contact) => customers.message(contact)));
		const areParked = async () => {
			const parked = (await executions()).filter(({ status }) => status === 'waiting');
			return parked.length === CUSTOMERS ? true : undefined;
		};
		await poll(areParked, { onTimeout: () => 'Not all executions are parked.' });
		const tapped = some.map((contact, index) => customers.tap(contact, questions[index]!, 'Approve'));
		await wait(random.upTo(LATEST));
		await n8n.kill();
		await Promise.all(tapped);
		n8n = await n8n.restart();
		const areOver = async () => {
			const open = (await executions()).filter(({ status }) => !OVER.has(status));
			return open.length === 0 ? true : undefined;
		};
		await poll(areOver, {
			onTimeout: () => `Executions are left after round ${round}, seed ${random.seed}.`,
		});
	}

	const reported = listener.reports.flatMap(({ events }) => events.map(({ id }) => id));
	const twice = all.filter((contact) => reported.filter((id) => id === contact).length > 1);
	const silent = all.filter((contact) => !reported.includes(contact));
	const cut = (await executions()).filter(({ status }) => status !== 'success');
	/** What n8n had begun to continue when it was killed: it shows that as crashed. */
	const lost = Math.max(0, silent.length - cut.length);
	recordReliability({
		id: 'waits-n8n',
		group: 'faults',
		promise:
			'Every answer of a customer continues the execution that waits for it, and none twice, when n8n is killed at any moment after the answer. What n8n had begun to continue, it shows as crashed.',
		suite: 'test/faults/waits.test.ts',
		command: 'npm run test:faults -- faults/waits',
		rounds: ROUNDS,
		of: 'kills of n8n',
		tried: `${all.length} answers`,
		lost,
		twice: twice.length,
		figures: { crashed: cut.length, 'crashed before the next node': silent.length },
	});
	expect({ seed: random.seed, lost, twice }).toEqual({ seed: random.seed, lost: 0, twice: [] });
	expect(reported.length).toBeGreaterThan(0);
});
