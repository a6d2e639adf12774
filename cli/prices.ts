import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { writtenPath } from '../base';
import type { PriceProblem, SavedPriceTable, Store } from '../engine';
import {
	accountOfNumber,
	decimalsOf,
	numbersOf,
	priceProblemText,
	rowsOfCsv,
	savePrices,
	writeAmount,
} from '../engine';
import type { Command } from './command';
import { action } from './command';
import { flag, jsonFlag, required, storeFlag } from './flags';
import { isFile } from './policy/policy-named';
import { printJson, printLines } from './print';
import { withStore } from './with-store';

/** The accounts of a store's numbers. */
async function accountsOf(store: Store): Promise<string[]> {
	const numbers = await numbersOf(store);
	const accounts = await Promise.all(numbers.map((number) => accountOfNumber(store, number)));
	return [...new Set(accounts.flatMap((account) => account ?? []))];
}

/** The account that is named, or the only one. @throws Error that says how to name it */
async function accountOf(store: Store, named: string | undefined): Promise<string> {
	if (named !== undefined) return named;
	const [only, ...others] = await accountsOf(store);
	if (only === undefined) throw new Error('The store knows no account yet. Name it with --account.');
	if (others.length === 0) return only;
	throw new Error(
		`The store knows several accounts: ${[only, ...others].join(', ')}. Name one with --account.`,
	);
}

const linesOf = ({ account, currency, timeZone, firstDay, version, prices }: SavedPriceTable) => [
	`Account ${account}, from ${firstDay} on (${timeZone}), version ${version}:`,
	...prices.map(({ market, category, price, fee }) => {
		const decimals = decimalsOf(prices.flatMap((one) => [one.price, one.fee ?? 0]));
		const extra = fee === undefined ? '' : ` and a fee of ${writeAmount(fee, decimals)}`;
		return `  ${market}, ${category}: ${currency} ${writeAmount(price, decimals)}${extra}`;
	}),
];

function printTables(
	tables: readonly SavedPriceTable[],
	warnings: readonly PriceProblem[],
	{ json: isJson }: { json: boolean },
) {
	if (isJson) {
		const inWords = warnings.map(({ path, ...warning }) => ({ path: writtenPath(path), ...warning }));
		return printJson({ tables, warnings: inWords });
	}
	printLines([...tables.flatMap(linesOf), ...warnings.map((one) => `Warning: ${priceProblemText(one)}`)]);
}

const account = flag('ID', 'The account (default: the only one that the store knows)', z.string().optional());
const json = jsonFlag('one object per line, with amounts in millionths and times in epoch milliseconds');

const set = action({
	name: 'set',
	word: { name: 'FILE', needed: 'a CSV file' },
	does: 'Set what messages cost. All prices are checked before any is saved',
	flags: {
		'time-zone': flag(
			'ZONE',
			"The account's time zone, in which its days and months begin: Europe/Berlin",
			required("the account's time zone, such as Europe/Berlin"),
		),
		store: storeFlag,
		currency: flag('CODE', 'The currency, such as EUR (default: the column Currency)', z.string().optional()),
		'first-day': flag(
			'DAY',
			'The first day that the prices are of: 2026-10-01 (default: the first of this month)',
			z.string().default(''),
		),
		account,
		json,
	},
	problems: (_, file) => (file === '' || isFile(file) ? [] : [`The file ${file} doesn't exist.`]),
	run: ({ flags, word }) =>
		withStore(flags, async (store) => {
			const given = {
				account: await accountOf(store, flags.account),
				...(flags.currency !== undefined && { currency: flags.currency }),
				timeZone: flags['time-zone'],
				firstDay: flags['first-day'],
				rows: rowsOfCsv(readFileSync(word, 'utf8')),
			};
			const { table, warnings } = await savePrices(store, given, store.runtime.now());
			printTables([table], warnings, flags);
		}),
});

const show = action({
	name: 'show',
	does: 'Show the prices that are set',
	flags: { store: storeFlag, account, json },
	run: ({ flags }) =>
		withStore(flags, async (store) => {
			const priced = flags.account === undefined ? await store.money.pricedAccounts() : [flags.account];
			const tables = (await Promise.all(priced.map((each) => store.money.pricesOf(each)))).flat();
			printTables(tables, [], flags);
			if (tables.length === 0 && !flags.json) printLines(['No prices are set. Use prices set FILE.']);
		}),
});

/** `business-messaging prices`: what messages cost. */
export const pricesCommand: Command = {
	name: 'prices',
	does: 'Set or show what messages cost',
	about:
		"The prices are those of the account's contract, in a CSV file: a row for each market, with its categories as columns (Market, Marketing, Utility, Authentication, Service), or for each price (Market, Category, Price). A column Fee, or Marketing Fee, has what a provider charges on top.",
	exits: { 1: "the prices or the store can't be used" },
	actions: [set, show],
};
