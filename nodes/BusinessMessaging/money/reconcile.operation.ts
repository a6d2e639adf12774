import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { BilledLine, BillProblem, ReconciledLine, Store } from '../../../engine';
import { readCsv } from '../../../base';
import {
	differenceOf,
	FREE_APP_REPLY,
	priceListFor,
	readBill,
	readSpending,
	reconcile as compare,
} from '../../../engine';
import { connect } from '../../shared/connect';
import { ProblemList } from '../../shared/errors/item-errors';
import type { Operation } from '../../shared/operation';
import { readJson, text } from '../../shared/read/values';
import { itemOfAll } from '../../shared/run-action';
import { inUnits } from '../../shared/spending-json';
import { accountOf } from './money';
import { appRepliesHint, hintOf, repeatedHint, withoutCostHint } from './reconcile-words';

const billInput: INodeProperties = {
	displayName: 'Bill',
	name: 'billInput',
	type: 'options',
	options: [
		{
			name: 'From Incoming Items',
			value: 'items',
			description: 'Each item has the fields day, market, category, type, volume, and cost',
		},
		{
			name: 'From Text (CSV)',
			value: 'csv',
			description: 'With the columns day, market, category, type, volume, and cost',
		},
		{ name: 'Using JSON', value: 'json', description: "The platform's answer to pricing_analytics" },
	],
	default: 'items',
	description: 'What the platform has billed, by day, market or country, category, and type',
};

const billJson: INodeProperties = {
	displayName: 'Bill (JSON)',
	name: 'billJson',
	type: 'json',
	required: true,
	default: '',
	displayOptions: { show: { billInput: ['json'] } },
	description:
		'The answer to pricing_analytics with the granularity DAILY, and the dimensions COUNTRY, PRICING_CATEGORY, and PRICING_TYPE',
};

const billCsv: INodeProperties = {
	displayName: 'Bill (CSV)',
	name: 'billCsv',
	type: 'string',
	typeOptions: { rows: 6 },
	required: true,
	default: '',
	placeholder: 'day,market,category,type,volume,cost\n2026-10-01,Germany,marketing,regular,10,1.131',
	displayOptions: { show: { billInput: ['csv'] } },
};

/** A bill, and the numbers that its lines have for the person who entered it. */
interface GivenBill {
	bill: unknown;
	/** @param index the first is 0 */
	numberOf(index: number): number;
}

/** The rows of a CSV text under the names of its first line, in lowercase, with their numbers in the text. */
function csvBill(csv: string): GivenBill {
	const [head, ...rows] = readCsv(csv);
	const names = head?.fields.map((field) => field.toLowerCase()) ?? [];
	const bill = rows.map(({ fields }) =>
		Object.fromEntries(names.map((name, index) => [name, fields[index] ?? ''])),
	);
	return { bill, numberOf: (index) => rows[index]!.line };
}

/** A field of the items whose name may be another one. */
const fieldName = (displayName: string, name: string, description: string): INodeProperties => ({
	displayName: `${displayName} Field`,
	name,
	type: 'string',
	default: name,
	description,
});

const FIELDS = [
	fieldName('Category', 'category', 'The name of the field with the category, such as marketing'),
	fieldName('Cost', 'cost', 'The name of the field with what the messages cost together'),
	fieldName('Day', 'day', 'The name of the field with the day, such as 2026-10-01'),
	fieldName('Market', 'market', 'The name of the field with the market or country'),
	fieldName('Type', 'type', 'The name of the field with the type, such as regular'),
	fieldName('Volume', 'volume', 'The name of the field with how many messages there were'),
];

const fieldNames: INodeProperties = {
	displayName: 'Field Names',
	name: 'fieldNames',
	type: 'collection',
	placeholder: 'Add Field Name',
	default: {},
	options: FIELDS,
	displayOptions: { show: { billInput: ['items'] } },
	description: 'The names of the fields in your items, if they are others',
};

/** An item with its fields under the names that the bill is read by. */
function renamed(item: IDataObject, names: Readonly<Record<string, unknown>>): IDataObject {
	const given = FIELDS.filter(({ name }) => typeof names[name] === 'string' && names[name] !== '');
	return { ...item, ...Object.fromEntries(given.map(({ name }) => [name, item[names[name] as string]])) };
}

const EXPECTED: Readonly<Record<BillProblem['field'], string>> = {
	currency: "is in another currency than the account's prices",
	day: 'needs a day that exists, such as 2026-10-01, or a start in seconds',
	market: 'needs a market or a country',
	category: 'needs a category such as marketing',
	type: 'needs a type such as regular',
	volume: 'needs a volume: how many messages there were',
	cost: "has a cost that isn't an amount",
	end: 'is longer than a day. Ask the platform for the granularity DAILY',
};

const problemText = ({ field, given }: BillProblem, line: number) =>
	`Line ${line} ${EXPECTED[field]}${given === '' ? '.' : ` (it is ${given}).`}`;

const sideJson = ({ messages, cost }: ReconciledLine['billed']): IDataObject => ({
	messages,
	...inUnits({ cost }),
});

/** So many messages of a line are listed. */
const MOST_IDS = 20;

/** A line as an item carries it: amounts in units of the currency. */
const lineJson = (
	{ billed, counted, agrees, likelyCause, messageIds, moreMessageIds, ...line }: ReconciledLine,
	currency: string,
): IDataObject => ({
	...line,
	agrees,
	...(likelyCause !== undefined && { likelyCause }),
	currency,
	billed: sideJson(billed),
	counted: sideJson(counted),
	difference: sideJson(differenceOf({ billed, counted })),
	// The list is long, so it stands last.
	messageIds: messageIds.slice(0, MOST_IDS),
	...(messageIds.length > MOST_IDS && { moreMessageIds: messageIds.length - MOST_IDS + moreMessageIds }),
});

function billIn(context: IExecuteFunctions, itemIndexes: readonly number[]): GivenBill {
	const input = context.getNodeParameter('billInput', 0);
	if (input === 'csv') return csvBill(text(context.getNodeParameter('billCsv', 0, '')));
	const numberOf = (index: number) => index + 1;
	if (input === 'json') {
		return { bill: readJson(context.getNodeParameter('billJson', 0, ''), 'Bill (JSON)'), numberOf };
	}
	const items = itemIndexes.map((itemIndex) => context.getInputData()[itemIndex]!.json);
	if (items.every((item) => Object.keys(item).length === 0)) throw new Error(NO_BILL);
	const names = context.getNodeParameter('fieldNames', 0, {}) as IDataObject;
	const bill = items.map((item) => renamed(item, names));
	return { bill, numberOf };
}

/** The names that the lines of a bill have their fields under; undefined for the platform's answer. */
function fieldsGiven(context: IExecuteFunctions, itemIndexes: readonly number[]): string | undefined {
	const input = context.getNodeParameter('billInput', 0);
	if (input === 'json') return undefined;
	const expected = FIELDS.map(({ name }) => name).join(', ');
	if (input === 'csv') {
		const [head] = readCsv(text(context.getNodeParameter('billCsv', 0, '')));
		return ` The first line of the CSV has these columns: ${head?.fields.join(', ') ?? 'none'}. It has to name the columns ${expected}.`;
	}
	const names = new Set(itemIndexes.flatMap((index) => Object.keys(context.getInputData()[index]!.json)));
	return ` The items have these fields: ${[...names].join(', ') || 'none'}. If a field has another name than ${expected}, enter it in the option Field Names.`;
}

/** What is wrong with a bill. A field that no line has is told once. */
function refuseBill(
	problems: readonly BillProblem[],
	lines: number,
	{ numberOf, fields }: Pick<GivenBill, 'numberOf'> & { fields: string | undefined },
): never {
	const lackedBy = (field: string) =>
		problems.filter((problem) => problem.field === field && problem.given === '').length;
	const inNone = new Set(
		lines > 1 ? problems.map(({ field }) => field).filter((field) => lackedBy(field) === lines) : [],
	);
	const isLacking = problems.some(({ given }) => given === '');
	throw new ProblemList(`Nothing was compared.${isLacking ? (fields ?? '') : ''}`, [
		...[...inNone].map((field) => `Each line ${EXPECTED[field]}.`),
		...problems
			.filter(({ field }) => !inNone.has(field))
			.map((problem) => problemText(problem, numberOf(problem.line))),
	]);
}

const NO_BILL =
	'Nothing was compared. The incoming items are empty. Put the node that reads the bill before this one, or set Bill to From Text (CSV) or Using JSON.';

const NO_PRICES =
	"The account has no prices, so it's unknown when its days begin. Use Money: Set Prices first.";

/** How far a line's bill is from what was counted, in millionths, and in messages. The biggest difference comes first. */
const costOf = ({ billed, counted }: ReconciledLine) => Math.abs((billed.cost ?? 0) - (counted.cost ?? 0));
const countOf = ({ billed, counted }: ReconciledLine) => Math.abs(billed.messages - counted.messages);

/** How many replies of the bill's days somebody typed in the phone app. @param now epoch ms */
async function countAppReplies(
	store: Store,
	account: string,
	lines: readonly BilledLine[],
	now: number,
): Promise<number> {
	const days = lines.map(({ day }) => day).sort();
	const [firstDay, lastDay] = [days[0], days.at(-1)];
	if (firstDay === undefined || lastDay === undefined) return 0;
	const sums = await readSpending(store, { firstDay, lastDay, by: [], now });
	return sums.find((sum) => sum.account === account)?.free[FREE_APP_REPLY.type] ?? 0;
}

/** Compares what the platform has billed with what was counted, line by line. */
export const reconcile: Operation = {
	value: 'reconcile',
	name: 'Reconcile',
	description: 'Compare what the platform has billed with what was counted, line by line',
	action: 'Reconcile the bill',
	fields: [billInput, fieldNames, billJson, billCsv],
	async forAllItems(context, itemIndexes) {
		const { store, engine, credential } = await connect(context);
		const prices = await priceListFor(store, await accountOf(store, credential));
		if (!prices) throw new Error(NO_PRICES);
		const { bill, numberOf } = billIn(context, itemIndexes);
		const { lines, problems, given, repeated } = readBill(bill, prices);
		if (problems.length > 0)
			refuseBill(problems, given, { numberOf, fields: fieldsGiven(context, itemIndexes) });
		const compared = await compare(store, prices, lines, credential.channel);
		const inOrder = [...compared].sort(
			(a, b) => Number(a.agrees) - Number(b.agrees) || costOf(b) - costOf(a) || countOf(b) - countOf(a),
		);
		const items = inOrder.map((line) => itemOfAll(lineJson(line, prices.currency)));
		const hints = [
			hintOf(inOrder, prices.currency),
			withoutCostHint(compared),
			appRepliesHint(
				await countAppReplies(store, prices.account, lines, await engine.now(credential.channel)),
			),
			repeatedHint(repeated.map(numberOf)),
		];
		return { outputs: [items], hint: hints.filter(Boolean).join('\n') };
	},
};
