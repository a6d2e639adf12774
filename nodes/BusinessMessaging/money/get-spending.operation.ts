import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { Pace, Spending, SpendingBy, SpendingQuery, Store } from '../../../engine';
import {
	daysText,
	inMillionths,
	firstOfMonth,
	monthUpTo,
	noSuchCampaign,
	NOT_INCLUDED,
	priceListFor,
	FEWEST_DAYS,
	readPace,
	readSpending,
	SPENDING_BY,
	spendingAsCsv,
	spendingSentence,
	totalOf,
	writeAmount,
	ZONE_UNKNOWN,
} from '../../../engine';
import { onlyCampaign } from '../../shared/campaign-list';
import { connect } from '../../shared/connect';
import { profilesOf } from '../../shared/profiles';
import { inUnits, spendingJson, spendingOf } from '../../shared/spending-json';
import type { Operation } from '../../shared/operation';
import { perItem } from '../../shared/operation';
import { readName, text } from '../../shared/read/values';
import { ranOften } from '../../shared/run-action';
import { accountOf, readDay } from './money';

const NAMES: Readonly<Record<SpendingBy, string>> = {
	campaign: 'Campaign',
	category: 'Category',
	country: 'Country',
	customer: 'Customer',
	day: 'Day',
	market: 'Market',
	month: 'Month',
	number: 'Number',
	template: 'Template',
};

const groupBy: INodeProperties = {
	displayName: 'Group By',
	name: 'spendingBy',
	type: 'multiOptions',
	options: Object.entries(NAMES).map(([value, name]) => ({ name, value })),
	default: ['month'],
	description: 'What each item is a sum of. Choose several for an item for each combination.',
};

const from: INodeProperties = {
	displayName: 'From',
	name: 'spendingFrom',
	type: 'string',
	default: '',
	placeholder: '2026-10-01',
	description:
		"The first day, in the account's time zone: a day such as 2026-10-01, today, or yesterday. Leave empty for the first of the month that To is in.",
};

const upTo: INodeProperties = {
	displayName: 'To',
	name: 'spendingTo',
	type: 'string',
	default: '',
	placeholder: '2026-10-31',
	description: 'The last day. Leave empty for today.',
};

const asFile: INodeProperties = {
	displayName: 'As a File',
	name: 'spendingFile',
	type: 'boolean',
	default: false,
	description:
		'Whether to return one item with a CSV file in the field <code>spending</code> instead of an item for each sum',
};

/** @throws Error that names what spending can't be grouped by */
function readBy(given: unknown): SpendingBy[] {
	const asked = [given].flat().map(text).filter(Boolean);
	const wrong = asked.filter((each) => !SPENDING_BY.includes(each as SpendingBy));
	if (wrong.length === 0) return asked as SpendingBy[];
	throw new Error(`Group By can't be ${wrong.join(', ')}. Use one of these: ${SPENDING_BY.join(', ')}.`);
}

const turnedDays = ({ firstDay, lastDay }: Pick<SpendingQuery, 'firstDay' | 'lastDay'>): string =>
	`From (${firstDay}) is after To (${lastDay}). Enter the first day in From, and the last one in To. An empty To is today.`;

/** What several sums are together, if they are of one account: others may have another currency. */
function inAll(sums: readonly IDataObject[]): string[] {
	const accounts = new Set(sums.map(({ account }) => account).filter((account) => account !== ''));
	const total = accounts.size > 1 ? undefined : totalOf(sums.map(spendingOf));
	return total ? [spendingSentence(total)] : [];
}

/** The days that sums are of, if these are the same for all. */
function periodOf(sums: readonly IDataObject[]): string[] {
	const [days, ...others] = new Set(
		sums.map(({ firstDay, lastDay, timeZone }) =>
			daysText({ firstDay: String(firstDay), lastDay: String(lastDay) }, String(timeZone)),
		),
	);
	return days === undefined || others.length > 0 ? [] : [days];
}

const SET_PRICES =
	'To know what messages cost, enter the prices of your contract with Money: Set Prices ("Set what messages cost" in n8n\'s list). They also count for what was sent before.';

/** The sum first, then what no sum has. */
function hintOf(items: readonly IDataObject[]): string | undefined {
	const all = items.filter(({ sentence }) => typeof sentence === 'string');
	if (items.length === 0) return 'No message of that time is counted.';
	// Several incoming items can ask for the same.
	const alike = new Map<string, IDataObject[]>();
	for (const sum of all) {
		const key = JSON.stringify(sum);
		alike.set(key, [...(alike.get(key) ?? []), sum]);
	}
	const sums = [...alike.values()].map(([sum]) => sum!);
	const times = Math.max(...[...alike.values()].map((each) => each.length));
	if (sums.length === 0) return undefined;
	const [only, ...others] = sums;
	const [sentence] = others.length === 0 ? [String(only!.sentence)] : inAll(sums);
	const told = sentence === undefined ? periodOf(sums) : [[...periodOf(sums), sentence].join(': ')];
	if (times > 1) told.push(ranOften(times, 'sums'));
	const isUnpriced = sums.some(({ unknown }) => Object(unknown)['no-prices'] !== undefined);
	return [...told, ...paceOf(sums), ...(isUnpriced ? [SET_PRICES] : []), NOT_INCLUDED].join('\n');
}

/** What a month costs at this pace, as an item carries it. */
const paceJson = (pace: Pace | undefined): IDataObject =>
	pace === undefined
		? {}
		: {
				...(pace.amount !== undefined && inUnits({ monthAtThisPace: pace.amount })),
				paceDays: pace.days,
				...(pace.from !== undefined && { paceFrom: pace.from }),
			};

const PLANNED = 'Plan and Dry Run say what a campaign will cost.';

/** What the sums of this month have as a pace, together. */
function paceOf(sums: readonly IDataObject[]): string[] {
	const known = sums.filter(({ paceDays }) => typeof paceDays === 'number');
	const [first] = known;
	if (first === undefined || known.some(({ account }) => account !== first.account)) return [];
	const days = first.paceDays as number;
	if (typeof first.paceFrom === 'string') {
		return [
			`An estimate for a whole month needs ${FEWEST_DAYS} days since the first message. You get it from ${first.paceFrom} on. ${PLANNED}`,
		];
	}
	const amount = known.reduce((sum, { monthAtThisPace }) => sum + inMillionths(monthAtThisPace as number), 0);
	return [
		`At the pace of the last ${days} days, a month costs ${String(first.currency)} ${writeAmount(amount)}, without what is planned. ${PLANNED}`,
	];
}

/** The names in the profiles of the customers that sums are of. */
const namesOf = (
	store: Store,
	channel: string,
	sums: readonly Spending[],
): Promise<ReadonlyMap<string, string>> =>
	profilesOf(
		store,
		channel,
		sums.map(({ by }) => by.customer ?? ''),
	);

const withName = ({ by: { customer = '' } }: Spending, names: ReadonlyMap<string, string> | undefined) =>
	names && { contactName: names.get(customer) ?? null };

/** Gets what the messages of the credential's number cost. */
export const getSpending: Operation = {
	value: 'getSpending',
	name: 'Get Spending',
	description:
		'Get what the messages of this number cost: spent, pending, free, and unknown, by day, month, campaign, template, category, market, country, or customer',
	action: 'Get what messages cost',
	numbers: 'all',
	fields: [groupBy, from, upTo, onlyCampaign, asFile],
	hint: hintOf,
	forEachItem: perItem({ open: connect }, async ({ context, get, store, engine, credential }) => {
		const { channel } = credential;
		const now = await engine.now(channel);
		const prices = await priceListFor(store, await accountOf(store, credential));
		const { lastDay: today } = monthUpTo(now, prices?.timeZone);
		const by = readBy(get('spendingBy'));
		const campaign = readName(get(onlyCampaign.name, '', { extractValue: true }), onlyCampaign.displayName);
		const lastDay = readDay(get('spendingTo', ''), 'To', today) ?? today;
		const firstDay = readDay(get('spendingFrom', ''), 'From', today) ?? firstOfMonth(lastDay);
		const days = { firstDay, lastDay };
		if (days.firstDay > days.lastDay) throw new Error(turnedDays(days));
		const query: SpendingQuery = {
			channel,
			...days,
			by,
			now,
			...(campaign !== '' && { campaign }),
		};
		const sums = await readSpending(store, query);
		if (sums.length === 0 && campaign !== '' && !(await store.campaigns.find({ channel, id: campaign }))) {
			throw await noSuchCampaign(store, campaign, channel);
		}
		if (!get<boolean>('spendingFile', false)) {
			const names = by.includes('customer') ? await namesOf(store, channel, sums) : undefined;
			const paceIn = await readPace(store, query, today);
			const timeZone = prices?.timeZone ?? ZONE_UNKNOWN;
			return sums.map((sum) => {
				const json = { ...spendingJson(sum, withName(sum, names)), ...days, timeZone };
				return { json: { ...json, ...paceJson(paceIn(sum)) } };
			});
		}
		const file = Buffer.from(spendingAsCsv(sums, by));
		const spending = await context.helpers.prepareBinaryData(file, 'spending.csv', 'text/csv');
		return { json: { sums: sums.length }, binary: { spending } };
	}),
};
