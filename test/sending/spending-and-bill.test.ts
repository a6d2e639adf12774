import type { SpendingBy } from '../../engine';
import { accountOfNumber, priceListFor, readBill, readSpending, reconcile, savePrices } from '../../engine';
import type { CampaignScene } from './campaigns/scene';
import { customers, inEachDatabase } from './campaigns/scene';

const EVER = { firstDay: '2000-01-01', lastDay: '2100-01-01' };
/** In whole millionths, as the sandbox has them. */
const PRICES = {
	currency: 'EUR',
	markets: {
		DE: { marketing: 113_100, utility: 45_600 },
		IN: { marketing: 9_900, utility: 1_300 },
		KE: { marketing: 22_500, utility: 4_000 },
	},
};
/** The same, as people have them. */
const ROWS = [
	{ Market: 'Germany', Marketing: '0.1131', Utility: '0.0456' },
	{ Market: 'India', Marketing: '0.0099', Utility: '0.0013' },
	{ Market: 'Kenya', Marketing: '0.0225', Utility: '0.004' },
];
const MARKETS: Readonly<Record<string, string>> = { DE: 'Germany', IN: 'India', KE: 'Kenya' };

const inGermany = customers(12);
const inIndia = inGermany.map((number) => number.replace(/^49/, '91'));
const inKenya = inGermany.map((number) => number.replace(/^49170/, '25471'));
const all = [...inGermany, ...inIndia, ...inKenya];

/** What the counts come to, by something. */
async function spentBy(at: CampaignScene, by: SpendingBy[]) {
	const channel = at.spring.channel;
	const sums = await readSpending(at.store, { ...EVER, channel, by, now: await at.engine.now(channel) });
	return sums.map((sum) => ({
		by: Object.values(sum.by),
		spent: sum.spent,
		units: sum.messages.charged + sum.messages.free,
	}));
}

/** The same on the sandbox's own bill. */
function billedBy(at: CampaignScene, by: Array<'market' | 'category'>) {
	const sums = new Map<string, { by: string[]; spent: number; units: number }>();
	for (const line of at.sandbox.control.bill().lines) {
		const names = { market: MARKETS[line.market]!, category: line.category.replaceAll('-', '_') };
		const key = by.map((each) => names[each]);
		const sum = sums.get(key.join()) ?? { by: key, spent: 0, units: 0 };
		sums.set(key.join(), { ...sum, spent: sum.spent + line.cost!, units: sum.units + line.units });
	}
	return [...sums.values()];
}

const sorted = (sums: Array<{ by: string[] }>) =>
	[...sums].sort((a, b) => (a.by.join() < b.by.join() ? -1 : 1));

/** The account's prices are those that the sandbox bills with. */
async function setPrices(at: CampaignScene): Promise<void> {
	const account = (await accountOfNumber(at.store, at.spring.channel))!;
	const contract = { account, currency: 'EUR', timeZone: 'Europe/Berlin', firstDay: '2000-01-01' };
	await savePrices(at.store, { ...contract, rows: ROWS }, await at.engine.now(at.spring.channel));
}

describe('what was counted agrees to the millionth with the bill of the gateway', () => {
	inEachDatabase(
		(at) => {
			async function agrees(): Promise<void> {
				await at.hear();
				await setPrices(at);
				const { total } = at.sandbox.control.bill();
				const [sum] = await spentBy(at, []);
				expect(sum).toMatchObject({ spent: total.costs.EUR ?? 0, units: total.units });
				for (const by of [['market'], ['category'], ['market', 'category']] as const) {
					expect(sorted((await spentBy(at, [...by])).filter(({ units }) => units > 0))).toEqual(
						sorted(billedBy(at, [...by])),
					);
				}
			}

			it('of a campaign in three markets', async () => {
				await at.plan(all);
				await at.sendTo(all.length);
				await agrees();
				expect(at.sandbox.control.bill().total).toMatchObject({
					units: 36,
					costs: { EUR: 12 * (45_600 + 1_300 + 4_000) },
				});
			});

			it('of replies, of which some are free, and of one that failed after it was sent', async () => {
				const freeform = { type: 'text', text: { body: 'Here you are.' } } as const;
				const channel = at.spring.channel;
				for (const from of all.slice(0, 8)) {
					await at.sandbox.control.customerWrites({ from, text: 'Hello?' });
					await at.hear();
					await at.sender.send({ channel, to: from }, { freeform });
				}
				await at.sandbox.control.faults({ failStatus: { code: 131026, after: 'sent' } });
				await at.sandbox.control.customerWrites({ from: all[9]!, text: 'Hello?' });
				await at.hear();
				await at.sender.send({ channel, to: all[9]! }, { freeform });
				await agrees();
				expect(at.sandbox.control.bill().total).toMatchObject({ units: 8, costs: { EUR: 5 * 45_600 } });
			});

			it('of a template whose category changed between two campaigns', async () => {
				await at.plan(inGermany);
				await at.sendTo(inGermany.length);
				await at.sandbox.control.changeCategory('hello', 'en_US', 'MARKETING', 0);
				await at.hear();
				await at.plan(inIndia, { id: 'summer' });
				await at.sendTo(inIndia.length);
				await agrees();
				expect((await spentBy(at, ['category'])).map(({ by: [category] }) => category)).toEqual([
					'marketing',
					'utility',
				]);
			});
			it('of a campaign that reaches a volume tier, but for the cost of the line with the tier', async () => {
				const tiers = { DE: { utility: [{ from: 6, price: 40_000 }] } };
				await at.sandbox.control.configure({ prices: { ...PRICES, tiers } });
				await at.plan(all);
				await at.sendTo(all.length);
				await at.hear();
				await setPrices(at);
				const now = await at.engine.now(at.spring.channel);
				const query = { start: 0, end: Math.ceil(now / 1_000) + 1, granularity: 'DAILY' } as const;
				const bill = readBill(at.sandbox.control.pricingAnalytics(query), {
					timeZone: 'Europe/Berlin',
					currency: 'EUR',
				});
				const account = (await accountOfNumber(at.store, at.spring.channel))!;
				const prices = (await priceListFor(at.store, account))!;
				const lines = await reconcile(at.store, prices, bill.lines);
				expect(lines).toHaveLength(3);
				expect(lines.filter(({ agrees }) => !agrees)).toMatchObject([
					{
						market: 'Germany',
						category: 'utility',
						billed: { messages: 12, cost: 5 * 45_600 + 7 * 40_000 },
						counted: { messages: 12, cost: 12 * 45_600 },
						messageIds: { length: 12 },
					},
				]);
			});
		},
		{ sandbox: { prices: PRICES, timeZone: 'Europe/Berlin', freeServiceMessages: 3 } },
	);
});
