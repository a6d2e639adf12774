import { writeFileSync } from 'node:fs';
import * as z from 'zod';
import type { Spending, SpendingBy, Store } from '../engine';
import {
	accountOfNumber,
	createEngine,
	dayNamed,
	daysText,
	decimalsOf,
	isDay,
	firstOfMonth,
	monthUpTo,
	noSuchCampaign,
	NOT_INCLUDED,
	numbersOf,
	priceListFor,
	readSpending,
	SPENDING_BY,
	spendingAsCsv,
	spendingSentence,
	totalOf,
	writeAmount,
	ZONE_UNKNOWN,
} from '../engine';
import { profilesOf } from '../nodes/shared/profiles';
import type { Command } from './command';
import { action } from './command';
import { channelFlag, flag, jsonFlag, list, newFile, oneOf, storeFlag } from './flags';
import { printJson, printLines } from './print';
import { choice, FlagMistakes } from './read-arguments';
import { withStore } from './with-store';

/** What `today` stands for as long as only its form matters. */
const SOME_DAY = '2026-10-01';

const day = z
	.string()
	.refine((said) => isDay(dayNamed(said, SOME_DAY)), 'must be a day such as 2026-10-01, today, or yesterday')
	.optional();

/** How many messages are in a state, for the heads of columns: those that no sum has are left out. */
const STATES: ReadonlyArray<readonly [state: keyof Spending['messages'], head: string]> = [
	['charged', 'charged'],
	['pending', 'pending'],
	['estimated', 'no status'],
	['free', 'free'],
	['unknown', 'cost unknown'],
	['failed', 'failed'],
	['expired', 'expired'],
];

const AMOUNTS = [
	['spent', 'spent'],
	['pending', 'to come'],
	['estimated', 'estimated'],
] as const;

/** The names of customers, as far as they are known. */
type Names = ReadonlyMap<string, string>;

/** Cells in columns: the first ones begin on the left, and the others, which are numbers, end on the right. */
function inColumns(rows: ReadonlyArray<readonly string[]>, left: number): string[] {
	const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
	const cell = (text: string, column: number) =>
		column < left ? text.padEnd(widths[column]!) : text.padStart(widths[column]!);
	return rows.map((row) => row.map(cell).join('  ').trimEnd());
}

/** Without prices, or if the cost of no message is known, a sum isn't known to be 0. */
const isKnown = ({ currency, spent, messages }: Spending) =>
	currency !== undefined &&
	(spent > 0 ||
		messages.unknown === 0 ||
		messages.charged + messages.pending + messages.estimated + messages.free > 0);

/** The sums of an account as a table, with a row for all of them. */
function tableOf(sums: readonly Spending[], by: readonly SpendingBy[], names: Names): string[] {
	const nameOf = (value: string, each: SpendingBy) => {
		const name = each === 'customer' ? names.get(value) : undefined;
		return name === undefined ? value || `no ${each}` : `${name} (${value})`;
	};
	const total = totalOf(sums)!;
	const states = STATES.filter(([state]) => total.messages[state] > 0);
	const amounts = AMOUNTS.filter(([amount]) => amount === 'spent' || total[amount] > 0);
	const decimals = new Map(
		AMOUNTS.map(([amount]) => [amount, decimalsOf([...sums, total].map((sum) => sum[amount]))]),
	);
	const rowOf = (sum: Spending, names: readonly string[]) => [
		...names,
		...amounts.map(([amount]) =>
			isKnown(sum) ? `${sum.currency} ${writeAmount(sum[amount], decimals.get(amount))}` : 'unknown',
		),
		...states.map(([state]) => String(sum.messages[state])),
	];
	const head = [...by, ...amounts.map(([, name]) => name), ...states.map(([, name]) => name)];
	const rows = sums.map((sum) =>
		rowOf(
			sum,
			by.map((each) => nameOf(sum.by[each] ?? '', each)),
		),
	);
	const all = rowOf(
		total,
		by.map((_, index) => (index === 0 ? 'total' : '')),
	);
	return inColumns([head, ...rows, all], by.length);
}

/** What the messages of an account cost: the days, a table if there are several sums, and all of them in words. */
function linesOfAccount(
	sums: readonly Spending[],
	by: readonly SpendingBy[],
	days: string,
	names: Names,
): string[] {
	const [{ account }] = sums as [Spending, ...Spending[]];
	return [
		`Account ${account || 'unknown'}, ${days}`,
		...(by.length === 0 ? [] : ['', ...tableOf(sums, by, names), '']),
		spendingSentence(totalOf(sums)!),
		'',
	];
}

/** The gateway's time, of several numbers the latest. Epoch ms */
async function timeOf(store: Store, channel: string | undefined): Promise<number> {
	const engine = createEngine({ store });
	const channels = channel === undefined ? await numbersOf(store) : [channel];
	return Math.max(...(await Promise.all(channels.map((each) => engine.now(each)))), 0) || store.runtime.now();
}

/** The names of the customers that sums are of, on the numbers asked about. */
async function namesOf(store: Store, channel: string | undefined, sums: readonly Spending[]): Promise<Names> {
	const customers = sums.flatMap(({ by }) => by.customer || []);
	const names = new Map<string, string>();
	for (const each of channel === undefined ? await numbersOf(store) : [channel])
		for (const [customer, name] of await profilesOf(store, each, customers)) names.set(customer, name);
	return names;
}

/** @throws Error if the store knows nothing of a number */
async function assertNumber(store: Store, channel: string): Promise<void> {
	const numbers = await numbersOf(store);
	if (numbers.includes(channel)) return;
	const known = numbers.length === 0 ? 'It has none yet.' : `It has ${numbers.join(', ')}.`;
	throw new Error(`The store has no number ${channel}. ${known} Check --channel and --store.`);
}

const withName = ({ by: { customer = '' } }: Spending, names: Names) => {
	const contactName = names.get(customer);
	return contactName === undefined ? {} : { contactName };
};

/** `business-messaging spending`: what messages cost. */
export const spendingCommand: Command = {
	name: 'spending',
	does: 'Say what the messages of a time cost',
	exits: { 1: "the store, the campaign, or the number doesn't exist" },
	actions: [
		action({
			does: 'Say what the messages of a time cost, at the prices that are set: spent, pending, free, and unknown',
			flags: {
				store: storeFlag,
				from: flag(
					'DAY',
					"The first day, in the account's time zone: 2026-10-01, today, or yesterday (default: the first of the month of --to)",
					day,
				),
				to: flag('DAY', 'The last day (default: today)', day),
				by: flag(
					'WHAT',
					`${choice(SPENDING_BY)}; can be repeated (default: one sum)`,
					list(oneOf(SPENDING_BY)),
				),
				channel: channelFlag('The phone number ID (default: every number of the store)'),
				campaign: flag('ID', 'One campaign (default: every message)', z.string().optional()),
				csv: flag('FILE', 'Write a new CSV file', newFile.optional()),
				json: jsonFlag('one object per line, with amounts in millionths'),
			},
			run: ({ flags }) =>
				withStore(flags, async (store) => {
					const { by, csv, json, channel, campaign } = flags;
					const now = await timeOf(store, channel);
					const account =
						channel === undefined
							? (await store.money.pricedAccounts())[0]
							: await accountOfNumber(store, channel);
					const prices = account === undefined ? undefined : await priceListFor(store, account);
					const { lastDay: today } = monthUpTo(now, prices?.timeZone);
					const lastDay = dayNamed(flags.to ?? today, today);
					const asked = { firstDay: dayNamed(flags.from ?? firstOfMonth(lastDay), today), lastDay };
					if (asked.firstDay > asked.lastDay) {
						throw new FlagMistakes([
							`--from ${asked.firstDay} is after --to ${asked.lastDay}. Set --from to the first day, and --to to the last one.`,
						]);
					}
					const sums = await readSpending(store, {
						...asked,
						by,
						now,
						...(channel !== undefined && { channel }),
						...(campaign !== undefined && { campaign }),
					});
					if (sums.length === 0 && campaign !== undefined) {
						const found = await store.campaigns.list({ id: campaign, channel });
						if (found.length === 0) throw await noSuchCampaign(store, campaign, channel);
					}
					if (sums.length === 0 && channel !== undefined) await assertNumber(store, channel);
					if (csv !== undefined) writeFileSync(csv, spendingAsCsv(sums, by), { flag: 'wx' });
					const names = by.includes('customer')
						? await namesOf(store, channel, sums)
						: new Map<string, string>();
					if (json) return printJson(...sums.map((sum) => ({ ...sum, ...withName(sum, names) })));
					if (sums.length === 0) return printLines(['No message of that time is counted.']);
					const lines: string[] = [];
					for (const one of new Set(sums.map((sum) => sum.account))) {
						const { timeZone = ZONE_UNKNOWN } = (await priceListFor(store, one)) ?? {};
						const ofAccount = sums.filter((sum) => sum.account === one);
						lines.push(...linesOfAccount(ofAccount, by, daysText(asked, timeZone), names));
					}
					printLines([...lines, NOT_INCLUDED]);
				}),
		}),
	],
};
