import { writeFileSync } from 'node:fs';
import * as z from 'zod';
import type { Spending, SpendingBy } from '../engine';
import {
	monthUpTo,
	priceListFor,
	readSpending,
	SPENDING_BY,
	spendingAsCsv,
	spendingSentence,
} from '../engine';
import { isFolderShared } from '../nodes/shared/shared-store';
import { openStore } from '../store';
import type { Command } from './command';
import { assertStoreExists } from './command';
import { list, oneOf, readFlags } from './flags';
import { printLines } from './print';

const USAGE = `business-messaging spending --store URL

Says what the messages of a time cost, at the prices that are set: spent, pending, free, and unknown.

  --store URL      The store: sqlite:<file> or postgres://… (default: BUSINESS_MESSAGING_STORE)
  --from DAY       The first day, in the account's time zone: 2026-10-01 (default: the first of this month)
  --to DAY         The last day (default: today)
  --by WHAT        day, month, campaign, category, market, or number; can be repeated (default: one sum)
  --channel ID     The phone number ID (default: every number of the store)
  --campaign ID    One campaign (default: every message)
  --csv FILE       Write a CSV file
  --json           Print JSON, one object per line, with amounts in millionths

Exit codes: 0 success, 1 the store doesn't exist, 2 wrong flags.
`;

const day = z
	.string()
	.regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, 'must be a day such as 2026-10-01')
	.optional();

const shape = {
	store: z.string({
		error: 'is required: sqlite:<file> or postgres://… You can also set BUSINESS_MESSAGING_STORE',
	}),
	from: day,
	to: day,
	by: list(oneOf(SPENDING_BY)),
	channel: z.string().optional(),
	campaign: z.string().optional(),
	csv: z.string().optional(),
	json: z.boolean().default(false),
};

const lineOf = (sum: Spending, by: readonly SpendingBy[]) => {
	const what = by.map((each) => sum.by[each] || `no ${each}`).join(', ');
	return `Account ${sum.account || 'unknown'}${what && `, ${what}`}: ${spendingSentence(sum)}`;
};

/** `business-messaging spending`: what messages cost. */
export const spendingCommand: Command = {
	usage: USAGE,
	async run(args) {
		const flags = readFlags(shape, args, { variables: { store: 'BUSINESS_MESSAGING_STORE' } });
		assertStoreExists(flags.store);
		const store = await openStore(flags.store, { isFolderShared: isFolderShared() });
		try {
			const { by, csv, json, channel, campaign } = flags;
			const now = store.runtime.now();
			const [account] = await store.money.pricedAccounts();
			const prices = account === undefined ? undefined : await priceListFor(store, account);
			const days = monthUpTo(now, prices?.timeZone);
			const sums = await readSpending(store, {
				firstDay: flags.from ?? days.firstDay,
				lastDay: flags.to ?? days.lastDay,
				by,
				now,
				...(channel !== undefined && { channel }),
				...(campaign !== undefined && { campaign }),
			});
			if (csv !== undefined) writeFileSync(csv, spendingAsCsv(sums, by));
			if (json) return printLines(sums.map((sum) => JSON.stringify(sum)));
			if (sums.length === 0) return printLines(['No message of that time is counted.']);
			printLines(sums.map((sum) => lineOf(sum, by)));
		} finally {
			await store.close();
		}
	},
};
