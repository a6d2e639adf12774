import { existsSync, readFileSync } from 'node:fs';
import * as z from 'zod';
import type { PriceProblem, SavedPriceTable, Store } from '../engine';
import { accountOfNumber, numbersOf, priceProblemText, rowsOfCsv, savePrices, writeAmount } from '../engine';
import { isFolderShared } from '../nodes/shared/shared-store';
import { openStore } from '../store';
import type { Command } from './command';
import { assertStoreExists } from './command';
import { readFlags, shown } from './flags';
import { printLines } from './print';

const USAGE = `business-messaging prices set FILE --time-zone ZONE --store URL
business-messaging prices show --store URL

Sets what messages cost, by the account's contract, or shows it. The file is CSV: a row for each market, with its
categories as columns (Market, Marketing, Utility, Authentication, Service), or for each price (Market, Category, Price).
A column Fee, or Marketing Fee, has what a provider charges on top. All prices are checked before any is saved.

  --store URL       The store: sqlite:<file> or postgres://… (default: BUSINESS_MESSAGING_STORE)
  --time-zone ZONE  The account's time zone, in which its days and months begin: Europe/Berlin (required by set)
  --currency CODE   The currency, such as EUR (default: the column Currency)
  --first-day DAY   The first day that the prices are of: 2026-10-01 (default: the first of this month)
  --account ID      The account (default: the only one that the store knows)
  --json            Print JSON in one line, with amounts in millionths and times in epoch milliseconds

Exit codes: 0 success, 1 the prices or the store can't be used, 2 wrong flags.
`;

const shape = {
	store: z.string({
		error: 'is required: sqlite:<file> or postgres://… You can also set BUSINESS_MESSAGING_STORE',
	}),
	'time-zone': z.string().optional(),
	currency: z.string().optional(),
	'first-day': z.string().default(''),
	account: z.string().optional(),
	json: z.boolean().default(false),
};
type Flags = z.infer<z.ZodObject<typeof shape>>;

/** Reads the command line. @throws FlagMistakes with every mistake */
function read(args: string[]): { file?: string; flags: Flags } {
	const firstFlag = args.findIndex((arg) => arg.startsWith('--'));
	const words = firstFlag < 0 ? args : args.slice(0, firstFlag);
	const [what = '', file, ...tooMany] = words;
	const isSet = what === 'set';
	const mistakes = [
		...(isSet || what === 'show'
			? []
			: [`Expected "prices set" or "prices show", not "prices ${shown(what)}".`]),
		...(isSet && file === undefined ? ['prices set needs a CSV file.'] : []),
		...(isSet && file !== undefined && !existsSync(file) ? ['The CSV file does not exist.'] : []),
		...(!isSet && file !== undefined ? [`Unexpected argument: ${shown(file)}.`] : []),
		...tooMany.map((word) => `Unexpected argument: ${shown(word)}.`),
	];
	const variables = { store: 'BUSINESS_MESSAGING_STORE' };
	const consistent = ({ 'time-zone': zone }: Partial<Record<keyof Flags, unknown>>) => [
		...mistakes,
		...(isSet && zone === undefined ? ['prices set needs --time-zone, such as Europe/Berlin.'] : []),
	];
	const flags = readFlags(shape, args.slice(words.length), { variables, consistent });
	return { flags, ...(isSet && { file: file! }) };
}

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
		const extra = fee === undefined ? '' : ` and a fee of ${writeAmount(fee)}`;
		return `  ${market}, ${category}: ${currency} ${writeAmount(price)}${extra}`;
	}),
];

function printTables(tables: readonly SavedPriceTable[], warnings: readonly PriceProblem[], { json }: Flags) {
	if (json) return printLines([JSON.stringify({ tables, warnings })]);
	printLines([...tables.flatMap(linesOf), ...warnings.map((one) => `Warning: ${priceProblemText(one)}`)]);
}

/** `business-messaging prices`: what messages cost. */
export const pricesCommand: Command = {
	usage: USAGE,
	async run(args) {
		const { file, flags } = read(args);
		assertStoreExists(flags.store);
		const store = await openStore(flags.store, { isFolderShared: isFolderShared() });
		try {
			if (file === undefined) {
				const priced = flags.account === undefined ? await store.money.pricedAccounts() : [flags.account];
				const tables = (await Promise.all(priced.map((each) => store.money.pricesOf(each)))).flat();
				printTables(tables, [], flags);
				if (tables.length === 0 && !flags.json) printLines(['No prices are set. Use prices set FILE.']);
				return;
			}
			const given = {
				account: await accountOf(store, flags.account),
				...(flags.currency !== undefined && { currency: flags.currency }),
				timeZone: flags['time-zone']!,
				firstDay: flags['first-day'],
				rows: rowsOfCsv(readFileSync(file, 'utf8')),
			};
			const { table, warnings } = await savePrices(store, given, store.runtime.now());
			printTables([table], warnings, flags);
		} finally {
			await store.close();
		}
	},
};
