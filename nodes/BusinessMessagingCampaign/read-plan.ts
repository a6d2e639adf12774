import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { dottedPath } from '../../base';
import type { Intent } from '../../engine';
import { canBeName, normalizeAddress } from '../../engine';
import { readDuration } from '../../rules';
import { GatewayError } from '../../gateway';
import type { CampaignPlan, InvalidRecipient, PlannedRecipient } from '../../sending';
import { createItemFiles, readContent } from '../shared/message/content';
import { checksFirst, readIntentOptions, readTo } from '../shared/message/intent';
import { factsFromFields } from '../shared/message/own-facts';
import { asText, fillTemplate } from '../shared/template/fill-template';
import { createMissingDescriber } from '../shared/template/missing-template';
import { createTemplateReader } from '../shared/template/read-template';
import { optionsField } from '../shared/common-fields';
import type { Connected } from '../shared/connect';
import { fieldOfRequest } from '../shared/errors/field-of-request';
import { toNodeError } from '../shared/errors/item-errors';
import { fixedExpressions } from '../shared/read/fixed-expressions';
import { createFormReader } from '../shared/read/item-parameter';
import { readNoting, unreadableText } from '../shared/read/unreadable-field';
import { readList, readName, readTime, text } from '../shared/read/values';
import { recipientFields, recipientOptions } from './fields';

/** A problem as an item carries it. */
interface Problem {
	/** Dotted, like `text.body`. */
	path: string;
	message: string;
}

/** A budget that a form gives. @throws Error if it isn't one */
export function readBudget(given: unknown, displayName: string): number | undefined {
	if (given === undefined || given === null || given === '') return undefined;
	const amount = Number(given);
	if (amount === 0) return undefined;
	if (amount > 0) return amount;
	throw new Error(`${displayName} must be an amount, or 0 for none, not ${String(given)}.`);
}

/** What the form says about the campaign itself, read from the first item of its number. */
export async function readPlan(
	context: IExecuteFunctions,
	{ credential: { channel, account }, settings, engine, sender }: Connected,
	[first = 0]: readonly number[],
): Promise<CampaignPlan> {
	const get = (name: string) => {
		try {
			return readNoting(name, () => context.getNodeParameter(name, first, '') as unknown);
		} catch (error) {
			throw new NodeOperationError(context.getNode(), unreadableText(error, formFields));
		}
	};
	/** A time, or how long it is after the plan, by the gateway's clock: `10 h`. */
	async function timeIn(name: string, field: string): Promise<number | undefined> {
		const given = get(name);
		const after = typeof given === 'string' ? readDuration(given) : undefined;
		const time = after ?? readTime(given, field, context.getTimezone());
		if (time !== undefined) await sender.freshenClock(channel);
		return after === undefined ? time : (await engine.now(channel)) + after;
	}
	const { policy: ofNumber = '' } = settings;
	const policy = String(get('options.policy') || ofNumber);
	const budget = readBudget(get('budget'), 'Budget');
	return {
		id: readName(get('campaignId'), 'Campaign ID'),
		channel,
		account,
		...(policy !== '' && { policy }),
		startAt: await timeIn('startAt', 'Starts At'),
		endAt: await timeIn('endAt', 'Ends At'),
		...(budget !== undefined && { budget }),
	};
}

/** Uploads the files of items, or only checks that they can be sent. */
type Files = 'upload' | 'check';

/** An item that isn't a recipient, with everything that is wrong with it. */
class UnreadableItem extends Error {
	override readonly name = 'UnreadableItem';

	constructor(readonly problems: Problem[]) {
		super(problems.map(({ message }) => message).join(' '));
	}
}

/** The value of a part of an item; what is wrong with it joins the problems. */
async function partOf<Value>(
	path: string,
	problems: Problem[],
	read: () => Promise<Value>,
): Promise<Value | undefined> {
	return read().catch((error: unknown) => {
		// If the gateway couldn't be asked, nothing is wrong with the item.
		if (error instanceof GatewayError) return Promise.reject(error);
		problems.push({ path, message: unreadableText(error, formFields) });
		return undefined;
	});
}

/** The fields that Return With Replies names, of an item. One that the item doesn't have stays out. */
function fieldsToReturn(names: unknown, item: IDataObject): IDataObject | undefined {
	const found = readList(names).filter((name) => item[name] !== undefined);
	return found.length === 0 ? undefined : Object.fromEntries(found.map((name) => [name, item[name]]));
}

/** Fields that have a customer's name, as `plainName` writes them, the best first. */
const NAME_FIELDS = ['contactname', 'customername', 'fullname', 'name', 'firstname'] as const;
/** Characters of a name that are kept. */
const LONGEST_NAME = 100;

const plainName = (field: string) => field.toLowerCase().replace(/[^a-z]/g, '');

/**
 * The customer's name, if a field of the item is called so: `name`, `first_name`, `Full Name`.
 * @param hasKey if the item is about something of the customer's, such as an order, so that `name` can be that one's
 */
function nameIn(item: IDataObject, hasKey: boolean): string | undefined {
	const found = new Map(Object.entries(item).map(([field, value]) => [plainName(field), value]));
	const fields = NAME_FIELDS.filter((field) => !hasKey || field !== 'name');
	const texts = fields.map((field) => found.get(field)).filter((value) => typeof value === 'string');
	const name = texts.map(text).find(canBeName);
	return name?.slice(0, LONGEST_NAME);
}

const NO_RECIPIENT = 'To is empty. Check that the item has a phone number, and that To is the field with it.';

/**
 * From this version on, an item whose template doesn't exist can't be planned. Before, it was, and was skipped as soon as
 * it was due.
 */
const FIRST_STRICT_VERSION = 1.1;

const formFields = [...recipientFields, optionsField(recipientOptions)];

/** A recipient, with the values of the template's variables by their IDs. */
interface ReadRecipient {
	recipient: PlannedRecipient;
	values?: Record<string, string>;
}

/** Reads the recipient of an item. @throws UnreadableItem for what can't be read */
function createRecipientReader(context: IExecuteFunctions, connected: Connected, files: Files) {
	const read = createFormReader(context);
	const fileOf = createItemFiles(context, connected);
	const templateOf = createTemplateReader(context, connected.gateway, { verify: true });
	const describeMissing = createMissingDescriber(connected.gateway);
	const plansAbsent = context.getNode().typeVersion < FIRST_STRICT_VERSION;
	const fixed = plansAbsent ? undefined : fixedExpressions(context, formFields);
	const timeZone = context.getTimezone();
	return async (itemIndex: number): Promise<ReadRecipient> => {
		if (fixed !== undefined) throw new UnreadableItem([{ path: 'item', message: fixed }]);
		const get = read(itemIndex);
		const options = get('options', {}) as IDataObject;
		const given = String(get('to', '') ?? '').trim();
		const problems: Problem[] = [];
		const key = await partOf('key', problems, async () => readName(options.recipientKey, 'Recipient Key'));
		const to = await partOf('to', problems, async () => {
			if (given === '') throw new Error(NO_RECIPIENT);
			return readTo(get, connected, options.recipientType as Intent['recipientType']);
		});
		const template = await partOf('item', problems, () => templateOf(itemIndex));
		if (template?.isAbsent && !plansAbsent) {
			problems.push({ path: 'template', message: await describeMissing(template) });
		}
		const freeform = await partOf('item', problems, async () => readContent(get, itemIndex, fileOf));
		const intent = await partOf('item', problems, async () =>
			readIntentOptions(options, timeZone, connected.settings),
		);
		if (problems.length > 0) throw new UnreadableItem(problems);
		const { name, language, components } = template ?? {};
		const { json } = context.getInputData()[itemIndex]!;
		const hasKey = key !== undefined && key !== '';
		const returned = fieldsToReturn(options.returnWithReplies, json);
		const customer = nameIn(json, hasKey);
		const recipient = {
			to: to!,
			...intent,
			...factsFromFields(options, json),
			...(hasKey && { key }),
			...(customer !== undefined && { name: customer }),
			...(returned && { with: returned }),
			...(!checksFirst(options, connected.settings) && { checkFirst: false }),
			...(freeform && { freeform: files === 'upload' ? await freeform.ready() : freeform.content }),
			...(name !== undefined && language !== undefined && { template: { name, language }, components }),
		};
		return { recipient, ...(template && { values: template.values }) };
	};
}

/** The recipients of the items. */
export interface RecipientList {
	/** Reads them as they are asked for, without those whose item can't be read. */
	read(): AsyncGenerator<PlannedRecipient>;
	/** The first one that was read. */
	first(): PlannedRecipient | undefined;
	/** What the template of the first one says, filled in; undefined if there is none. */
	firstTemplate(): Promise<string | undefined>;
	/** How many customers are repeated in what was read, without a key that tells their messages apart. */
	listedTwice(): number;
	/** The item of the recipient at a place of the list, with more fields. */
	itemAt(index: number, more: IDataObject): INodeExecutionData;
	/** The items that can't be planned, each with its problems, in their order. */
	invalidItems(invalid: readonly InvalidRecipient[]): INodeExecutionData[];
}

/** The recipients of the incoming items, of those of a number. */
export function listRecipients(
	context: IExecuteFunctions,
	connected: Connected,
	{ files, itemIndexes }: { files: Files; itemIndexes: readonly number[] },
): RecipientList {
	const items = context.getInputData();
	const readRecipient = createRecipientReader(context, connected, files);
	/** The item of each place of the list, and what its problems name. */
	const places: Array<{ itemIndex: number } & Pick<PlannedRecipient, 'components'>> = [];
	let first: ReadRecipient | undefined;
	const seen = new Set<string>();
	const twice = new Set<string>();
	const unreadable: Array<{ itemIndex: number; problems: Problem[] }> = [];
	const withMore = (itemIndex: number, more: IDataObject): INodeExecutionData => {
		const item = items[itemIndex]!;
		return { ...item, json: { ...item.json, ...more }, pairedItem: { item: itemIndex } };
	};
	return {
		first: () => first?.recipient,
		async firstTemplate() {
			const { template } = first?.recipient ?? {};
			const item = template && (await connected.gateway.templates.get(template.name, template.language));
			return item && asText(fillTemplate(item, first?.values));
		},
		listedTwice: () => twice.size,
		itemAt: (index, more) => withMore(places[index]!.itemIndex, more),
		async *read() {
			for (const itemIndex of itemIndexes) {
				try {
					const read = await readRecipient(itemIndex);
					const { recipient } = read;
					places.push({ itemIndex, components: recipient.components });
					first ??= read;
					if (recipient.key === undefined) {
						const customer = normalizeAddress(recipient.to);
						(seen.has(customer) ? twice : seen).add(customer);
					}
					yield recipient;
				} catch (error) {
					// If the gateway couldn't be asked, nothing is wrong with the item.
					if (error instanceof GatewayError) throw toNodeError(context, error, itemIndex);
					const problems =
						error instanceof UnreadableItem
							? error.problems
							: [{ path: 'item', message: unreadableText(error, formFields) }];
					unreadable.push({ itemIndex, problems });
				}
			}
		},
		invalidItems(invalid) {
			const refused = invalid.map(({ index, problems }) => {
				const { itemIndex, components } = places[index]!;
				const inWords = problems.map(({ path, message }) => ({
					path: dottedPath(path) || 'the request',
					message: `${fieldOfRequest(path, components)} ${message}.`,
				}));
				return { itemIndex, problems: inWords };
			});
			return [...unreadable, ...refused]
				.sort((a, b) => a.itemIndex - b.itemIndex)
				.map(({ itemIndex, problems }) => withMore(itemIndex, { itemIndex, problems }));
		},
	};
}
