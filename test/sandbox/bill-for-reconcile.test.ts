import { readCsv, systemRuntime } from '../../base';
import { createEngine, parseWebhook } from '../../engine';
import { reconcile } from '../../nodes/BusinessMessaging/money/reconcile.operation';
import { setPrices } from '../../nodes/BusinessMessaging/money/set-prices.operation';
import { sharedStore } from '../../nodes/shared/shared-store';
import { forgetStore } from '../nodes/support/forget-store';
import { runOperation } from '../nodes/support/run-operation';
import { CUSTOMER, DAY, scene } from './support/scene';
import { followUpdates } from './support/updates';

const AMERICAN = '14155550123';
/** France has no price. */
const FRENCH = '33612345678';
const PRICES = 'Market,Marketing,Utility\nGermany,0.1131,0.0456\nUnited States,0.025,0.004';

/** In the middle of a month, and in the past: no day is later than now. */
const runtime = { ...systemRuntime, now: () => Date.UTC(2025, 9, 15, 12) };
const at = scene({ policy: 'platform', freeServiceMessages: 1, runtime });
beforeEach(forgetStore);
afterAll(forgetStore);

/** The bill as the page has it, to copy. */
async function copiedBill(): Promise<string> {
	const updates = await followUpdates(at.sandbox.url);
	const bill = await updates.until((records) => records.find((one) => one.kind === 'bill'));
	updates.close();
	return bill.csv;
}

/** As n8n reads a CSV file: an item for each row, all texts. */
function itemsOf(csv: string): object[] {
	const [{ fields: names } = { fields: [] }, ...rows] = readCsv(csv);
	return rows.map(({ fields }) => Object.fromEntries(names.map((name, index) => [name, fields[index]])));
}

test('Reconcile agrees with the bill that was copied, after the same prices were set on both sides', async () => {
	const { client, receiver, sandbox } = at;
	const credential = { accountId: sandbox.accountId };
	expect(await sandbox.control.setPrices(PRICES, 'EUR')).toEqual({
		currency: 'EUR',
		markets: 2,
		leftOut: [],
	});
	const form = { pricesInput: 'csv', pricesCsv: PRICES, currency: 'EUR', accountTimeZone: 'UTC' };
	await runOperation(sandbox, setPrices, { ...form, pricesFrom: '2020-01-01', credential });
	await sandbox.control.addTemplate({ name: 'spring', category: 'MARKETING' });
	for (const ms of [0, DAY]) {
		await sandbox.clock.advance(ms);
		for (const to of [CUSTOMER, AMERICAN, FRENCH]) {
			await sandbox.control.customerWrites({ from: to });
			for (let n = 0; n < 2; n += 1) await client.text(to);
			await client.template(to, 'spring');
		}
		await sandbox.control.idle();
	}
	const engine = createEngine({
		store: await sharedStore('sqlite::memory:'),
		now: () => sandbox.clock.now(),
	});
	for (const { text } of receiver.received)
		await engine.ingest(parseWebhook(JSON.parse(text), sandbox.clock.now()));
	const lines = itemsOf(await copiedBill());
	const { items } = await runOperation(sandbox, reconcile, ...lines.map((item) => ({ credential, item })));
	const differing = items.filter(({ agrees }) => agrees !== true);
	expect(differing).toEqual([]);
	expect(items).toHaveLength(lines.length);
	expect(new Set(items.map(({ day }) => day)).size).toBe(2);
	expect(new Set(items.map(({ type }) => type)).size).toBe(2);
});
