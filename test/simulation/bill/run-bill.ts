import { HOUR } from '../../../base';
import type { ReconciledLine, Store } from '../../../engine';
import {
	createEngine,
	parseWebhook,
	priceListFor,
	readBill,
	readSpending,
	reconcile,
	writeAmount,
} from '../../../engine';
import { seededRandom } from '../../support/seeded-random';
import { standingClock } from '../../support/standing-clock';
import type { StorePlace } from '../../support/stores';
import { messageStatus } from '../../support/wire';
import type { Ended, Plant } from './account';
import { DAYS, enterPrices, NEW_YEAR, runAccount, SETTLED } from './account';

/** How many messages an account sends at most, as the sandbox keeps all of them in memory. */
const MOST_OF_ACCOUNT = 25_000;

export interface BillOptions {
	seed: number;
	/** How many messages the gateway accepts in all. */
	messages: number;
	place: StorePlace;
	/** Is told after each account what has happened so far. */
	onAccount?(text: string): void;
}

export interface BillResult {
	accounts: number;
	/** How many messages were billed: in groups, one for each recipient. */
	billed: number;
	/** How many events the engine was told. */
	events: number;
	/** How many lines were compared. */
	lines: number;
	/** What differs, as sentences. */
	problems: string[];
	/** What was billed, such as `regular group_utility paid_exempt`. */
	kinds: Set<string>;
	/** How many messages are in each state at the end. */
	states: Record<string, number>;
	/** Compares the first account again, with prices that are entered wrong, and then once they are right. */
	withWrongPrices(plant: Plant): Promise<{ wrong: string[]; right: string[] }>;
	/** Compares the first account again, with a message that isn't on its bill. */
	withOneTooMany(): Promise<ReconciledLine[]>;
	/** Compares all accounts again, once their messages are forgotten and only sums are left. */
	onceForgotten(): Promise<ReconciledLine[]>;
}

const say = ({ messages, cost }: ReconciledLine['billed']) =>
	`${messages} messages for ${cost === undefined ? 'an unknown amount' : writeAmount(cost)}`;

const problemOf = ({ day, market, category, type, billed, counted }: ReconciledLine) =>
	`${day}, ${market}, ${category}, ${type}: ${say(billed)} are billed, and ${say(counted)} were counted`;

/** What differs between an account's bill and what the store has counted. */
async function differences(store: Store, { account, analytics }: Ended) {
	const prices = (await priceListFor(store, account))!;
	const { lines, problems } = readBill(analytics, prices);
	if (problems.length > 0) throw new Error(`The bill can't be read: ${JSON.stringify(problems)}`);
	const compared = await reconcile(store, prices, lines);
	return { compared: compared.length, differing: compared.filter(({ agrees }) => !agrees) };
}

/** What was spent of an account, which is what its bill comes to. */
async function spendingOf(store: Store, { channel, total }: Ended) {
	const [sum] = await readSpending(store, { channel, ...DAYS, by: [], now: SETTLED });
	const [cost = 0] = Object.values(total.costs);
	const { spent, unknown, messages } = sum!;
	const problems = Object.entries(unknown).map(([why, count]) => `${count} messages are unknown: ${why}`);
	if (spent !== cost)
		problems.push(`${writeAmount(cost)} is billed in all, and ${writeAmount(spent)} was spent`);
	return { messages, problems };
}

/**
 * Lets several accounts send messages around the end of a year through the sandbox, and compares what it bills each of
 * them with what the engine has counted: line by line, and to the millionth.
 */
export async function runBill({ seed, messages, place, onAccount }: BillOptions): Promise<BillResult> {
	const clock = standingClock();
	const store = await place.open(clock);
	const random = seededRandom(seed);
	const accounts = Math.ceil(messages / MOST_OF_ACCOUNT);
	const ended: Ended[] = [];
	const kinds = new Set<string>();
	const states: Record<string, number> = {};
	const problems: string[] = [];
	let [billed, events, lines] = [0, 0, 0];
	const first = () => ended[0]!;

	for (let index = 0; index < accounts; index += 1) {
		const own = Math.min(MOST_OF_ACCOUNT, messages - index * MOST_OF_ACCOUNT);
		const one = await runAccount({ store, clock, random }, index, own);
		ended.push(one);
		clock.now = SETTLED;
		const { compared, differing } = await differences(store, one);
		const spending = await spendingOf(store, one);
		problems.push(...differing.map(problemOf), ...spending.problems);
		billed += one.total.units;
		events += one.events;
		lines += compared;
		for (const { type, category, subtype } of one.lines)
			kinds.add([type, category, ...(subtype ? [subtype] : [])].join(' '));
		for (const [state, count] of Object.entries(spending.messages))
			states[state] = (states[state] ?? 0) + count;
		onAccount?.(
			`${index + 1} of ${accounts} accounts, ${billed} messages billed in ${lines} lines, ${problems.length} problems`,
		);
	}

	return {
		accounts,
		billed,
		events,
		lines,
		problems,
		kinds,
		states,
		async withWrongPrices(plant) {
			await enterPrices(store, first().account, 0, plant);
			const wrong = await differences(store, first());
			await enterPrices(store, first().account, 0);
			const right = await differences(store, first());
			return { wrong: wrong.differing.map(problemOf), right: right.differing.map(problemOf) };
		},
		async withOneTooMany() {
			const { account, channel } = first();
			const at = Date.parse(NEW_YEAR) + 12 * HOUR;
			const pricing = { pricing_model: 'PMP', billable: true, type: 'regular', category: 'marketing' };
			const invented = parseWebhook(messageStatus({ at, id: 'wamid.invented', pricing }), at);
			await createEngine({ store }).ingest(invented.map((event) => ({ ...event, account, channel })));
			return (await differences(store, first())).differing;
		},
		async onceForgotten() {
			await store.prune({ events: SETTLED, sends: SETTLED });
			const differing: ReconciledLine[] = [];
			for (const one of ended) differing.push(...(await differences(store, one)).differing);
			return differing;
		},
	};
}
