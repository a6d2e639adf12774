import type { Millionths, ReconciledLine } from '../../../engine';
import { decimalsOf, differenceOf, writeAmount } from '../../../engine';

type Sides = Pick<ReconciledLine, 'billed' | 'counted'>;

/** Writes the amounts of a text. */
type Write = (amount: Millionths) => string;

/** Writes amounts with as many decimals as the longest one of the lines needs. */
function amountsIn(lines: readonly Sides[], currency: string): Write {
	const decimals = decimalsOf(lines.flatMap(({ billed, counted }) => [billed.cost ?? 0, counted.cost ?? 0]));
	return (amount) => `${currency} ${writeAmount(amount, decimals)}`;
}

/** So many lines that differ are told. */
const TOLD = 5;

const sideText = ({ messages, cost }: ReconciledLine['billed'], write: Write): string =>
	messages === 0 ? 'nothing' : `${messages}${cost === undefined ? '' : ` for ${write(cost)}`}`;

/** The sides of all lines together. A cost that one line doesn't know isn't known of all. */
function together(lines: readonly ReconciledLine[]): Sides {
	const sum = (side: keyof Sides) => ({
		messages: lines.reduce((all, line) => all + line[side].messages, 0),
		...(lines.every((line) => line[side].cost !== undefined) && {
			cost: lines.reduce((all, line) => all + line[side].cost!, 0),
		}),
	});
	return { billed: sum('billed'), counted: sum('counted') };
}

const moreOrFewer = (count: number): string => {
	if (count === 0) return 'as many messages';
	const number = Math.abs(count);
	return `${number} ${count > 0 ? 'more' : 'fewer'} ${number === 1 ? 'message' : 'messages'}`;
};

const moreOrLess = (amount: Millionths, write: Write): string =>
	amount === 0 ? 'costs the same' : `costs ${write(Math.abs(amount))} ${amount > 0 ? 'more' : 'less'}`;

/** What the bill has more or less than was counted, in all: `Together: billed 5 for EUR 0.22, counted 4 for EUR 0.20. …`. */
function differenceText(lines: readonly ReconciledLine[], write: Write): string {
	const { billed, counted } = together(lines);
	const costs = lines.flatMap((line) => differenceOf(line).cost ?? []);
	const cost = moreOrLess(
		costs.reduce((sum, each) => sum + each, 0),
		write,
	);
	const without = costs.length < lines.length ? ', without the lines whose cost is unknown' : '';
	const than = [
		moreOrFewer(billed.messages - counted.messages),
		...(costs.length === 0 ? [] : [`${cost}${without}`]),
	].join(' and ');
	return `Together: billed ${sideText(billed, write)}, counted ${sideText(counted, write)}. The bill has ${than}.`;
}

/** How many lines agree, which of them differ and why, and what the difference comes to. */
export function hintOf(lines: readonly ReconciledLine[], currency: string): string {
	if (lines.length === 0) return 'The bill has no lines.';
	const write = amountsIn(lines, currency);
	const differing = lines.filter(({ agrees }) => !agrees);
	const differ = differing.length;
	if (differ === 0) {
		const { messages, cost } = together(lines).billed;
		const sum = messages === 1 ? '1 message' : `${messages} messages`;
		const of = cost === undefined ? '' : ` for ${write(cost)}`;
		return `All lines agree (${lines.length}): ${sum}${of}.`;
	}
	return [
		`${differ} of ${lines.length} lines differ:`,
		...differing
			.slice(0, TOLD)
			.map(
				({ day, market, category, type, billed, counted, likelyCause }) =>
					`- ${day}, ${market}, ${category} (${type}): billed ${sideText(billed, write)}, counted ${sideText(counted, write)}. Likely cause: ${likelyCause}`,
			),
		...(differ > TOLD ? [`- and ${differ - TOLD} more`] : []),
		differenceText(lines, write),
		"Their items come first, and list this number's messages that were counted. The bill and the counts are those of all the account's numbers.",
	].join('\n');
}

/** Says how many messages have no cost on the bill, of which only the number could be compared. */
export function withoutCostHint(lines: readonly ReconciledLine[]): string | undefined {
	const without = lines.filter(({ billed }) => billed.messages > 0 && billed.cost === undefined);
	const messages = without.reduce((sum, { billed }) => sum + billed.messages, 0);
	if (messages === 0) return undefined;
	const of = messages === 1 ? '1 message, which has' : `${messages} messages, which have`;
	return `Only the number was compared of ${of} no cost on the bill.`;
}

/** Says that no line of a bill has replies from the phone app, and where they are counted. */
export function appRepliesHint(count: number): string | undefined {
	if (count === 0) return undefined;
	const [replies, they] = count === 1 ? ['1 reply', "isn't"] : [`${count} replies`, "aren't"];
	return `${replies} that somebody typed in the phone app ${they} compared, because no bill has such replies. Get Spending counts them as free messages.`;
}

/** Says which lines stand in the bill twice. They were added up: the platform's answer can have parts of a day. */
export function repeatedHint([first, ...others]: readonly number[]): string | undefined {
	if (first === undefined) return undefined;
	if (others.length === 0) return `Line ${first} says the same as a line before it. Both were added up.`;
	return `${others.length + 1} lines say the same as a line before them, such as line ${first}. All were added up.`;
}
