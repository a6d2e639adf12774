import type { INodeProperties } from 'n8n-workflow';
import type { SpendingBy } from '../../../engine';
import {
	monthUpTo,
	NOT_INCLUDED,
	priceListFor,
	readSpending,
	SPENDING_BY,
	spendingAsCsv,
} from '../../../engine';
import { connect } from '../../shared/connect';
import { spendingJson } from '../../shared/spending-json';
import type { ItemCall, Operation } from '../../shared/operation';
import { perItem } from '../../shared/operation';
import { text } from '../../shared/read/values';
import { accountOf } from './money';

const NAMES: Readonly<Record<SpendingBy, string>> = {
	campaign: 'Campaign',
	category: 'Category',
	day: 'Day',
	market: 'Market',
	month: 'Month',
	number: 'Number',
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
	description: "The first day, in the account's time zone. Leave empty for the first of this month.",
};

const upTo: INodeProperties = {
	displayName: 'To',
	name: 'spendingTo',
	type: 'string',
	default: '',
	placeholder: '2026-10-31',
	description: 'The last day. Leave empty for today.',
};

const ofCampaign: INodeProperties = {
	displayName: 'Campaign',
	name: 'spendingCampaign',
	type: 'string',
	default: '',
	placeholder: 'spring-sale',
	description: 'Only the messages of a campaign, by its ID. Leave empty for every message of the number.',
};

const asFile: INodeProperties = {
	displayName: 'As a File',
	name: 'spendingFile',
	type: 'boolean',
	default: false,
	description:
		'Whether to return one item with a CSV file in the field <code>spending</code> instead of an item for each sum',
};

const DAY = /^\d{4}-\d\d-\d\d$/;

/** A day of the form. A date with a time is cut. @throws Error that names the field */
function dayOf(get: ItemCall['get'], name: string, label: string): string | undefined {
	const day = text(get(name, '')).slice(0, '2026-10-01'.length);
	if (day === '') return undefined;
	if (!DAY.test(day) || Number.isNaN(Date.parse(day))) {
		throw new Error(`${label} isn't a day: ${day}. Enter one such as 2026-10-01.`);
	}
	return day;
}

/** @throws Error that names what spending can't be grouped by */
function readBy(given: unknown): SpendingBy[] {
	const asked = [given].flat().map(text).filter(Boolean);
	const wrong = asked.filter((each) => !SPENDING_BY.includes(each as SpendingBy));
	if (wrong.length === 0) return asked as SpendingBy[];
	throw new Error(`Group By can't be ${wrong.join(', ')}. Use one of these: ${SPENDING_BY.join(', ')}.`);
}

/** Gets what the messages of the credential's number cost. */
export const getSpending: Operation = {
	value: 'getSpending',
	name: 'Get Spending',
	description:
		'Get what the messages of this number cost: spent, pending, free, and unknown, by day, month, campaign, category, or market',
	action: 'Get what messages cost',
	numbers: 'all',
	fields: [groupBy, from, upTo, ofCampaign, asFile],
	hint: (sums) => {
		const sentences = sums.flatMap(({ sentence }) => (typeof sentence === 'string' ? [sentence] : []));
		if (sentences.length === 0) return undefined;
		return [...(sentences.length === 1 ? sentences : []), NOT_INCLUDED].join(' ');
	},
	forEachItem: perItem({ open: connect }, async ({ context, get, store, engine, credential }) => {
		const now = await engine.now(credential.channel);
		const prices = await priceListFor(store, await accountOf(store, credential));
		const month = monthUpTo(now, prices?.timeZone);
		const by = readBy(get('spendingBy'));
		const campaign = text(get('spendingCampaign', ''));
		const sums = await readSpending(store, {
			channel: credential.channel,
			firstDay: dayOf(get, 'spendingFrom', 'From') ?? month.firstDay,
			lastDay: dayOf(get, 'spendingTo', 'To') ?? month.lastDay,
			by,
			now,
			...(campaign !== '' && { campaign }),
		});
		if (!get<boolean>('spendingFile', false)) return sums.map((sum) => ({ json: spendingJson(sum) }));
		const file = Buffer.from(spendingAsCsv(sums, by));
		const spending = await context.helpers.prepareBinaryData(file, 'spending.csv', 'text/csv');
		return { json: { sums: sums.length }, binary: { spending } };
	}),
};
