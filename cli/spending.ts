import { writeFileSync } from 'node:fs';
import * as z from 'zod';
import type { Spending, SpendingBy } from '../engine';
import {
	monthUpTo,
	noSuchCampaign,
	NOT_INCLUDED,
	priceListFor,
	readSpending,
	SPENDING_BY,
	spendingAsCsv,
	spendingSentence,
} from '../engine';
import type { Command } from './command';
import { action } from './command';
import { channelFlag, flag, jsonFlag, list, oneOf, storeFlag } from './flags';
import { printJson, printLines } from './print';
import { choice } from './read-arguments';
import { withStore } from './with-store';

const day = z
	.string()
	.regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, 'must be a day such as 2026-10-01')
	.optional();

const lineOf = (sum: Spending, by: readonly SpendingBy[]) => {
	const what = by.map((each) => sum.by[each] || `no ${each}`).join(', ');
	return `Account ${sum.account || 'unknown'}${what && `, ${what}`}: ${spendingSentence(sum)}`;
};

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
					"The first day, in the account's time zone: 2026-10-01 (default: the first of this month)",
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
					const sums = await readSpending(store, {
						firstDay: flags.from ?? days.firstDay,
						lastDay: flags.to ?? days.lastDay,
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
					printLines([...sums.map((sum) => lineOf(sum, by)), NOT_INCLUDED]);
				}),
		}),
	],
};
