import { createEngine, parseWebhook } from '../../engine';
import { erase } from '../../nodes/BusinessMessaging/conversation/erase.operation';
import { exportCustomer } from '../../nodes/BusinessMessaging/conversation/export.operation';
import { setOptOut } from '../../nodes/BusinessMessaging/conversation/set.operations';
import { plan } from '../../nodes/BusinessMessagingCampaign/plan.operations';
import { sharedStore } from '../../nodes/shared/shared-store';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import * as wire from '../support/wire';
import { failureOf, runOperation } from './support/run-operation';

/** The store outlives a test, so each has a customer of its own. */
let count = 0;
let customer: string;
let sandbox: Sandbox;
beforeEach(async () => {
	customer = `49170222${String((count += 1)).padStart(4, '0')}`;
	sandbox = await startSandbox();
	await runOperation(sandbox, setOptOut, { customer });
});
afterEach(() => sandbox.close());

const exported = async () => (await runOperation(sandbox, exportCustomer, { customer })).items;
const CONFIRMED = { confirmErasure: true };

describe('Export', () => {
	it("doesn't say in which form a message goes out before it does", async () => {
		await sandbox.control.addTemplate({ name: 'hello', body: 'Hello from the shop.' });
		await runOperation(sandbox, plan, {
			campaignId: `for ${customer}`,
			to: customer,
			template: 'hello/en_US',
		});
		expect(await exported()).toMatchObject([{ sends: [{ state: 'planned', action: null, sentAt: null }] }]);
	});

	it('returns one item with everything that is stored, times as ISO 8601', async () => {
		const [{ state, ...rest } = { state: undefined }] = await exported();
		expect(rest).toEqual({
			contact: customer,
			customer,
			names: [customer],
			events: [],
			deadLetters: [],
			starts: [],
			bursts: [],
			sends: [],
			sentTexts: [],
			decisions: [],
			charges: [],
			waits: [],
			forwards: [],
		});
		expect(state).toEqual([
			{
				subject: customer,
				name: 'opt-out:MARKETING',
				value: 'stop',
				at: expect.stringMatching(/^2\d{3}-.*Z$/),
			},
		]);
	});
});

it('Export has also the times inside of events as ISO 8601', async () => {
	const status = { id: 'wamid.1', status: 'sent', recipient_id: customer };
	const conversation = { id: 'c', expiration_timestamp: '1790086400' };
	const metadata = { phone_number_id: sandbox.phoneNumberId };
	const value = { metadata, statuses: [{ ...status, conversation }] };
	const engine = createEngine({ store: await sharedStore('sqlite::memory:') });
	await engine.ingest(parseWebhook(wire.delivery('messages', value)));
	expect(await exported()).toMatchObject([
		{ events: [{ event: { at: expect.any(String), conversationEndsAt: '2026-09-22T14:13:20.000Z' } }] },
	]);
});

describe('Erase', () => {
	it.each([{}, { confirmErasure: false }, { confirmErasure: 'yes' }])(
		'erases nothing unless it is confirmed: %j',
		async (form) => {
			const { message } = await failureOf(runOperation(sandbox, erase, { customer, ...form }));
			expect(message).toMatch(/turn on Erase This Customer for Good/);
			expect(await exported()).toMatchObject([{ state: [{ name: 'opt-out:MARKETING' }] }]);
		},
	);

	it('reports what it removed, by table', async () => {
		const { items, hints } = await runOperation(sandbox, erase, { customer, ...CONFIRMED });
		const none = {
			names: 0,
			events: 0,
			deadLetters: 0,
			starts: 0,
			bursts: 0,
			sends: 0,
			sentTexts: 0,
			decisions: 0,
			charges: 0,
			waits: 0,
			forwards: 0,
		};
		expect(items).toEqual([{ contact: customer, customer, erased: { ...none, state: 1 } }]);
		expect(hints).toEqual([]);
	});

	it('says so if nothing was stored', async () => {
		const { hints } = await runOperation(sandbox, erase, { customer: '4915550001', ...CONFIRMED });
		expect(hints).toEqual([expect.stringMatching(/^Nothing was stored about 1 customer\./)]);
	});

	it('keeps the opt-out, which an export shows', async () => {
		await runOperation(sandbox, erase, { customer, ...CONFIRMED });
		expect(await exported()).toMatchObject([{ state: [{ name: 'opt-out:MARKETING', value: 'stop' }] }]);
	});
});
