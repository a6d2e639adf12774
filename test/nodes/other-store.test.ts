import type { IDataObject } from 'n8n-workflow';
import { createEngine, parseWebhook } from '../../engine';
import { resources } from '../../nodes/BusinessMessaging/resources';
import { dryRun, plan } from '../../nodes/BusinessMessagingCampaign/plan.operations';
import { decide } from '../../nodes/BusinessMessagingRules/decide';
import { itemOf, itemOfBurst } from '../../nodes/shared/events/to-items';
import type { Operation } from '../../nodes/shared/operation';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import type { StorePlace } from '../support/stores';
import { inSqlite } from '../support/stores';
import { failureOf, runOperation } from './support/run-operation';

const ADA = '491701111111';

const operation = (resource: string, value: string): Operation =>
	resources.find((each) => each.value === resource)!.operations.find((each) => each.value === value)!;

const rules = { ...decide, fields: [], options: [] } as unknown as Operation;

let sandbox: Sandbox;
/** Where the customer's message came in, and where nothing did. */
let [main, worker]: [main: StorePlace, worker: StorePlace] = [] as never;
/** The item that the trigger made of the message. */
let item: IDataObject;

beforeAll(async () => {
	[main, worker] = [inSqlite(), inSqlite()];
	sandbox = await startSandbox();
	await sandbox.control.customerWrites({ from: ADA, text: 'Hello' });
	await sandbox.control.idle();
	const engine = createEngine({ store: await main.open() });
	const events = sandbox.control.deliveries().flatMap(({ payload }) => parseWebhook(payload));
	await engine.ingest(events);
	item = await itemOf(events[0]!, engine, false);
});
afterAll(async () => {
	await sandbox.close();
	await Promise.all([main.remove(), worker.remove()]);
});

const form = {
	campaignId: 'spring',
	to: ADA,
	customer: ADA,
	text: 'Hi',
	freeformType: 'text',
	freeform: true,
	message: 'Sure?',
};
const runWith = (place: StorePlace, one: Operation, more: IDataObject = {}) =>
	runOperation(sandbox, one, {
		...form,
		item,
		credential: { store: place.url },
		...more,
	});

describe('an item of a trigger', () => {
	it('carries the ID and the name of the store that its event is in', async () => {
		const identity = await (await main.open()).identity();
		expect(item.store).toEqual(identity);
		expect(Object.keys(item).at(-1)).toBe('store');
	});

	it('carries it once if it is of several messages', async () => {
		const engine = createEngine({ store: await main.open() });
		const [event] = sandbox.control.deliveries().flatMap(({ payload }) => parseWebhook(payload));
		const burst = await itemOfBurst([event!, event!], engine, false);
		expect(burst.store).toEqual(item.store);
		expect(burst.messages).toEqual([
			expect.not.objectContaining({ store: item.store }),
			expect.not.objectContaining({ store: item.store }),
		]);
	});
});

describe.each([
	['Send Auto', operation('message', 'sendAuto')],
	['Send Text', operation('message', 'sendText')],
	['Send and Wait for Response', operation('message', 'sendAndWait')],
	['Conversation: Get State', operation('conversation', 'getState')],
	['Campaign: Plan', plan],
	['Campaign: Dry Run', dryRun],
	['Rules', rules],
])('%s, with another store than the trigger', (_, one) => {
	it('fails with the names of both stores and what to compare', async () => {
		const before = sandbox.control.sent().length;
		const { message, description } = await failureOf(runWith(worker, one));
		expect(message).toMatch(/^This node uses another store than the trigger/);
		expect(description).toContain(main.url);
		expect(description).toContain(worker.url);
		expect(description).toMatch(/Store field.*BUSINESS_MESSAGING_STORE/);
		expect(sandbox.control.sent()).toHaveLength(before);
	});
});

describe('Send Auto', () => {
	const sendAuto = operation('message', 'sendAuto');

	it('sends with the store of the trigger', async () => {
		expect((await runWith(main, sendAuto)).items).toMatchObject([{ sent: true, action: 'freeform' }]);
	});

	it.each([
		["whose item says nothing of a store, like one of the user's own", () => ({ contact: ADA })],
		['whose store field is something else', () => ({ ...item, store: 'Berlin' })],
		['whose item is of another number, which can have a store of its own', () => ({ ...item, channel: '1' })],
	])('asks the rules for an event %s', async (_, made) => {
		const { items } = await runWith(worker, sendAuto, { item: made() });
		expect(items).toMatchObject([{ sent: false, action: 'skip' }]);
	});
});
