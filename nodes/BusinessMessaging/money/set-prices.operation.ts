import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { PriceProblem, SavedPriceTable } from '../../../engine';
import { priceProblemText, rowsOfCsv, savePrices, UnusablePrices } from '../../../engine';
import { connect } from '../../shared/connect';
import { ProblemList } from '../../shared/errors/item-errors';
import type { Operation } from '../../shared/operation';
import { text } from '../../shared/read/values';
import { itemOfAll } from '../../shared/run-action';
import { inUnits } from '../../shared/spending-json';
import { isoTime } from '../../shared/times';
import { accountOf } from './money';

const pricesInput: INodeProperties = {
	displayName: 'Prices',
	name: 'pricesInput',
	type: 'options',
	options: [
		{
			name: 'From Incoming Items',
			value: 'items',
			description: 'Each item is a row, for example of a spreadsheet',
		},
		{ name: 'From Text (CSV)', value: 'csv', description: "For example the platform's rate card" },
	],
	default: 'items',
	hint: 'Columns: Market, and a price in each of Marketing, Utility, Authentication, and Service. Germany, 0.1131, 0.0456, …',
	description:
		'A row for each market, with its categories as columns (Market, Marketing, Utility, Authentication, Service), or for each price (Market, Category, Price). A column Fee has what your provider charges on top.',
};

const pricesCsv: INodeProperties = {
	displayName: 'Prices (CSV)',
	name: 'pricesCsv',
	type: 'string',
	typeOptions: { rows: 6 },
	required: true,
	default: '',
	placeholder: 'Market,Marketing,Utility\nGermany,0.1131,0.0456',
	displayOptions: { show: { pricesInput: ['csv'] } },
};

const currency: INodeProperties = {
	displayName: 'Currency',
	name: 'currency',
	type: 'string',
	default: '',
	placeholder: 'EUR',
	description: 'The currency of the prices. Leave empty if a column Currency has it.',
};

const accountTimeZone: INodeProperties = {
	displayName: 'Time Zone',
	name: 'accountTimeZone',
	type: 'string',
	// n8n would refuse to run a form that lacks what is required, and hide the other problems.
	default: '',
	placeholder: 'Europe/Berlin',
	description: "The account's time zone, in which its days and months begin",
};

const firstDay: INodeProperties = {
	displayName: 'First Day',
	name: 'pricesFrom',
	type: 'string',
	default: '',
	placeholder: '2026-10-01',
	description:
		'The first day that the prices are of. Leave empty for the first of this month. They replace all prices from before, so enter every market.',
};

/** A table of prices as an item carries it: amounts in units of the currency, times as ISO 8601. */
const tableJson = (
	{ account, currency: code, timeZone, firstDay: day, version, savedAt, prices }: SavedPriceTable,
	warnings: readonly PriceProblem[],
): IDataObject => ({
	account,
	currency: code,
	timeZone,
	firstDay: day,
	version,
	savedAt: isoTime(savedAt),
	prices: prices.map(({ market, category, price, fee }) => ({
		market,
		category,
		...inUnits({ price, fee }),
	})),
	warnings: warnings.map(({ code: warning, ...problem }) => ({
		code: warning,
		message: priceProblemText({ code: warning, ...problem } as PriceProblem),
	})),
});

function rowsIn(context: IExecuteFunctions, itemIndexes: readonly number[]): Array<Record<string, unknown>> {
	if (context.getNodeParameter('pricesInput', 0) === 'csv') {
		return rowsOfCsv(text(context.getNodeParameter('pricesCsv', 0, '')));
	}
	return itemIndexes.map((itemIndex) => context.getInputData()[itemIndex]!.json);
}

/** @throws ProblemList that names everything that is wrong with the prices, and where */
function refuse(error: unknown): never {
	if (!(error instanceof UnusablePrices)) throw error;
	throw new ProblemList("The prices weren't saved.", error.problems.map(priceProblemText));
}

/** So many warnings are told above the output. */
const TOLD = 10;

function hintOf(
	{ prices, firstDay: day, version }: SavedPriceTable,
	warnings: readonly PriceProblem[],
): string {
	const replaced =
		version > 1 ? ` They replace those that were set for this day before (version ${version - 1}).` : '';
	const told = warnings.slice(0, TOLD).map(priceProblemText);
	const others = warnings.length > TOLD ? [`The item has ${warnings.length - TOLD} more warnings.`] : [];
	return [
		`${prices.length} prices count from ${day} on.${replaced}`,
		'Messages that were sent since then cost what these prices say, too.',
		...told,
		...others,
	].join('\n');
}

/** Sets what messages cost, from all items or from a CSV text. */
export const setPrices: Operation = {
	value: 'setPrices',
	name: 'Set Prices',
	description: "Set what messages cost by your account's contract, by market and category",
	action: 'Set what messages cost',
	fields: [pricesInput, pricesCsv, currency, accountTimeZone, firstDay],
	async forAllItems(context, itemIndexes) {
		const { store, engine, credential } = await connect(context);
		const get = (name: string) => text(context.getNodeParameter(name, 0, ''));
		const given = {
			account: await accountOf(store, credential),
			currency: get('currency'),
			timeZone: get('accountTimeZone'),
			firstDay: get('pricesFrom'),
			rows: rowsIn(context, itemIndexes),
		};
		const { table, warnings } = await savePrices(store, given, engine.runtime.now()).catch(refuse);
		return { outputs: [[itemOfAll(tableJson(table, warnings))]], hint: hintOf(table, warnings) };
	},
};
