import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import {
	gatherReasons,
	inMillionths,
	isKeptCampaign,
	RECIPIENT_STATES,
	resumedBudgetText,
} from '../../engine';
import type { Millionths } from '../../engine';
import type { CampaignRecipient, EndCounts, PausedCampaign, SendDueSummary } from '../../sending';
import { ranOften } from '../shared/run-action';
import { withLocalTimes, zonedTime } from '../shared/times';

/** Sentences as a text: those that apply, each in a line of its own and with its period. */
export const written = (sentences: ReadonlyArray<string | false | undefined>) =>
	sentences.flatMap((each) => (each ? [`${each.replace(/\.$/, '')}.`] : [])).join('\n');

/** Counts as a text, without those that are 0: `76 sent, 12 held`. */
export function formatCounts(counts: ReadonlyArray<readonly [count: number, what: string]>): string {
	return counts
		.filter(([count]) => count > 0)
		.map(([count, what]) => `${count} ${what}`)
		.join(', ');
}

/** How many different reasons are said before the others are summed up. A single other one is said as well. */
const SAID = 2;

/** What is said of one recipient, and of several. */
type Said = readonly [one: string, several: string];

/** What is said of recipients that weren't sent anything, by what became or would become of them. */
const UNSENT: Readonly<Record<string, Said>> = {
	held: ['is held', 'are held'],
	skipped: ['was skipped', 'were skipped'],
	failed: ['failed', 'failed'],
	invalid: ['is invalid', 'are invalid'],
	unconfirmed: ['is unconfirmed', 'are unconfirmed'],
	hold: ['would be held', 'would be held'],
	skip: ['would be skipped', 'would be skipped'],
};

/** An item that can't be planned, with its problems. */
export interface InvalidItem {
	json: { problems?: unknown };
}

/**
 * Counts why recipients weren't sent anything, and says why most of them weren't. Reasons that differ in their times alone
 * are one.
 */
export function countReasons() {
	const counts = gatherReasons<Said>();
	/** Counts recipients by their state or a rule's action, unless that isn't one of those unsent, or has no reason. */
	function add(what: unknown, reason: unknown, times = 1): void {
		const said = UNSENT[String(what)];
		if (!said || typeof reason !== 'string' || reason === '') return;
		counts.add(said, reason.replace(/\.$/, ''), times);
	}
	return {
		add,
		/** Counts the first problem of each item, if it is the same for all, or if nothing else is spoken of. */
		addInvalid(items: readonly InvalidItem[], isAll: boolean): void {
			const first = items.map(({ json }) => (json.problems as Array<{ message: string }>)[0]?.message);
			if (isAll || new Set(first).size === 1) for (const message of first) add('invalid', message);
		},
		/**
		 * Lines without the last period, the commonest reasons with their counts; undefined if nothing was counted.
		 * @param all how many recipients are spoken of
		 */
		commonest(all: number): string | undefined {
			const sorted = counts.all();
			if (sorted[0]?.count === all) return `Why: ${sorted[0].reason}`;
			const isEach = sorted.length <= SAID + 1;
			const said = sorted
				.slice(0, isEach ? sorted.length : SAID)
				.map(({ of: [one, several], reason, count }) => {
					return `Why ${count} ${count === 1 ? one : several}: ${reason}`;
				});
			if (!isEach) said.push('The others have other reasons');
			return said.join('.\n') || undefined;
		},
	};
}

/** Says that several incoming items read the same campaign each, and how to read it once; undefined if they didn't. */
export function repeatedReads(output: IDataObject[], context: IExecuteFunctions): string | undefined {
	const times = context.getInputData().length;
	const [campaign, ...others] = new Set(output.map((each) => each.campaign));
	if (times < 2 || typeof campaign !== 'string' || others.length > 0) return undefined;
	return ranOften(times, 'campaign');
}

/** What becomes of those who had no message when their campaign was cancelled. */
function whoGetsNone(skipped: number): string {
	if (skipped === 0) return 'No recipient was left';
	return skipped === 1
		? '1 recipient who had no message yet gets none'
		: `${skipped} recipients who had no message yet get none`;
}

/** Says how many recipients wait, without a period. */
const whoWaits = (waiting: number): string => {
	if (waiting === 0) return 'No recipient waits';
	return waiting === 1 ? '1 recipient waits' : `${waiting} recipients wait`;
};

/** Says how many messages still go out, without a period; none if no message does. */
function whatGoesOut(sending: number): string[] {
	if (sending === 0) return [];
	return [sending === 1 ? '1 message is being sent now' : `${sending} messages are being sent now`];
}

/** What pauses a campaign again that was resumed, without a period. */
const whatPauses = (currency: string, left: Millionths): string =>
	resumedBudgetText(currency, left, 'run Resume with a bigger New Budget');

/** What becomes of a campaign in a state. */
const BECAME: Readonly<Record<string, (campaign: IDataObject) => string>> = {
	running: ({ waiting, budget, budgetLeft }) =>
		[
			'is running',
			...(waiting === undefined ? [] : [whoWaits(Number(waiting))]),
			...(waiting === 0 ? [] : ['Send Due sends what is due']),
			...(budgetLeft === undefined || waiting === 0
				? []
				: [whatPauses(String((budget as IDataObject).currency), inMillionths(Number(budgetLeft)))]),
		].join('. '),
	paused: ({ waiting, sending = 0 }) =>
		[
			'is paused',
			...(waiting === undefined ? [] : [whoWaits(Number(waiting))]),
			...whatGoesOut(Number(sending)),
			'Send Due sends nothing of it until you resume it',
		].join('. '),
	finished: () => 'was finished before: nobody waited for a message, so nothing was cancelled',
	cancelled: ({ skipped }) => `is cancelled. ${whoGetsNone(Number(skipped))}`,
};

/** How a campaign is after it was changed; undefined if nothing is said of its state. */
export function changeSentence(changed: IDataObject): string | undefined {
	const became = BECAME[String(changed.state)]?.(changed);
	return became && `The campaign ${String(changed.campaign)} ${became}.`;
}

/** A recipient that is held or skipped, or whose message failed. */
export type Unsent = Pick<CampaignRecipient, 'campaign' | 'state' | 'reason'>;

/** Why most of them weren't sent anything, of all that were looked at; undefined if none says why. */
function commonestReason(unsent: readonly Unsent[], all: number, timeZone: string): string | undefined {
	const reasons = countReasons();
	for (const { state, reason } of unsent) reasons.add(state, reason);
	const why = reasons.commonest(all);
	return why && withLocalTimes(why, timeZone);
}

/** When something is due again: for those that are held now, or else for others. */
function whatIsDueNext(
	{ held, nextDueAt }: SendDueSummary,
	campaign: string,
	timeZone: string,
): string | undefined {
	if (nextDueAt === undefined) return undefined;
	const at = zonedTime(nextDueAt, timeZone);
	if (held > 0) return `Checked again at ${at}`;
	return `The next waiting message of ${campaign || 'all campaigns'} is due at ${at}`;
}

/** So many campaigns are named. */
const NAMED = 3;

const endCounts = ({ accepted, held, skipped, failed, unconfirmed }: EndCounts): string =>
	formatCounts([
		[accepted, 'sent'],
		[held, 'held'],
		[skipped, 'skipped'],
		[failed, 'failed'],
		[unconfirmed, 'unconfirmed'],
	]);

const countOf = ({ accepted, held, skipped, failed, unconfirmed }: EndCounts): number =>
	accepted + held + skipped + failed + unconfirmed;

/** What was done in each campaign, the largest first, if there are several: `spring: 20 sent, 2 held`. */
function whatByCampaign(campaigns: SendDueSummary['campaigns']): string[] {
	if (campaigns.length < 2) return [];
	const sorted = [...campaigns].sort((one, other) => countOf(other) - countOf(one));
	const others = sorted.slice(NAMED);
	const inOthers = others.reduce((sum, each) => sum + countOf(each), 0);
	const of = others.length === 1 ? '1 more campaign' : `${others.length} more campaigns`;
	return [
		...sorted.slice(0, NAMED).map((each) => {
			const name = isKeptCampaign(each.campaign) ? 'Messages that Send Auto kept' : each.campaign;
			return `${name}: ${endCounts(each)}`;
		}),
		...(others.length === 0 ? [] : [`${of}: ${inOthers === 1 ? '1 recipient' : `${inOthers} recipients`}`]),
	];
}

/** Why a campaign is paused, and how many wait in it; without the last period. */
function whatIsPaused({ campaign, why, waiting = 0 }: PausedCampaign): string {
	const because = why ? `: ${why.replace(/\.$/, '')}` : '';
	return [`${campaign} is paused${because}`, whoWaits(waiting)].filter(Boolean).join('. ');
}

/** Why a number sends nothing, and until when; without the last period. */
const whyHalted = ({ why, until }: SendDueSummary['halted'][number], timeZone: string): string =>
	`${withLocalTimes(why, timeZone).replace(/\.$/, '')}. The number sends nothing until ${zonedTime(until, timeZone)}, and a later Send Due continues`;

/**
 * What Send Due did, why something wasn't sent, and what comes next. Times are in the time zone.
 * @param unsent the recipients that are held or skipped now, and those whose message failed
 * @param campaign the only one that it was for; empty for all
 */
export function sendDueSentence(
	summary: SendDueSummary,
	unsent: readonly Unsent[],
	timeZone: string,
	campaign = '',
): string {
	const { held, campaigns, paused, halted, ended } = summary;
	return written([
		endCounts(summary) || (paused.length + halted.length > 0 ? 'Nothing was sent' : 'Nothing was due'),
		...whatByCampaign(campaigns),
		ended === 'budget' && 'The time budget is used up. The next Send Due sends the rest',
		...halted.map((number) => whyHalted(number, timeZone)),
		...paused.slice(0, NAMED).map(whatIsPaused),
		paused.length > NAMED && `${paused.length - NAMED} more campaigns are paused`,
		paused.length > 0 && 'Resume continues a paused campaign',
		commonestReason(unsent, countOf(summary), timeZone),
		held > 0 && 'A later Send Due sends what is held, as soon as the rules allow it',
		whatIsDueNext(summary, campaign, timeZone),
		unsent.some((each) => !isKeptCampaign(each.campaign)) && 'Get Recipients shows each of them',
	]);
}

/** A recipient as an item carries it. */
interface ListedRecipient {
	campaign?: unknown;
	key?: unknown;
	state?: unknown;
	reason?: unknown;
}

/** How many of the listed recipients are in each state, and why most of the messages weren't sent. */
export function recipientsSentence(listed: readonly ListedRecipient[]): string {
	const recipients = new Map(listed.map((each) => [JSON.stringify([each.campaign, each.key]), each]));
	const all = [...recipients.values()];
	const counts = formatCounts(
		RECIPIENT_STATES.map((each) => [all.filter(({ state }) => state === each).length, each]),
	);
	const reasons = countReasons();
	for (const { state, reason } of all) reasons.add(state, reason);
	return written([counts || 'No recipients', reasons.commonest(all.length)]);
}
