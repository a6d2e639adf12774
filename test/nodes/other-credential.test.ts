import type { ILoadOptionsFunctions } from 'n8n-workflow';
import type { Store } from '../../engine';
import { createEngine, keptCampaign, parseWebhook } from '../../engine';
import { resources } from '../../nodes/BusinessMessaging/resources';
import { searchCampaigns } from '../../nodes/shared/campaign-list';
import { operations as campaignOperations } from '../../nodes/BusinessMessagingCampaign/operations';
import { getSubscriptions } from '../../nodes/BusinessMessagingInbox/inbox';
import { operations as inboxOperations } from '../../nodes/BusinessMessagingInbox/operations';
import type { Operation } from '../../nodes/shared/operation';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { sandboxCredential } from '../../tools/main-job/examples';
import type { StorePlace } from '../support/stores';
import { inSqlite } from '../support/stores';
import type { SeveralNumbers } from '../support/several-numbers';
import { startSeveralNumbers } from '../support/several-numbers';
import type { OperationRun } from './support/run-operation';
import { requestHelpers, runOperation } from './support/run-operation';

/** A customer whom both numbers know, what only A's customer said, and A's Inbox Trigger. */
const [ADA, SECRET, TRIGGER] = ['491701111111', 'Only for A', 'workflow/inbox'] as const;
const ZONE_OF_A = 'Asia/Tokyo';
const HELLO = 'hello/en_US';
const SPRING = { campaign: 'spring' };
const OF_A = { subscription: TRIGGER };

const operationsOf: Readonly<Record<string, readonly Operation[]>> = {
	campaign: campaignOperations,
	inbox: inboxOperations,
	...Object.fromEntries(resources.map(({ value, operations }) => [value, operations])),
};

/** How each operation is told of something that A has. */
const NAMES_OF_A: Readonly<Record<string, Record<string, unknown>>> = {
	'campaign/cancel': SPRING,
	'campaign/dryRun': { campaignId: 'spring', to: ADA, template: HELLO },
	'campaign/getMany': { returnAll: true },
	'campaign/getRecipients': { ...SPRING, returnAll: true },
	'campaign/getReport': SPRING,
	'campaign/pause': SPRING,
	'campaign/plan': { campaignId: 'spring', to: ADA, template: HELLO },
	'campaign/resume': SPRING,
	'campaign/retry': { ...SPRING, what: 'held' },
	'campaign/sendDue': { ...SPRING, output: 'each' },
	'conversation/erase': { customer: ADA },
	'conversation/export': { customer: ADA },
	'conversation/getMany': { returnAll: true },
	'conversation/getMessages': { customer: ADA, returnAll: true },
	'conversation/getTimeline': { customer: ADA, returnAll: true },
	'conversation/getState': { customer: ADA },
	'conversation/pass': { customer: ADA },
	'conversation/release': { customer: ADA },
	'conversation/setHolder': { customer: ADA, holder: 'business' },
	'conversation/setHumanActive': { customer: ADA, humanActive: true },
	'conversation/setOptOut': { customer: ADA, optOut: 'in', category: 'MARKETING' },
	'conversation/take': { customer: ADA },
	'inbox/dropDeadLetters': OF_A,
	'inbox/getDeadLetters': { ...OF_A, returnAll: true },
	'inbox/getStats': {},
	'inbox/replayDeadLetters': OF_A,
	'message/sendAuto': { to: ADA, text: 'Hi', freeformType: 'text', options: { campaignKey: 'spring' } },
	'message/sendMessage': { to: ADA, text: 'Hi', freeformType: 'text', item: { eventId: 'e' } },
	'message/sendText': { to: ADA, text: 'Hi', item: { eventId: 'e' } },
	'message/sendTemplate': { to: ADA, template: HELLO, item: { eventId: 'e' } },
	'message/trace': { messageId: '7' },
	'money/getPrices': {},
	'money/getSpending': { spendingFrom: '2020-01-01' },
	'money/reconcile': {
		billInput: 'json',
		billJson:
			'{"data_points":[{"start":1,"end":86401,"country":"DE","pricing_category":"SERVICE","volume":1}]}',
	},
	'money/setPrices': {
		pricesInput: 'csv',
		pricesCsv: 'Market,Marketing\nGermany,0.1',
		currency: 'EUR',
		accountTimeZone: 'Europe/Berlin',
	},
	'number/getHealth': {},
	'number/getSettings': {},
	'number/setSettings': { numberSettings: { timeZone: 'UTC' } },
	'policy/replay': { policyName: 'platform' },
	'template/getLifecycle': { template: HELLO },
	'webhook/get': {},
	'webhook/checkAndRepair': {},
	'webhook/revert': {},
};

/**
 * Operations that name nothing of a number in the store: they ask the gateway, which knows the credential's number; or
 * what they name is the store's own, for everyone who uses it.
 */
const NOTHING_OF_A_NUMBER =
	/^(group|media)\/|^policy\/(?!replay)|^template\/(?!getLifecycle)|^webhook\/(set|migrate)|^message\/(markAsRead|preview)|^inbox\/setRetention$/;
/** Its wait has the ID of a key that contains the workflow, the node, and the execution or the event. */
const ASKS = 'message/sendAndWait';

const cases = Object.entries(operationsOf).flatMap(([resource, operations]) =>
	operations.map((operation) => ({ name: `${resource}/${operation.value}`, operation })),
);

it('is told of something of another number for every operation that names something of a number', () => {
	const others = cases.map(({ name }) => name).filter((name) => !NOTHING_OF_A_NUMBER.test(name));
	expect(others.filter((name) => name !== ASKS).sort()).toEqual(Object.keys(NAMES_OF_A).sort());
});

describe('with the credential of another number of the store', () => {
	let place: StorePlace;
	let store: Store;
	let [a, b]: [a: Sandbox, b: Sandbox] = [] as never;
	const runAs = (sandbox: Sandbox, operation: Operation, form: Record<string, unknown>) =>
		runOperation(sandbox, operation, { ...form, credential: { store: place.url, keepSentTexts: true } });
	const run = (sandbox: Sandbox, name: string, form: Record<string, unknown>) =>
		runAs(sandbox, cases.find((one) => one.name === name)!.operation, form);

	const TABLES = [
		'alias',
		'campaign',
		'charge',
		'dead_letter',
		'history',
		'inbox',
		'opened',
		'price_table',
		'register',
		'send',
		'sent_text',
		'subscription',
		'webhook_url',
	];
	/** What the store has of A. */
	async function rowsOfA(): Promise<string[]> {
		const rows = await Promise.all(TABLES.map((table) => place.rows(table)));
		return rows.flatMap((of, index) =>
			of
				.map((row) => `${TABLES[index]} ${JSON.stringify(row)}`)
				.filter((row) => row.includes(a.phoneNumberId)),
		);
	}

	beforeAll(async () => {
		place = inSqlite();
		[a, b] = await Promise.all([startSandbox(), startSandbox()]);
		store = await place.open();
		for (const sandbox of [a, b]) {
			await sandbox.control.addTemplate({ name: 'hello', body: 'Hello from the shop.' });
		}
		await a.control.customerWrites({ from: ADA, text: SECRET });
		await a.control.optOut(ADA);
		await a.control.idle();
		const ofA = { channels: [a.phoneNumberId, ''], kinds: [], partitions: 1 };
		const now = store.runtime.now();
		await store.inbox.subscribe({ id: TRIGGER, ...ofA, from: 'where-it-stood' }, now);
		for (const { payload } of a.control.deliveries()) {
			await createEngine({ store }).ingest(parseWebhook(payload));
		}
		const batch = (await store.inbox.claim(TRIGGER, {
			limit: 10,
			leaseMs: 60_000,
			token: 't',
			now,
			channels: [],
		} as never))!;
		await store.inbox.settle(batch, { kind: 'failed', error: SECRET }, now);
		await run(a, 'campaign/plan', { campaignId: 'spring', to: ADA, template: HELLO });
		await run(a, 'campaign/sendDue', SPRING);
		await run(a, 'message/sendText', { to: ADA, text: SECRET, item: { eventId: 'e' } });
		await run(a, 'number/setSettings', { numberSettings: { timeZone: ZONE_OF_A } });
		const keep = { options: { whenHeld: 'keep' }, item: { eventId: 'f' } };
		await run(a, 'message/sendAuto', { to: ADA, template: HELLO, ...keep });
	});
	afterAll(async () => {
		await Promise.all([a.close(), b.close()]);
		await place.remove();
	});

	/** What an operation tells, whether or not it fails. */
	const seenBy = (run: Promise<OperationRun>) =>
		run
			.catch((error: Error) => ({
				items: [
					{ message: error.message, ...('description' in error && { description: error.description }) },
				],
				others: [],
				hints: [],
			}))
			.then(({ items, others, hints }) => JSON.stringify([items, others, hints]));

	/** Neither its ID, nor what its customer said, nor one of its messages. */
	function expectNothingOfA(seen: string): void {
		expect(seen).not.toContain(a.phoneNumberId);
		expect(seen).not.toContain(SECRET);
		expect(seen).not.toContain(ZONE_OF_A);
		for (const { id } of a.control.sent()) expect(seen).not.toContain(id);
	}

	it.each(Object.entries(NAMES_OF_A))('%s sees and changes nothing of A', async (name, form) => {
		const before = await rowsOfA();
		expect(before.length).toBeGreaterThan(8);
		const seen = await seenBy(run(b, name, form));
		expect(await rowsOfA()).toEqual(before);
		expectNothingOfA(seen);
	});

	describe('that has several numbers', () => {
		let several: SeveralNumbers;
		beforeAll(async () => {
			several = await startSeveralNumbers(2);
			for (const { control } of several.sandboxes) {
				await control.addTemplate({ name: 'hello', body: 'Hello from the shop.' });
			}
		});
		afterAll(() => several.close());
		const runOfSeveral = (name: string, form: Record<string, unknown>) =>
			runOperation(several.sandboxes[0]!, cases.find((one) => one.name === name)!.operation, {
				...form,
				credential: { ...several.credential.data, store: place.url, keepSentTexts: true },
			});

		it.each(Object.entries(NAMES_OF_A))('%s sees and changes nothing of A', async (name, form) => {
			const before = await rowsOfA();
			const fromNumber = several.sandboxes[1]!.phoneNumberId;
			expectNothingOfA(await seenBy(runOfSeveral(name, form)));
			expectNothingOfA(await seenBy(runOfSeveral(name, { ...form, fromNumber })));
			expect(await rowsOfA()).toEqual(before);
		});

		it("no operation acts for A, even if the form or the item's event says so", async () => {
			for (const { name, operation } of cases.filter((one) => one.operation.numbers !== 'any')) {
				const form = { ...NAMES_OF_A[name], fromNumber: a.phoneNumberId };
				const credential = { ...several.credential.data, store: place.url };
				const run = runOperation(several.sandboxes[0]!, operation, { ...form, credential });
				await expect(run).rejects.toThrow(`which isn't a number of the credential`);
			}
		});
	});

	it.each([
		['campaign/cancel', SPRING],
		['campaign/getRecipients', SPRING],
		['campaign/getRecipients', { campaign: 'kept of A' }],
		['inbox/getDeadLetters', OF_A],
		['inbox/dropDeadLetters', OF_A],
	])('%s says what is wrong, and what to do', async (name, form) => {
		const kept = { campaign: keptCampaign(a.phoneNumberId) };
		const asked = form === SPRING || form === OF_A ? form : kept;
		const third = { store: place.url, phoneNumberId: '333' };
		const { operation } = cases.find((one) => one.name === name)!;
		const failure = runOperation(b, operation, { ...asked, credential: third });
		await expect(failure).rejects.toThrow(
			/doesn't exist for the number 333\..*credential|doesn't read the number 333\..*credential/,
		);
	});

	it('inbox/getStats lists no number and no Inbox Trigger of A, also for Prometheus', async () => {
		for (const statsOutput of ['fields', 'prometheus']) {
			const ofB = JSON.stringify((await run(b, 'inbox/getStats', { statsOutput })).items);
			expectNothingOfA(ofB);
			expect(ofB).not.toContain(TRIGGER);
			const ofA = JSON.stringify((await run(a, 'inbox/getStats', { statsOutput })).items);
			expect(ofA).toContain(TRIGGER);
			expect(ofA.includes(a.phoneNumberId)).toBe(statsOutput === 'prometheus');
			expect([ofA, ofB].every((text) => /inbox_events|"events":/.test(text))).toBe(true);
		}
	});

	it('policy/replay counts no decision of A', async () => {
		const { operation } = cases.find((one) => one.name === 'policy/replay')!;
		const third = { store: place.url, phoneNumberId: '333' };
		const { items } = await runOperation(b, operation, { policyName: 'platform', credential: third });
		expect(items).toMatchObject([{ decisions: 0, changes: [] }]);
	});

	it.each([
		['campaign/getReport', SPRING, { total: 1 }],
		['inbox/getDeadLetters', OF_A, { subscription: TRIGGER }],
		['conversation/getMessages', { customer: ADA, returnAll: true }, { text: SECRET }],
		['policy/replay', { policyName: 'platform' }, { decisions: 2 }],
	])("%s shows A's own", async (name, form, expected) => {
		expect((await run(a, name, form)).items).toContainEqual(expect.objectContaining(expected));
	});

	it('lists in the forms have what belongs to the number', async () => {
		const context = (sandbox: Sandbox) =>
			({
				getCredentials: () =>
					Promise.resolve({
						...sandboxCredential(sandbox).data,
						store: place.url,
						phoneNumberId: sandbox.phoneNumberId,
					}),
				getCurrentNodeParameter: () => 'getRecipients',
				helpers: requestHelpers,
			}) as unknown as ILoadOptionsFunctions;
		const listed = async (sandbox: Sandbox) => [
			...(await searchCampaigns.call(context(sandbox))).results.map(({ value }) => value),
			...(await getSubscriptions.call(context(sandbox))).map(({ value }) => value),
		];
		expect(await listed(a)).toEqual(['spring', keptCampaign(a.phoneNumberId), TRIGGER]);
		const ofB = await listed(b);
		expect(ofB).not.toContain(keptCampaign(a.phoneNumberId));
		expect(ofB).not.toContain(TRIGGER);
	});
});
