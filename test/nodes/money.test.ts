import { createEngine, dayIn, parseWebhook } from '../../engine';
import { getPrices } from '../../nodes/BusinessMessaging/money/get-prices.operation';
import { getSpending } from '../../nodes/BusinessMessaging/money/get-spending.operation';
import { reconcile } from '../../nodes/BusinessMessaging/money/reconcile.operation';
import { setPrices } from '../../nodes/BusinessMessaging/money/set-prices.operation';
import { sharedStore } from '../../nodes/shared/shared-store';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { ACCOUNT, CHANNEL, DAY, delivery, customerMessage, messageStatus } from '../support/wire';
import { forgetStore } from './support/forget-store';
import { failureOf, runOperation } from './support/run-operation';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox();
});
beforeEach(forgetStore);
afterAll(() => sandbox.close());

const credential = { phoneNumberId: CHANNEL, accountId: ACCOUNT };
const BERLIN = { currency: 'EUR', accountTimeZone: 'Europe/Berlin', pricesFrom: '2026-01-01', credential };
const GERMANY = { Market: 'Germany', Marketing: 0.11, Utility: '0.04', Fee: 0.001 };

const set = (form: object, ...items: object[]) =>
	runOperation(sandbox, setPrices, ...items.map((item) => ({ ...BERLIN, ...form, item })));

describe('Set Prices', () => {
	it('takes a row from each item, and returns the prices as they are kept', async () => {
		const { items, hints } = await set({}, GERMANY, { Market: 'India', Marketing: 0.01 });
		expect(items).toEqual([
			{
				account: ACCOUNT,
				currency: 'EUR',
				timeZone: 'Europe/Berlin',
				firstDay: '2026-01-01',
				version: 1,
				savedAt: expect.stringMatching(/Z$/),
				prices: [
					{ market: 'Germany', category: 'marketing', price: 0.11, fee: 0.001 },
					{ market: 'Germany', category: 'utility', price: 0.04, fee: 0.001 },
					{ market: 'India', category: 'marketing', price: 0.01, fee: null },
				],
				warnings: [{ code: 'gap', message: expect.stringMatching(/^India has no price for utility/) }],
			},
		]);
		expect(hints).toEqual([
			expect.stringMatching(
				/^<b>3 prices count from 2026-01-01 on\.<\/b><br>Messages that were sent.*<br>India/,
			),
		]);
	});

	it('takes a CSV text, as a new version', async () => {
		await set({}, GERMANY);
		const { items } = await set({ pricesInput: 'csv', pricesCsv: 'Market;Marketing\nGermany;0,12' }, {});
		expect(items).toMatchObject([{ version: 2, prices: [{ market: 'Germany', price: 0.12 }] }]);
	});

	it('warns about a market that had prices until then, and none from then on', async () => {
		const own = { credential: { phoneNumberId: CHANNEL, accountId: 'warned' } };
		await set(own, GERMANY, { Market: 'India', Marketing: 0.01 });
		const february = { ...own, pricesFrom: '2026-02-01' };
		const { items, hints } = await set(february, { ...GERMANY, Utility: '' });
		const dropped = [
			'Germany (utility) had prices, and has none from 2026-02-01 on.',
			'India (marketing) had prices, and has none from 2026-02-01 on.',
		].map((message) => `${message} A table replaces the one before it as a whole, so add these rows to it.`);
		expect(items[0]!.warnings).toEqual(dropped.map((message) => ({ code: 'dropped', message })));
		expect(hints[0]).toContain(dropped.join('<br>'));
		const next = await set({ ...own, pricesFrom: '2026-02-02' }, { Market: 'Germany', Marketing: 0.2 });
		expect(next.items[0]!.warnings).toEqual([]);
	});

	it('saves nothing if something is wrong, and says everything at once', async () => {
		const wrong = { Market: 'Atlantis', Marketing: '-1' };
		const { message, description } = await failureOf(set({ accountTimeZone: '' }, wrong));
		expect(message).toBe("The prices weren't saved. 3 things to fix");
		expect(description).toMatch(
			/^1\. Enter the account's time zone.*\n2\. Row 1, Market: "Atlantis".*\n3\. Row 1, Mark/,
		);
	});

	it('says that the account is unknown', async () => {
		const unknown = { credential: { phoneNumberId: '1', accountId: '' } };
		expect((await failureOf(set(unknown, GERMANY))).message).toMatch(
			/The account of this number isn't known yet\./,
		);
	});
});

describe('Get Prices', () => {
	const own = { credential: { phoneNumberId: CHANNEL, accountId: 'listed' } };
	const ROW = { market: 'Germany', currency: 'EUR', timeZone: 'Europe/Berlin', account: 'listed' };

	it("returns today's prices as Set Prices takes them, with the days that they count on", async () => {
		await set(own, { Market: 'India', Marketing: 0.01 });
		await set({ ...own, pricesFrom: '2026-03-01' }, GERMANY);
		await set({ ...own, pricesFrom: '2999-01-01' }, { ...GERMANY, Marketing: 0.5 });
		const { items, hints } = await runOperation(sandbox, getPrices, own);
		const days = { firstDay: '2026-03-01', lastDay: '2998-12-31' };
		expect(items).toEqual([
			{ ...ROW, ...days, category: 'marketing', price: 0.11, fee: 0.001 },
			{ ...ROW, ...days, category: 'utility', price: 0.04, fee: 0.001 },
		]);
		expect(hints).toEqual(['2 prices count from 2026-03-01 to 2998-12-31 (Europe/Berlin).']);
		const again = await set({ ...own, pricesFrom: '2026-03-01' }, ...items);
		expect(again.items).toMatchObject([{ version: 1, warnings: [] }]);
	});

	it('says that no prices count today', async () => {
		const other = { phoneNumberId: CHANNEL, accountId: 'another' };
		const { items, hints } = await runOperation(sandbox, getPrices, { credential: other });
		expect(items).toEqual([]);
		expect(hints).toEqual([expect.stringMatching(/^No prices of this account count today\./)]);
	});
});

describe('Get Spending', () => {
	const get = (form: object = {}) => runOperation(sandbox, getSpending, { credential, ...form });
	const now = Date.now();
	const today = dayIn('Europe/Berlin', now);

	beforeEach(async () => {
		await set({}, GERMANY);
		const engine = createEngine({ store: await sharedStore('sqlite::memory:') });
		for (const [id, type] of [
			['a', 'regular'],
			['b', 'regular'],
			['c', 'free_entry_point'],
			['d', 'new'],
		] as const) {
			const pricing = { type, category: 'marketing' };
			await engine.ingest(parseWebhook(messageStatus({ at: now, id, pricing }), now));
		}
	});

	it('behind several items, tells what was spent once, and how to ask once', async () => {
		const once = await get({});
		const { items, hints } = await runOperation(sandbox, getSpending, { credential }, { credential });
		expect(items).toEqual([...once.items, ...once.items]);
		const [told, ...others] = once.hints[0]!.split('<br>');
		expect(hints[0]!.split('<br>')).toEqual([
			told,
			'This ran 2 times for the same sums, once for each incoming item. To run it once, turn on Execute Once in the settings of this node.',
			...others,
		]);
	});

	it('by customer has their names, the most expensive first', async () => {
		const engine = createEngine({ store: await sharedStore('sqlite::memory:') });
		await engine.ingest(parseWebhook(customerMessage({ at: now, from: '491702222222' }), now));
		for (const id of ['e', 'f', 'g']) {
			const status = { at: now, id, to: '491702222222', pricing: { type: 'regular', category: 'marketing' } };
			await engine.ingest(parseWebhook(messageStatus(status), now));
		}
		const { items } = await get({ spendingBy: ['customer'] });
		expect(items).toMatchObject([
			{ customer: '491702222222', contactName: 'Ada', spent: 0.333 },
			{ contactName: null, spent: 0.222 },
		]);
	});

	it('says how to set prices if the account has none', async () => {
		expect((await get()).hints.join()).not.toContain('Set Prices');
		const engine = createEngine({ store: await sharedStore('sqlite::memory:') });
		const pricing = { type: 'regular', category: 'marketing' };
		const status = { at: now, id: 'h', account: '900900900900900', channel: '900900900900901', pricing };
		await engine.ingest(parseWebhook(messageStatus(status), now));
		const { hints } = await get({
			credential: { phoneNumberId: '900900900900901', accountId: '900900900900900' },
		});
		expect(hints).toEqual([expect.stringContaining('Set Prices ("Set what messages cost" in n8n\'s list)')]);
	});

	it('returns an item for each sum, with amounts in units', async () => {
		const { items, hints } = await get({ spendingBy: ['category', 'market'] });
		expect(items).toEqual([
			{
				account: ACCOUNT,
				category: 'marketing',
				market: 'Germany',
				currency: 'EUR',
				spent: 0.222,
				pending: 0,
				estimated: 0,
				messages: { estimated: 0, pending: 0, charged: 2, free: 1, failed: 0, expired: 0, unknown: 1 },
				checked: 0,
				free: { free_entry_point: 1 },
				unknown: { 'unknown-type': 1 },
				withoutPrice: {},
				sentence:
					'EUR 0.222 spent for 2 messages; 1 message free, in a free entry point; the cost of 1 message is unknown: 1 with an unknown type of pricing.',
				firstDay: today.replace(/..$/, '01'),
				lastDay: today,
				timeZone: 'Europe/Berlin',
			},
		]);
		const days = `${today.replace(/..$/, '01')} to ${today} (Europe/Berlin)`;
		expect(hints).toEqual([
			`<b>${days}: ${String(items[0]!.sentence)}</b><br>What the platform's business agent costs by tokens isn't included.`,
		]);
	});

	it('tells several sums together above the output', async () => {
		const engine = createEngine({ store: await sharedStore('sqlite::memory:') });
		const pricing = { type: 'regular', category: 'utility' };
		await engine.ingest(parseWebhook(messageStatus({ at: now, id: 'together', pricing }), now));
		const { items, hints } = await get({ spendingBy: ['category'] });
		expect(items.map(({ category, spent }) => [category, spent])).toEqual([
			['marketing', 0.222],
			['utility', 0.041],
		]);
		expect(hints[0]).toMatch(
			/^<b>.* \(Europe\/Berlin\): EUR 0.263 spent for 3 messages; 1 message free, .*; the cost of 1 message/,
		);
	});

	it('reads today and yesterday in the time zone of the account', async () => {
		const ofToday = await get({ spendingBy: ['category'], spendingFrom: 'today' });
		expect(ofToday.items).toMatchObject([{ firstDay: today, lastDay: today }]);
		expect(ofToday.hints[0]).toMatch(`<b>${today} (Europe/Berlin): EUR 0.222 spent`);
		const { items, hints } = await get({ spendingFrom: 'yesterday', spendingTo: 'Yesterday' });
		expect(items).toEqual([]);
		expect(hints).toEqual(['No message of that time is counted.']);
	});

	it('tells sums of a billion and more together, as in rupiah', async () => {
		await set({}, { Market: 'Germany', Marketing: 600_000_000 });
		const engine = createEngine({ store: await sharedStore('sqlite::memory:') });
		const pricing = { type: 'regular', category: 'utility' };
		await engine.ingest(parseWebhook(messageStatus({ at: now, id: 'u', pricing }), now));
		const { items, hints } = await get({ spendingBy: ['category'] });
		expect(items).toMatchObject([{ category: 'marketing', spent: 1_200_000_000 }, { category: 'utility' }]);
		expect(hints[0]).toContain('EUR 1200000000.00 spent for 2 messages');
	});

	it('begins with the month that the last day is in, which on the first of a month is not this one', async () => {
		const engine = createEngine({ store: await sharedStore('sqlite::memory:') });
		const pricing = { type: 'regular', category: 'utility' };
		const day = new Date(now - 45 * DAY).toISOString().slice(0, 10);
		const at = Date.parse(`${day}T12:00:00Z`);
		await engine.ingest(parseWebhook(messageStatus({ at, id: 'past', pricing }), now));
		const { items } = await get({ spendingTo: day });
		expect(items).toMatchObject([{ firstDay: `${day.slice(0, 8)}01`, lastDay: day }]);
	});

	it('refuses a first day after the last', async () => {
		const { message } = await failureOf(get({ spendingFrom: '2026-10-31', spendingTo: '2026-10-01' }));
		expect(message).toContain('From (2026-10-31) is after To (2026-10-01).');
		expect((await get({ spendingFrom: 'today', spendingTo: 'today' })).items).toHaveLength(1);
	});

	it('says that the number has no such campaign', async () => {
		const { message } = await failureOf(get({ spendingCampaign: 'sprung' }));
		expect(message).toMatch(/^The campaign "sprung" doesn't exist for the number \d+\. /);
	});

	it('returns the days that are asked for', async () => {
		const [before, after] = [-2 * DAY, 2 * DAY].map((by) => new Date(now + by).toISOString().slice(0, 10));
		expect((await get({ spendingFrom: after, spendingTo: after })).items).toEqual([]);
		expect((await get({ spendingFrom: before, spendingTo: after })).items).toHaveLength(1);
	});

	it('returns a CSV file', async () => {
		const { items, binaries } = await get({ spendingFile: true, spendingBy: ['category'] });
		expect(items).toEqual([{ sums: 1 }]);
		expect(Buffer.from(binaries[0]!.spending!.data, 'base64').toString()).toBe(
			[
				'account,category,currency,spent,pending,estimated,charged messages,pending messages,estimated messages,free messages,unknown messages,failed messages,expired messages',
				`${ACCOUNT},marketing,EUR,0.222,0.00,0.00,2,0,0,1,1,0,0\n`,
			].join('\n'),
		);
	});

	it.each([
		[{ spendingFrom: 'soon' }, "From isn't a day: soon. Enter one such as 2026-10-01, today, or yesterday."],
		[
			{ spendingTo: '2026-11-31' },
			"To isn't a day: 2026-11-31. Enter one such as 2026-10-01, today, or yesterday.",
		],
		[{ spendingBy: ['year'] }, "Group By can't be year. Use one of these: day, month"],
	])('says what is wrong with %p', async (form, message) => {
		expect((await failureOf(get(form))).message).toContain(message);
	});

	describe('Reconcile', () => {
		const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' }).format(now);
		const line = { day, country: 'DE', category: 'MARKETING', type: 'REGULAR', volume: 2, cost: 0.222 };
		const free = {
			day,
			market: 'Germany',
			category: 'marketing',
			type: 'free_entry_point',
			volume: 1,
			cost: 0,
		};
		const run = (...lines: object[]) =>
			runOperation(sandbox, reconcile, ...lines.map((item) => ({ credential, item })));

		it('says that there is no bill if the items are empty, as those of a Manual Trigger', async () => {
			expect((await failureOf(run({}))).message).toBe(
				'Nothing was compared. The incoming items are empty. Put the node that reads the bill before this one, or set Bill to From Text (CSV) or Using JSON.',
			);
		});

		it('says which lines agree, and lists the messages of one that does not', async () => {
			const { items, hints } = await run(line, { ...free, volume: 3 });
			expect(items).toMatchObject([
				{
					type: 'free_entry_point',
					agrees: false,
					billed: { messages: 3 },
					counted: { messages: 1 },
					difference: { messages: 2, cost: 0 },
				},
				{
					type: 'new',
					agrees: false,
					billed: { messages: 0 },
					counted: { messages: 1, cost: null },
					difference: { messages: -1, cost: null },
				},
				{
					type: 'regular',
					market: 'Germany',
					agrees: true,
					currency: 'EUR',
					difference: { messages: 0, cost: 0 },
					messageIds: [],
				},
			]);
			expect(items.map(({ messageIds }) => messageIds)).toEqual([['c'], ['d'], []]);
			expect(items.map((item) => Object.keys(item).at(-1))).toEqual(Array(3).fill('messageIds'));
			expect(hints).toEqual([
				[
					'<b>2 of 3 lines differ:</b>',
					`- ${day}, Germany, marketing (free_entry_point): billed 3 for EUR 0.000, counted 1 for EUR 0.000. Likely cause: No workflow received the statuses of some messages.`,
					`- ${day}, Germany, marketing (new): billed nothing, counted 1. Likely cause: The bill isn't complete yet, or its days begin in another time zone.`,
					'Together: billed 5 for EUR 0.222, counted 4. The bill has 1 more message and costs the same, without the lines whose cost is unknown.',
					"Their items come first, and list this number's messages that were counted. The bill and the counts are those of all the account's numbers.",
				].join('<br>'),
			]);
		});

		it('takes the bill as a CSV text, whatever order its columns have', async () => {
			const bill = `Market;Day;Category;Type;Volume;Cost\nGermany;${day};marketing;regular;2;0.222\n`;
			const form = { credential, billInput: 'csv', billCsv: bill };
			const { items } = await runOperation(sandbox, reconcile, form);
			expect(items.find(({ type }) => type === 'regular')).toMatchObject({ market: 'Germany', agrees: true });
			const { message } = await failureOf(
				runOperation(sandbox, reconcile, { ...form, billCsv: bill.replace('Germany', 'Germny') }),
			);
			expect(message).toBe('Nothing was compared. Line 2 needs a market or a country (it is "Germny").');
		});

		it.each([
			['a day that doesn’t exist', { day: '2026-11-31' }, 'needs a day that exists'],
			['another currency', { currency: 'USD' }, "is in another currency than the account's prices"],
		])('refuses %s', async (_, wrong, what) => {
			const { message } = await failureOf(run(line, { ...line, ...wrong }));
			const [given] = Object.values(wrong);
			expect(message).toMatch(
				new RegExp(`^Nothing was compared\\. Line 2 ${what}.* \\(it is "${given}"\\)\\.$`),
			);
		});

		it('takes its own currency, in any case', async () => {
			const { items } = await run({ ...line, currency: 'eur' });
			expect(items).toContainEqual(expect.objectContaining({ type: 'regular', agrees: true }));
		});

		it('adds up lines that say the same, and says which', async () => {
			const twice = await run(line, free, line);
			expect(twice.items).toContainEqual(
				expect.objectContaining({ type: 'regular', billed: expect.objectContaining({ messages: 4 }) }),
			);
			expect(twice.hints[0]).toContain('Line 3 says the same as a line before it. Both were added up.');
			const thrice = await run(line, free, line, line);
			expect(thrice.hints[0]).toContain(
				'2 lines say the same as a line before them, such as line 3. All were added up.',
			);
			expect((await run(line, free)).hints[0]).not.toContain('added up');
		});

		it('has no line for a reply in the phone app, which no bill has', async () => {
			const metadata = { display_phone_number: '15550001234', phone_number_id: CHANNEL };
			const timestamp = String(Math.floor(now / 1_000));
			const echo = { to: '4917012345678', id: 'typed', timestamp, type: 'text', text: { body: 'Hello' } };
			const body = delivery('smb_message_echoes', { metadata, message_echoes: [echo] });
			const said =
				"1 reply that somebody typed in the phone app isn't compared, because no bill has such replies. Get Spending counts them as free messages.";
			expect((await run(line, free)).hints[0]).not.toContain('phone app');
			await createEngine({ store: await sharedStore('sqlite::memory:') }).ingest(parseWebhook(body, now));
			const { items, hints } = await run(line, free);
			expect(hints[0]).toContain(said);
			expect(items.map(({ type }) => type).sort()).toEqual(['free_entry_point', 'new', 'regular']);
		});

		it('takes items whose fields have other names', async () => {
			const { items } = await runOperation(sandbox, reconcile, {
				credential,
				fieldNames: { day: 'Date', volume: 'Messages Delivered', cost: '' },
				item: { ...line, day: undefined, volume: 'many', Date: day, 'Messages Delivered': 2 },
			});
			expect(items).toContainEqual(expect.objectContaining({ type: 'regular', agrees: true }));
		});

		it('keeps what agrees as checked, until it is compared again and differs', async () => {
			const checked = async () => {
				const { items } = await runOperation(sandbox, getSpending, { credential, from: day, to: day });
				return items.map((item) => item.checked);
			};
			await run(line, free);
			expect(await checked()).toEqual([3]);
			await run({ ...line, volume: 3 }, free);
			expect(await checked()).toEqual([1]);
		});

		it('no longer calls a line checked that has got more messages since', async () => {
			const checked = async (form: object = {}) => {
				const days = { spendingFrom: day, spendingTo: day, ...form };
				return (await get(days)).items.map((item) => item.checked);
			};
			await run(line, free);
			expect(await checked()).toEqual([3]);
			const status = { at: now, id: 'later', pricing: { type: 'regular', category: 'marketing' } };
			const engine = createEngine({ store: await sharedStore('sqlite::memory:') });
			await engine.ingest(parseWebhook(messageStatus(status), now));
			expect(await checked()).toEqual([1]);
			expect(await checked({ spendingBy: ['customer'] })).toEqual([1]);
			await run({ ...line, volume: 3, cost: 0.333 }, free);
			expect(await checked()).toEqual([4]);
		});

		it('lists the first 20 messages of a line that differs, and says how many more there are', async () => {
			const engine = createEngine({ store: await sharedStore('sqlite::memory:') });
			const pricing = { type: 'regular', category: 'utility' };
			const more = Array.from({ length: 1_025 }, (_, index) =>
				parseWebhook(messageStatus({ at: now, id: `more ${index}`, pricing }), now),
			);
			await engine.ingest(more.flat());
			const { items } = await run({ ...line, category: 'utility', volume: 1 });
			const [differing] = items.filter(({ category }) => category === 'utility');
			expect(differing).toMatchObject({ counted: { messages: 1_025 }, moreMessageIds: 1_005 });
			expect(differing!.messageIds).toHaveLength(20);
		});

		it('takes the day of a line whose start is empty', async () => {
			const { items } = await run({ ...line, start: '' }, { ...free, start: null });
			expect(items.map((item) => item.day)).toEqual([day, day, day]);
		});

		it('differs if only the cost does', async () => {
			const { items, hints } = await run({ ...line, cost: 0.221999 }, free, {
				...line,
				type: 'new',
				volume: 1,
			});
			expect(items).toContainEqual(
				expect.objectContaining({
					type: 'regular',
					agrees: false,
					likelyCause: 'A volume tier was reached, or the contract has lower prices than those that are set.',
					messageIds: ['a', 'b'],
				}),
			);
			expect(hints[0]).toContain('counted 2 for EUR 0.222000. Likely cause: A volume tier was reached');
			const dearer = await run({ ...line, cost: 0.222001 }, free, { ...line, type: 'new', cost: '1' });
			expect(dearer.items.map(({ likelyCause }) => likelyCause)).toEqual(
				expect.arrayContaining(['The contract has higher prices than those that are set.']),
			);
		});

		it("says of lines that agree how many messages they have, and of a line without a price that it's that", async () => {
			const { items, hints } = await run(line, free, { ...line, type: 'new', volume: 1, cost: 0.1 });
			expect(items.map(({ likelyCause }) => likelyCause ?? null)).toEqual([
				'No price is set for these messages.',
				null,
				null,
			]);
			expect(hints[0]).toMatch(/^<b>1 of 3 lines differ:/);
			const all = await run(line, free, { ...line, type: 'new', volume: 1, cost: '' });
			expect(all.hints).toEqual([
				'<b>All lines agree (3): 4 messages.</b><br>Only the number was compared of 1 message, which has no cost on the bill.',
			]);
		});

		it('says once what the first line of a CSV lacks', async () => {
			const rows = `${day};Germany;marketing;regular;2\n`.repeat(40);
			const form = { credential, billInput: 'csv', billCsv: `Day;Market;Category;Type;Count\n${rows}` };
			const { message } = await failureOf(runOperation(sandbox, reconcile, form));
			expect(message).toBe(
				'Nothing was compared. The first line of the CSV has these columns: Day, Market, Category, Type, Count. It has to name the columns category, cost, day, market, type, volume. Each line needs a volume: how many messages there were.',
			);
		});

		it("takes the platform's answer, in pieces of a day", async () => {
			const start = Math.floor(now / 1_000);
			const half = {
				start,
				end: start + 1,
				country: 'DE',
				pricing_category: 'MARKETING',
				pricing_type: 'REGULAR',
			};
			const points = [1, 1].map((volume) => ({ ...half, volume, cost: 0.111 }));
			const answer = { pricing_analytics: { data: [{ data_points: points }] }, id: ACCOUNT };
			const form = { credential, billInput: 'json', billJson: JSON.stringify(answer) };
			const { items } = await runOperation(sandbox, reconcile, form);
			expect(items).toContainEqual(expect.objectContaining({ type: 'regular', agrees: true }));
		});

		it('says everything that is wrong with the bill at once', async () => {
			const { message, description } = await failureOf(
				run({ day, country: 'Atlantis', type: 'x', volume: -1 }),
			);
			expect(message).toBe(
				'Nothing was compared. The items have these fields: day, country, type, volume. If a field has another name than category, cost, day, market, type, volume, enter it in the option Field Names. 3 things to fix',
			);
			expect(description).toMatch(/^1\. Line 1 needs a market or a country \(it is "Atlantis"\)\./);
			const month = { start: 0, end: 2_592_000, country: 'DE', category: 'a', type: 'b', volume: 1 };
			expect((await failureOf(run(month))).message).toMatch(/granularity DAILY/);
			const wrong = { day, country: 'DE', category: 'a', type: 'b', volume: -1 };
			expect((await failureOf(run(wrong))).message).not.toMatch(/Field Names/);
		});

		it('needs prices', async () => {
			const none = { credential: { ...credential, accountId: 'none' }, item: line };
			expect((await failureOf(runOperation(sandbox, reconcile, none))).message).toMatch(/has no prices/);
		});
	});

	it('is of this month if no day is given', async () => {
		const { items } = await get({ spendingBy: ['month'] });
		expect(items.map(({ month }) => month)).toEqual([today.slice(0, 7)]);
	});

	describe('says what a month costs at the pace of the last 30 days', () => {
		const earlier = async (days: number, id: string) => {
			const engine = createEngine({ store: await sharedStore('sqlite::memory:') });
			const pricing = { type: 'regular', category: 'marketing' };
			// At noon, no change of the clocks leads to another day.
			const at = Date.parse(`${today}T12:00:00Z`) - days * DAY;
			await engine.ingest(parseWebhook(messageStatus({ at, id, pricing }), now));
		};

		it('in the item of this month, and above the output', async () => {
			await earlier(29, 'within');
			await earlier(30, 'before');
			const { items, hints } = await get({ spendingBy: ['month'], spendingFrom: '2020-01-01' });
			expect(items.at(-1)).toMatchObject({
				month: today.slice(0, 7),
				monthAtThisPace: 0.333,
				paceDays: 30,
			});
			expect(items.slice(0, -1).filter((item) => 'paceDays' in item)).toEqual([]);
			expect(hints[0]).toContain(
				'At the pace of the last 30 days, a month costs EUR 0.333, without what is planned.',
			);
		});

		it('or of fewer, if the first message is younger', async () => {
			await earlier(6, 'a week ago');
			const { items, hints } = await get({ spendingBy: ['month'] });
			// 0.333 in 7 days.
			expect(items.at(-1)).toMatchObject({ monthAtThisPace: 1.43, paceDays: 7 });
			expect(hints[0]).toContain('At the pace of the last 7 days, a month costs EUR 1.43,');
		});

		it('but not of less than 7, which it says', async () => {
			await earlier(5, 'some days ago');
			const tomorrow = new Date(Date.parse(today) + DAY).toISOString().slice(0, today.length);
			const { items, hints } = await get({ spendingBy: ['month'] });
			expect(items.at(-1)).toMatchObject({ paceDays: 6, paceFrom: tomorrow });
			expect(items.at(-1)).not.toHaveProperty('monthAtThisPace');
			expect(hints[0]).toContain(
				`An estimate for a whole month needs 7 days since the first message. You get it from ${tomorrow} on.`,
			);
		});

		it('for each category of its own', async () => {
			await earlier(40, 'long ago');
			const engine = createEngine({ store: await sharedStore('sqlite::memory:') });
			const pricing = { type: 'regular', category: 'utility' };
			await engine.ingest(parseWebhook(messageStatus({ at: now, id: 'of-utility', pricing }), now));
			const { items, hints } = await get({ spendingBy: ['month', 'category'] });
			expect(items.map(({ category, monthAtThisPace }) => [category, monthAtThisPace])).toEqual([
				['marketing', 0.222],
				['utility', 0.041],
			]);
			expect(hints[0]).toContain('a month costs EUR 0.263,');
		});

		it.each([[['day', 'month']], [['month', 'customer']], [['month', 'template']], [['category']]])(
			'but not by %p',
			async (spendingBy) => {
				const { items, hints } = await get({ spendingBy });
				expect(items.filter((item) => 'paceDays' in item)).toEqual([]);
				expect(hints[0]).not.toMatch(/a month costs/);
			},
		);

		it('but not if the account has no prices', async () => {
			const own = { phoneNumberId: '900900900900902', accountId: '900900900900903' };
			const engine = createEngine({ store: await sharedStore('sqlite::memory:') });
			const pricing = { type: 'regular', category: 'marketing' };
			const of = { account: own.accountId, channel: own.phoneNumberId };
			await engine.ingest(parseWebhook(messageStatus({ at: now, id: 'unpriced', pricing, ...of }), now));
			const { items } = await get({ credential: own });
			expect(items).toMatchObject([{ spent: null }]);
			expect(items[0]).not.toHaveProperty('paceDays');
		});
	});
});
