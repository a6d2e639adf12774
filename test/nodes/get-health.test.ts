import { createEngine, displayNumbersIn, parseWebhook } from '../../engine';
import { getHealth } from '../../nodes/BusinessMessaging/number/get-health.operation';
import type { Store } from '../../engine';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import type { StorePlace } from '../support/stores';
import { inSqlite } from '../support/stores';
import { clientOf } from '../sandbox/support/client';
import { delivery, templateStatus } from '../support/wire';
import { runOperation } from './support/run-operation';

let sandbox: Sandbox;
let place: StorePlace;
let store: Store;
beforeEach(async () => {
	sandbox = await startSandbox();
	place = inSqlite();
	store = await place.open();
});
afterEach(async () => {
	await place.remove();
	await sandbox.close();
});

async function health() {
	const { items, hints } = await runOperation(sandbox, getHealth, { credential: { store: place.url } });
	return { ...items[0], hints };
}

const ingest = (body: object) => createEngine({ store }).ingest(parseWebhook(body));

const OURS = 'http://127.0.0.1:9/ours';

async function pointToOurs(): Promise<void> {
	const { phoneNumberId: channel } = sandbox;
	const owner = { id: 'workflow/trigger', name: 'Receive' };
	await store.webhooks.noteOurs(channel, { url: OURS, owner, active: true }, 1);
	await clientOf(sandbox).setWebhook(OURS);
}

it('a number of which nothing is wrong is healthy, with the rate at which it sends', async () => {
	await pointToOurs();
	expect(await health()).toMatchObject({
		number: sandbox.phoneNumberId,
		healthy: true,
		problems: [],
		canSend: 'AVAILABLE',
		quality: null,
		limit: null,
		messagesPerSecond: 80,
		speed: 1,
		haltedUntil: null,
		webhook: { state: 'ours', url: OURS, workflow: 'Receive' },
		stoppedTemplates: [],
		hints: [
			'Nothing is wrong with the number. It sends up to 80 messages a second, and the workflow “Receive” receives for it. The platform reports quality and limit only when they change.',
		],
	});
});

it('a number that delivers nowhere says so, with what to do', async () => {
	expect(await health()).toMatchObject({
		healthy: false,
		problems: ['The number delivers nowhere. Publish a workflow with a trigger.'],
		webhook: { state: 'none', url: null, workflow: null },
	});
});

it('everything that is wrong is named at once, and shown above the output', async () => {
	const { accountId: account, phoneNumberId: channel } = sandbox;
	const at = Date.now();
	await store.rates.halt(channel, { base: 60_000, most: 60_000 }, 'The account is restricted.');
	await sandbox.control.customerWrites({ from: '491701111111', text: 'Hi' });
	await sandbox.control.idle();
	const [{ payload } = { payload: {} }] = sandbox.control.deliveries();
	const numbers = displayNumbersIn(payload);
	await createEngine({ store }).ingest(parseWebhook(payload), { numbers });
	const ofNumber = {
		display_phone_number: numbers.get(channel),
		event: 'FLAGGED',
		current_limit: 'TIER_2K',
	};
	await ingest(delivery('phone_number_quality_update', ofNumber, { account, at }));
	await ingest(templateStatus({ at, event: 'PAUSED', title: 'FIRST_PAUSE', account }));
	await ingest(templateStatus({ at, event: 'APPROVED', name: 'fine', account }));
	await ingest(templateStatus({ at, event: 'PAUSED', name: 'foreign', account: '999' }));
	await clientOf(sandbox).setWebhook('http://127.0.0.1:9/foreign');
	const found = await runOperation(sandbox, getHealth, {
		credential: { store: place.url, accountId: account },
	});
	const problems = [
		'The number sends nothing for a while. The account is restricted.',
		"The number delivers to a URL that isn't a trigger's. If that's wrong, run Webhook: Check and Repair.",
		'The platform has flagged the quality of the number. Customers block or report its messages.',
		'The template offer (en_US) is paused.',
	];
	expect(found.items).toMatchObject([
		{
			healthy: false,
			problems,
			quality: 'FLAGGED',
			limit: 'TIER_2K',
			newCustomersPerDay: 2_000,
			haltedUntil: expect.any(String),
			haltedBecause: 'The account is restricted.',
			stoppedTemplates: [{ name: 'offer', state: 'paused', pauseEndsAt: expect.any(String) }],
		},
	]);
	expect(found.hints).toEqual([problems.join(' ')]);
});

it('a gateway that does not tell whether the number can send leaves that open', async () => {
	await pointToOurs();
	sandbox.control.faults({ status: { path: '/health_status', code: 404, body: {} } });
	expect(await health()).toMatchObject({ healthy: true, canSend: null, errors: [] });
});

it('what the gateway says is wrong is passed on', async () => {
	await pointToOurs();
	const { phoneNumberId: id } = sandbox;
	const errors = [
		{ error_code: 141010, error_description: 'No payment method.', possible_solution: 'Add one.' },
	];
	const body = {
		health_status: {
			can_send_message: 'BLOCKED',
			entities: [{ entity_type: 'PHONE_NUMBER', id, can_send_message: 'BLOCKED', errors }],
		},
	};
	sandbox.control.faults({ status: { path: '/health_status', code: 200, body } });
	expect(await health()).toMatchObject({
		healthy: false,
		canSend: 'BLOCKED',
		problems: ["The gateway says that this number can't send as usual: BLOCKED."],
		errors: [{ of: 'PHONE_NUMBER', id, code: 141010, text: 'No payment method.', solution: 'Add one.' }],
	});
});
