import type { IDataObject } from 'n8n-workflow';
import { dayBefore, dayIn, tableOn } from '../../../engine';
import { connect } from '../../shared/connect';
import type { Operation } from '../../shared/operation';
import { perItem } from '../../shared/operation';
import { inUnits } from '../../shared/spending-json';
import { accountOf } from './money';

const NO_PRICES =
	'No prices of this account count today. Set them with Money: Set Prices ("Set what messages cost" in n8n\'s list).';

function hintOf([first, ...others]: IDataObject[]): string {
	if (first === undefined) return NO_PRICES;
	const { firstDay, lastDay, timeZone } = first;
	const days = lastDay === null ? `${String(firstDay)} on` : `${String(firstDay)} to ${String(lastDay)}`;
	return `${others.length + 1} prices count from ${days} (${String(timeZone)}).`;
}

/** Gets the prices that count today, a row for each: Set Prices takes them back as they are. */
export const getPrices: Operation = {
	value: 'getPrices',
	name: 'Get Prices',
	description:
		'Get what messages cost today, an item for each market and category, in the form that Set Prices takes',
	action: 'Get the prices of messages',
	hint: hintOf,
	forEachItem: perItem({ open: connect }, async ({ store, engine, credential }) => {
		const account = await accountOf(store, credential);
		const tables = await store.money.pricesOf(account);
		const now = await engine.now(credential.channel);
		const table = tableOn(tables, dayIn(tables.at(-1)?.timeZone ?? 'UTC', now));
		if (!table) return [];
		const { currency, timeZone, firstDay, prices } = table;
		const following = tables[tables.indexOf(table) + 1];
		const lastDay = following ? dayBefore(following.firstDay) : null;
		return prices.map(({ market, category, price, fee }) => ({
			json: {
				market,
				category,
				...inUnits({ price, fee }),
				currency,
				firstDay,
				lastDay,
				timeZone,
				account,
			},
		}));
	}),
};
