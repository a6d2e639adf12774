import { writeFileSync } from 'node:fs';
import * as z from 'zod';
import type { Spending, SpendingBy } from '../engine';
import {
	dayNamed,
	daysText,
	isDay,
	monthUpTo,
	noSuchCampaign,
	NOT_INCLUDED,
	priceListFor,
	readSpending,
	SPENDING_BY,
	spendingAsCsv,
	spendingSentence,
	totalOf,
	writeAmount,
	ZONE_UNKNOWN,
} from '../engine';
import type { Command } from './command';
import { action } from './command';
import { channelFlag, flag, jsonFlag, list, oneOf, storeFlag } from './flags';
import { printJson, printLines } from './print';
import { choice } from './read-arguments';
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

/** Cells in columns: the first ones begin on the left, and the others, which are numbers, end on the right. */
function inColumns(rows: ReadonlyArray<readonly string[]>, left: number): string[] {
	const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
	const cell = (text: string, column: number) =>
		column < left ? text.padEnd(widths[column]!) : text.padStart(widths[column]!);
	return rows.map((row) => row.map(cell).join('  ').trimEnd());
}

/** The sums of an account as a table, with a row for all of them. */
function tableOf(sums: readonly Spending[], by: readonly SpendingBy[]): string[] {
	const total = totalOf(sums)!;
	const states = STATES.filter(([state]) => total.messages[state] > 0);
	const amounts = AMOUNTS.filter(([amount]) => amount === 'spent' || total[amount] > 0);
	const rowOf = (sum: Spending, names: readonly string[]) => [
		...names,
		// Without prices, nothing is known to cost nothing.
		...amounts.map(([amount]) => (sum.currency ? `${sum.currency} ${writeAmount(sum[amount])}` : 'unknown')),
		...states.map(([state]) => String(sum.messages[state])),
	];
	const head = [...by, ...amounts.map(([, name]) => name), ...states.map(([, name]) => name)];
	const rows = sums.map((sum) =>
		rowOf(
			sum,
			by.map((each) => sum.by[each] || `no ${each}`),
		),
	);
	const all = rowOf(
		total,
		by.map((_, index) => (index === 0 ? 'total' : '')),
	);
	return inColumns([head, ...rows, all], by.length);
}

/** What the messages of an account cost: the days, a table if there are several sums, and all of them in words. */
function linesOfAccount(sums: readonly Spending[], by: readonly SpendingBy[], days: string): string[] {
	const [{ account }] = sums as [Spending, ...Spending[]];
	return [
		`Account ${account || 'unknown'}, ${days}`,
		...(by.length === 0 ? [] : ['', ...tableOf(sums, by), '']),
		spendingSentence(totalOf(sums)!),
		'',
	];
}

/** `business-messaging spending`: what messages cost. */
export const spendingCommand: Command = {
	name: 'spending',
	does: 'Say what the messages of a time cost',
	exits: { 1: "the store doesn't exist" },
	actions: [
		action({
			does: 'Say what the messages of a time cost, at the prices that are set: spent, pending, free, and unknown',
			flags: {
				store: storeFlag,
				from: flag(
					'DAY',
					"The first day, in the account's time zone: 2026-10-01, today, or yesterday (default: the first of this month)",
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
				csv: flag('FILE', 'Write a CSV file', z.string().optional()),
				json: jsonFlag('one object per line, with amounts in millionths'),
			},
			run: ({ flags }) =>
				withStore(flags, async (store) => {
					const { by, csv, json, channel, campaign } = flags;
					const now = store.runtime.now();
					const [account] = await store.money.pricedAccounts();
					const prices = account === undefined ? undefined : await priceListFor(store, account);
					const days = monthUpTo(now, prices?.timeZone);
					const asked = {
						firstDay: dayNamed(flags.from ?? days.firstDay, days.lastDay),
						lastDay: dayNamed(flags.to ?? days.lastDay, days.lastDay),
					};
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
					if (csv !== undefined) writeFileSync(csv, spendingAsCsv(sums, by));
					if (json) return printJson(...sums);
					if (sums.length === 0) return printLines(['No message of that time is counted.']);
					const lines: string[] = [];
					for (const one of new Set(sums.map((sum) => sum.account))) {
						const { timeZone = ZONE_UNKNOWN } = (await priceListFor(store, one)) ?? {};
						const ofAccount = sums.filter((sum) => sum.account === one);
						lines.push(...linesOfAccount(ofAccount, by, daysText(asked, timeZone)));
					}
					printLines([...lines, NOT_INCLUDED]);
				}),
		}),
	],
};
