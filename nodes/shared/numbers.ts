import type {
	IDataObject,
	IExecuteFunctions,
	ILoadOptionsFunctions,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';
import type { Credential } from './credential';
import { CREDENTIAL, credentialsOf, dataForNumber, listNumbers, readCredentials } from './credential';
import { itemsOfTrigger } from './events/refuse-other-store';
import type { Action } from './operation';
import { createParameterReader } from './read/item-parameter';
import { readAllFirst } from './read/read-all-first';
import { text } from './read/values';

/** Which number of the credential an item is for. Every operation on a number has it in its form. */
export const fromNumber: INodeProperties = {
	// eslint-disable-next-line n8n-nodes-base/node-param-display-name-wrong-for-dynamic-options
	displayName: 'From Number',
	name: 'fromNumber',
	type: 'options',
	typeOptions: { loadOptionsMethod: 'getNumbers' },
	default: '',
	description:
		'Which phone number of the credential this is for, if it has several. Leave empty for the one that the event of the item came in on. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
};

/** The same for what acts on all numbers if none is chosen. */
export const fromNumberOrAll: INodeProperties = {
	...fromNumber,
	typeOptions: { loadOptionsMethod: 'getNumbersOrAll' },
	description:
		'Which phone number of the credential this is for, if it has several. Leave empty for all of them. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
};

/** The numbers to choose from; none as long as no credential is chosen, which is when n8n asks first. */
async function offer(context: ILoadOptionsFunctions, empty: string): Promise<INodePropertyOptions[]> {
	const isChosen = context.getNode().credentials?.[CREDENTIAL] !== undefined;
	const numbers = isChosen ? await credentialsOf(context) : [];
	return [{ name: empty, value: '' }, ...numbers.map(({ channel }) => ({ name: channel, value: channel }))];
}

/** The lists of From Number: the numbers of the credential. */
export const numberLists = {
	getNumbers(this: ILoadOptionsFunctions) {
		return offer(this, "Automatic (the Event's, or the Credential's Only Number)");
	},
	getNumbersOrAll(this: ILoadOptionsFunctions) {
		return offer(this, 'All Numbers');
	},
	async getEachNumber(this: ILoadOptionsFunctions) {
		return (await offer(this, '')).slice(1);
	},
};

/**
 * The numbers that a form is about: the one chosen in From Number, or else all of the credential. An expression is none
 * yet.
 */
export async function credentialsOfForm(
	context: ILoadOptionsFunctions,
): Promise<[Credential, ...Credential[]]> {
	const numbers = await credentialsOf(context);
	if (numbers.length === 1) return numbers;
	const wanted = context.getCurrentNodeParameter(fromNumber.name);
	const chosen = numbers.find(({ channel }) => channel === wanted);
	return chosen ? [chosen] : numbers;
}

const choose = (numbers: readonly Credential[]) =>
	`The credential has these: ${listNumbers(numbers)}. Choose one of them in From Number.`;

/** The item as an event of a number: which. */
const numberOfEvent = ({ channel }: IDataObject) => (typeof channel === 'string' ? channel : '');

/** The number that an execution's events came in on, if it is the same for all of them. */
function numberOfTrigger(context: IExecuteFunctions): string {
	const [number = '', ...others] = new Set(itemsOfTrigger(context).map(numberOfEvent));
	return others.length === 0 ? number : '';
}

/** The number that an item's event came in on, or else its execution's events; `undefined` if there is none. */
function ofEvent(
	item: IDataObject,
	numbers: readonly Credential[],
	ofTrigger: () => string,
): Credential | undefined {
	const own = numberOfEvent(item);
	const named = numbers.find(({ channel }) => channel === own);
	if (named) return named;
	// Other items may have a field of this name, too.
	const isEvent = own !== '' && item.eventId !== undefined;
	const number = isEvent ? own : ofTrigger();
	if (number === '') return undefined;
	const found = numbers.find(({ channel }) => channel === number);
	if (found) return found;
	throw new Error(
		`The event came in on ${number}, which isn't a number of the credential. ${choose(numbers)}`,
	);
}

/** What an action does with one number: its items, and a context whose credential is that number's. */
export interface OfNumber {
	context: IExecuteFunctions;
	itemIndexes: readonly number[];
	/** Which number; absent if the credential has no other. */
	channel?: string;
}

/** In place of a number, for what acts on none. */
const ANY = '';

/** The items of an execution, by the numbers that they are for. */
export interface ByNumber {
	/** Each with the items that it acts on. */
	numbers: OfNumber[];
	/** The channels of the numbers that an item is for. @throws Error if nothing says so */
	channelsOf(itemIndex: number): Promise<readonly string[]>;
}

type ActionOnNumber = Pick<Action, 'named' | 'numbers'>;

/**
 * The numbers that an item is for: that of From Number, of the item's event, or the one that has what the item names. If
 * nothing says so, that is all numbers for an action on all, and an error for any other: it is never guessed.
 */
function createChooser(
	context: IExecuteFunctions,
	{ named, numbers: use }: ActionOnNumber,
	numbers: readonly Credential[],
	contextOf: (channel: string) => IExecuteFunctions,
) {
	const given = createParameterReader<unknown>(context, fromNumber.name, '');
	const items = context.getInputData();
	let trigger: string | undefined;
	const ofTrigger = () => (trigger ??= numberOfTrigger(context));

	async function knowing(itemIndex: number): Promise<readonly Credential[] | undefined> {
		if (!named) return undefined;
		const answers = await Promise.all(
			numbers.map(({ channel }) => named.isKnown(contextOf(channel), itemIndex)),
		);
		if (answers.includes(undefined)) return undefined;
		const known = numbers.filter((_, index) => answers[index]);
		if (known.length === 1) return known;
		if (known.length === 0)
			throw new Error(`No number of the credential has ${named.what}. ${choose(numbers)}`);
		throw new Error(
			`Several numbers of the credential have ${named.what}: ${listNumbers(known)}. Choose one of them in From Number.`,
		);
	}

	return async (itemIndex: number): Promise<readonly Credential[]> => {
		const wanted = text(given(itemIndex));
		const chosen = numbers.filter(({ channel }) => channel === wanted);
		if (wanted !== '' && chosen.length === 0) {
			throw new Error(`From Number is ${wanted}, which isn't a number of the credential. ${choose(numbers)}`);
		}
		if (chosen.length > 0 || numbers.length === 1) return chosen.length > 0 ? chosen : numbers;
		const event = use === 'all' ? undefined : ofEvent(items[itemIndex]?.json ?? {}, numbers, ofTrigger);
		if (event) return [event];
		const known = await knowing(itemIndex);
		if (known || use === 'all') return known ?? numbers;
		throw new Error(
			`From Number is empty, and nothing else says which number this is for. ${choose(numbers)}`,
		);
	};
}

/**
 * Sorts the items of an execution by the numbers of the credential that they are for. For what acts on a number, the
 * credential has no other: so everything that acts on one number acts on several.
 * @throws the errors of items that are for no number, unless the node continues after errors
 */
export async function byNumber(context: IExecuteFunctions, action: ActionOnNumber): Promise<ByNumber> {
	const indexes = [...context.getInputData().keys()];
	if (action.numbers === 'any') {
		return { numbers: [{ context, itemIndexes: indexes }], channelsOf: async () => [ANY] };
	}
	const data = await context.getCredentials(CREDENTIAL);
	const numbers = readCredentials(data);
	const contexts = new Map(
		numbers.map((number) => {
			const own = Promise.resolve(numbers.length === 1 ? data : dataForNumber(data, number));
			const getCredentials = { value: () => own };
			return [number.channel, Object.create(context, { getCredentials }) as IExecuteFunctions];
		}),
	);
	const contextOf = (channel: string) => contexts.get(channel)!;
	const entryOf = (channel: string, itemIndexes: readonly number[]): OfNumber => ({
		context: contextOf(channel),
		itemIndexes,
		...(numbers.length > 1 && { channel }),
	});
	const [{ channel: first }] = numbers;
	if (numbers.length === 1 && !context.getNode().parameters[fromNumber.name]) {
		return { numbers: [entryOf(first, indexes)], channelsOf: async () => [first] };
	}
	const choiceFor = createChooser(context, action, numbers, contextOf);
	const chosen = await readAllFirst(context, choiceFor, {
		itemIndexes: indexes,
		refused: 'Nothing was done.',
	});
	const itemsOf = new Map<string, number[]>();
	for (const itemIndex of indexes) {
		for (const { channel } of await chosen(itemIndex).catch(() => [])) {
			const items = itemsOf.get(channel) ?? [];
			items.push(itemIndex);
			itemsOf.set(channel, items);
		}
	}
	return {
		numbers: [...itemsOf].map(([channel, itemIndexes]) => entryOf(channel, itemIndexes)),
		channelsOf: async (itemIndex) => (await chosen(itemIndex)).map(({ channel }) => channel),
	};
}
