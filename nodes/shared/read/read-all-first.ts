import type { IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { ProblemList, toNodeError } from '../errors/item-errors';

type Read<Value> = (itemIndex: number) => Promise<Value>;
type Failure = ReturnType<typeof toNodeError>;

/** How many items a problem names, and how many problems are listed. */
const [MOST_ITEMS, MOST_PROBLEMS] = [10, 50];

function namesOf(items: readonly number[]): string {
	const named = items.slice(0, MOST_ITEMS).join(', ');
	const more = items.length - MOST_ITEMS;
	return `${items.length === 1 ? 'Item' : 'Items'} ${named}${more > 0 ? `, and ${more} more` : ''}`;
}

/** All that an error says, without what it begins with in every case. */
const wordsOf = ({ message, description }: Failure, refused: string) =>
	[message.startsWith(`${refused} `) ? message.slice(refused.length + 1) : message, description]
		.filter(Boolean)
		.join(' ');

/** What is wrong with an item: the error that it ends with, and each problem. */
interface Refused {
	failure: Failure;
	problems: readonly string[];
}

/** One error that names every item that can't be read, and each thing that is wrong with it, in one list. */
function errorOf(
	context: IExecuteFunctions,
	failures: ReadonlyMap<number, Refused>,
	refused: string,
): Failure {
	const [[firstItem, first]] = failures as unknown as [[number, Refused]];
	if (failures.size === 1) return first.failure;
	const items = new Map<string, number[]>();
	for (const [itemIndex, { problems }] of failures) {
		for (const words of problems) items.set(words, [...(items.get(words) ?? []), itemIndex]);
	}
	const problems = [...items].map(([words, indexes]) => `${namesOf(indexes)}: ${words}`);
	const more = problems.length - MOST_PROBLEMS;
	const listed = [...problems.slice(0, MOST_PROBLEMS), ...(more > 0 ? [`${more} more like these.`] : [])];
	const { message, list } = new ProblemList(refused, listed);
	return new NodeOperationError(context.getNode(), message, {
		itemIndex: firstItem,
		...(list !== '' && { description: list }),
	});
}

interface Reading {
	/** The items to read. */
	itemIndexes: readonly number[];
	/** What an error of several items begins with. */
	refused?: string;
}

/**
 * Reads items before the first one is acted on, so that an item that can't be read stops the node before it has
 * done anything. If the node continues after errors, only the items that can't be read fail.
 * @throws the error of the item that can't be read, or one that names all such items
 */
export async function readAllFirst<Value>(
	context: IExecuteFunctions,
	read: Read<Value>,
	{ itemIndexes, refused = 'Nothing was sent.' }: Reading,
): Promise<Read<Value>> {
	const values = new Map<number, Value>();
	const failures = new Map<number, Refused>();
	for (const itemIndex of itemIndexes) {
		try {
			values.set(itemIndex, await read(itemIndex));
		} catch (error) {
			const failure = toNodeError(context, error, itemIndex);
			const problems = error instanceof ProblemList ? error.problems : [wordsOf(failure, refused)];
			failures.set(itemIndex, { failure, problems });
		}
	}
	if (failures.size > 0 && !context.continueOnFail()) throw errorOf(context, failures, refused);
	return (itemIndex) => {
		const found = failures.get(itemIndex);
		return found ? Promise.reject(found.failure) : Promise.resolve(values.get(itemIndex)!);
	};
}
