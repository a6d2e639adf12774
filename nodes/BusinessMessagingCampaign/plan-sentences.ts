import type { IExecuteFunctions } from 'n8n-workflow';
import type { CostRange, Decision, Millionths } from '../../engine';
import { COUNTED_AS_HIGHEST, costRangeText, writeAmount } from '../../engine';
import type { DryRunResult, PlanResult } from '../../sending';
import type { InvalidItem } from './sentences';
import { countReasons, formatCounts, written } from './sentences';

/** What is said of items that can't be planned. */
const INVALID = 'invalid (the output Invalid says why)';

/** Says what becomes of recipients who are in a campaign that isn't finished, and how to send them something else. */
const FIRST_MESSAGE =
	'Those who were planned before keep their message, which Send Due sends unless it did already. To send them another message, enter another Campaign ID';

/** Says that recipients get nothing more from their campaign, and how they would. */
const NOTHING_MORE =
	'This campaign is finished, so nothing more is sent to them. To send them another message, enter another Campaign ID';

/** Whether n8n uses only the first of the incoming items. */
export const usesFirstOnly = (context: Pick<IExecuteFunctions, 'getNode'>): boolean =>
	context.getNode().executeOnce === true;

/** Says that the others of the incoming items were left out, and how to use them. */
const FIRST_ONLY =
	'Execute Once is on, so only the first item was used. To use all items, turn it off in the settings of this node';

const FILL_IN_FREEFORM = 'To reach those who wrote lately now, fill in Freeform Text';
const NOBODY_KNOWN =
	'No customer is known to have written within the last 24 hours. If somebody did, publish a workflow with a Business Messaging Trigger, which notes who writes';

/** Says that only the first of a customer's items counts, and how to send each; false if nobody is repeated. */
const onlyOneEach = (listedTwice: number) =>
	listedTwice > 0 &&
	`${listedTwice === 1 ? '1 customer is' : `${listedTwice} customers are`} repeated in the list, and only the first message counts. To send each of them, for example one for each appointment, set the option Recipient Key`;

/** How many stood in the list before, and who did first, as a count of `formatCounts`. */
const repeatedInList = (count: number, first: string | undefined) => {
	const who = first === undefined ? '' : ` (${count === 1 ? '' : 'first: '}${first})`;
	return [count, `repeated in the list${who}`] as const;
};

/** Whether what the campaign may cost is enough. Without a price for some, only what is too little is known. */
function againstBudget(cost: CostRange, budget: Millionths | undefined) {
	const { currency, least, most } = cost;
	if (budget === undefined) return false;
	const named = `The budget of ${currency} ${writeAmount(budget)}`;
	if (most > budget) {
		const covers = least > budget ? "doesn't cover that" : 'may not cover that';
		return `${named} ${covers}. The campaign is paused when the next message doesn't fit`;
	}
	return !lacksPrices(cost) && `${named} covers that`;
}

const lacksPrices = ({ unknown }: CostRange) => Object.keys(unknown).length > 0;

const SET_PRICES = 'Set prices with Money: Set Prices ("Set what messages cost" in n8n\'s list)';

/** What becomes of messages without a price: with prices, and without any if rules of the policy limit what they cost. */
function withoutPrices(cost: CostRange | undefined, policy: string, spendCaps: readonly string[]): string[] {
	if (cost) return lacksPrices(cost) ? [COUNTED_AS_HIGHEST, SET_PRICES] : [];
	if (spendCaps.length === 0) return [];
	const isOne = spendCaps.length === 1;
	const named = `The ${isOne ? 'rule' : 'rules'} ${spendCaps.join(', ')} of the policy ${policy}`;
	const counts = isOne ? 'it counts' : 'they count';
	return [
		`${named} ${isOne ? 'limits' : 'limit'} what messages cost, but the account has no prices. A cost that isn't known counts as more than any limit, so a message that ${counts} is held`,
		SET_PRICES,
	];
}

/** What else is known of a list of recipients. */
interface Findings {
	/** What the campaign may cost, if it has a limit. */
	budget?: Millionths | undefined;
	/** The items that can't be planned. */
	invalid: readonly InvalidItem[];
	/** Whether the campaign has nobody left to send to. */
	isFinished: boolean;
	/** Whether n8n uses only the first item. */
	isFirstOnly: boolean;
	/** How many customers are repeated among the items, without a Recipient Key. */
	listedTwice: number;
}

interface DryRunFindings extends Findings {
	/** Whether templates would go out, and nobody at all is known to have written lately. */
	isNobodyKnown: boolean;
}

/** What a dry run found, as sentences: what would happen now and why, and what is planned already. */
export function dryRunSentence(
	{ actions, cost, decisions, planned, repeated, firstRepeated }: Omit<DryRunResult, 'invalid'>,
	{ budget, invalid, isFinished, isFirstOnly, isNobodyKnown, listedTwice }: DryRunFindings,
): string {
	const { freeform, template, hold, skip } = actions;
	const isBoth = freeform > 0 && template > 0;
	const would = formatCounts([
		[template, isBoth ? 'would be sent now as a template' : 'would be sent now'],
		[freeform, isBoth ? 'as freeform' : 'would be sent now'],
		[hold, 'would be held'],
		[skip, 'would be skipped'],
		repeatedInList(repeated - planned, firstRepeated),
		[invalid.length, INVALID],
	]);
	const before =
		planned > 0 && `${planned} already in this campaign. ${isFinished ? NOTHING_MORE : FIRST_MESSAGE}`;
	const reasons = countReasons();
	for (const { action, reason } of decisions) reasons.add(action, reason);
	const all = freeform + template + hold + skip + repeated + invalid.length;
	reasons.addInvalid(invalid, all === invalid.length);
	const lacksFreeform = decisions.some(({ rule }) => rule === 'template-in-active-conversation');
	return (
		written([
			would,
			cost &&
				freeform + template > 0 &&
				`${hold > 0 ? 'Cost of what would be sent now' : 'Cost'}: ${costRangeText(cost)}`,
			cost && freeform + template > 0 && lacksPrices(cost) && COUNTED_AS_HIGHEST,
			cost && planned === 0 && againstBudget(cost, budget),
			reasons.commonest(all),
			lacksFreeform && FILL_IN_FREEFORM,
			isNobodyKnown && NOBODY_KNOWN,
			before,
			onlyOneEach(listedTwice),
			isFirstOnly && FIRST_ONLY,
		]) || 'No recipients.'
	);
}

/** What is known of a campaign after it was planned. */
interface Planned
	extends Findings, Pick<PlanResult, 'planned' | 'repeated' | 'alreadyPlanned' | 'firstRepeated' | 'cost'> {
	/** Why its template can't go out now, and what becomes of its recipients; undefined if it can. */
	why: Pick<Decision, 'action' | 'reason'> | undefined;
	isPaused: boolean;
	/** The name of its policy. */
	policy: string;
	/** The policy's rules that limit what messages cost. */
	spendCaps: readonly string[];
}

/** What comes next, as sentences without their periods; none if there are no recipients. */
function whatComesNext({ planned, repeated, isFinished, isPaused, why }: Planned): string[] {
	if (planned === 0 && repeated === 0) return [];
	if (planned === 0) return [isFinished ? NOTHING_MORE : FIRST_MESSAGE];
	if (isPaused) return ['The campaign is paused. Next: Resume it. Send Due sends nothing of it before'];
	if (why === undefined) return [`Next: Send Due sends ${planned === 1 ? 'it' : 'them'}`];
	const next =
		why.action === 'skip'
			? 'skips them as long as that is so'
			: 'sends to each as soon as the rules allow it';
	return [why.reason, `Next: Send Due ${next}`];
}

/** What those who were planned cost. Who gets freeform content is decided only when it goes out. */
const costOfPlanned = (cost: CostRange) =>
	`Cost: ${costRangeText(cost)}${cost.least < cost.most ? ', depending on who gets the template and who gets freeform content' : ''}`;

/** What Plan did, and what comes next. */
export function planSentence(done: Planned): string {
	const { planned, repeated, alreadyPlanned, firstRepeated, invalid, cost } = done;
	const counts = formatCounts([
		[planned, 'planned'],
		[alreadyPlanned, 'already in this campaign'],
		repeatedInList(repeated - alreadyPlanned, firstRepeated),
		[invalid.length, INVALID],
	]);
	const reasons = countReasons();
	reasons.addInvalid(invalid, planned + repeated === 0);
	const nothing = repeated > 0 ? 'Nothing new was planned' : 'Nothing was planned';
	return written([
		planned === 0 && counts !== '' && nothing,
		counts || 'No recipients',
		cost && planned > 0 && costOfPlanned(cost),
		...(planned > 0 ? withoutPrices(cost, done.policy, done.spendCaps) : []),
		cost && planned > 0 && alreadyPlanned === 0 && againstBudget(cost, done.budget),
		reasons.commonest(planned + repeated + invalid.length),
		...whatComesNext(done),
		onlyOneEach(done.listedTwice),
		done.isFirstOnly && FIRST_ONLY,
	]);
}
