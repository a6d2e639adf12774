import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { Decision } from '../../engine';
import { costRangeText, isKeptCampaign, RECIPIENT_STATES } from '../../engine';
import type { Campaign, CampaignRecipient, DryRunResult, PlanResult, SendDueSummary } from '../../sending';
import { localTime, withLocalTimes } from '../shared/times';

/** What is said of items that can't be planned. */
const INVALID = 'invalid (the output Invalid says why)';

/** Sentences as a text: those that apply, each with its period. */
const written = (sentences: ReadonlyArray<string | false | undefined>) =>
	sentences.flatMap((each) => (each ? [`${each.replace(/\.$/, '')}.`] : [])).join(' ');

/** Counts as a text, without those that are 0: `76 sent, 12 held`. */
export function formatCounts(counts: ReadonlyArray<readonly [count: number, what: string]>): string {
	return counts
		.filter(([count]) => count > 0)
		.map(([count, what]) => `${count} ${what}`)
		.join(', ');
}

/** How many different reasons are said. */
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
interface InvalidItem {
	json: { problems?: unknown };
}

/** Counts why recipients weren't sent anything, and says why most of them weren't. */
function countReasons() {
	const counts = new Map<string, { said: Said; reason: string; count: number }>();
	/** Counts a recipient by its state or a rule's action, unless that isn't one of those unsent, or has no reason. */
	function add(what: unknown, reason: unknown): void {
		const said = UNSENT[String(what)];
		if (!said || typeof reason !== 'string' || reason === '') return;
		const sentence = reason.replace(/\.$/, '');
		const key = JSON.stringify([what, sentence]);
		const { count } = counts.get(key) ?? { count: 0 };
		counts.set(key, { said, reason: sentence, count: count + 1 });
	}
	return {
		add,
		/** Counts the first problem of each item, if it is the same for all, or if nothing else is spoken of. */
		addInvalid(items: readonly InvalidItem[], isAll: boolean): void {
			const first = items.map(({ json }) => (json.problems as Array<{ message: string }>)[0]?.message);
			if (isAll || new Set(first).size === 1) for (const message of first) add('invalid', message);
		},
		/**
		 * Sentences without the last period, the commonest reasons with their counts; undefined if nothing was counted.
		 * @param all how many recipients are spoken of
		 */
		commonest(all: number): string | undefined {
			const sorted = [...counts.values()].sort((one, other) => other.count - one.count);
			if (sorted[0]?.count === all) return `Why: ${sorted[0].reason}`;
			const said = sorted
				.slice(0, SAID)
				.map(
					({ said: [one, several], reason, count }) =>
						`Why ${count} ${count === 1 ? one : several}: ${reason}`,
				);
			if (sorted.length > SAID) said.push('The others have other reasons');
			return said.join('. ') || undefined;
		},
	};
}

/** Says what becomes of recipients who are in a campaign that isn't finished, and how to send them something else. */
const FIRST_MESSAGE =
	'They keep the message that was planned first, which Send Due sends unless it did already. To send them another message, enter another Campaign ID';

/** Says that recipients get nothing more from their campaign, and how they would. */
const NOTHING_MORE =
	'This campaign is finished, so nothing more is sent to them. To send them another message, enter another Campaign ID';

/** Whether n8n uses only the first of the incoming items. */
export const usesFirstOnly = (context: Pick<IExecuteFunctions, 'getNode'>): boolean =>
	context.getNode().executeOnce === true;

/** Says that the others of the incoming items were left out, and how to use them. */
const FIRST_ONLY =
	'Execute Once is on, so only the first item was used. To use all items, turn it off in the settings of this node';

/** Says that several incoming items read the same campaign each, and how to read it once; undefined if they didn't. */
export function repeatedReads(output: IDataObject[], context: IExecuteFunctions): string | undefined {
	const times = context.getInputData().length;
	const [campaign, ...others] = new Set(output.map((each) => each.campaign));
	if (times < 2 || typeof campaign !== 'string' || others.length > 0) return undefined;
	return `This ran ${times} times for the same campaign, once for each incoming item. To run it once, turn on Execute Once in the settings of this node.`;
}

const FILL_IN_FREEFORM = 'To reach those who wrote lately now, fill in Freeform Text';
const NOBODY_KNOWN =
	'No customer is known to have written within the last 24 hours. If somebody did, publish a workflow with a Business Messaging Trigger, which notes who writes';

/** Says that only the first of a customer's items counts, and how to send each; false if nobody stands twice. */
const onlyOneEach = (listedTwice: number) =>
	listedTwice > 0 &&
	`${listedTwice === 1 ? '1 customer stands' : `${listedTwice} customers stand`} more than once in the list, and only the first message counts. To send each of them, for example one for each appointment, set the option Recipient Key`;

/** What else is known of a list of recipients. */
interface Findings {
	/** The items that can't be planned. */
	invalid: readonly InvalidItem[];
	/** Whether the campaign has nobody left to send to. */
	isFinished: boolean;
	/** Whether n8n uses only the first item. */
	isFirstOnly: boolean;
	/** How many customers stand more than once among the items, without a Recipient Key. */
	listedTwice: number;
}

interface DryRunFindings extends Findings {
	/** Whether templates would go out, and nobody at all is known to have written lately. */
	isNobodyKnown: boolean;
}

/** What a dry run found, as sentences: what would happen now and why, and what is planned already. */
export function dryRunSentence(
	{ actions, cost, decisions, planned, repeated }: Omit<DryRunResult, 'invalid'>,
	{ invalid, isFinished, isFirstOnly, isNobodyKnown, listedTwice }: DryRunFindings,
): string {
	const { freeform, template, hold, skip } = actions;
	const would = formatCounts([
		[freeform + template, 'would be sent now'],
		[hold, 'would be held'],
		[skip, 'would be skipped'],
		[repeated - planned, 'repeated in the list'],
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
			cost && freeform + template > 0 && `Cost: ${costRangeText(cost)}`,
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
interface Planned extends Findings, Pick<PlanResult, 'planned' | 'repeated' | 'cost'> {
	/** Why its template can't go out now, and what becomes of its recipients; undefined if it can. */
	why: Pick<Decision, 'action' | 'reason'> | undefined;
}

/** What comes next, as a sentence without its period; undefined if there are no recipients. */
function whatComesNext({ planned, repeated, isFinished, why }: Planned): string | undefined {
	if (planned === 0 && repeated === 0) return undefined;
	if (planned === 0) return isFinished ? NOTHING_MORE : FIRST_MESSAGE;
	if (why === undefined) return 'Next: Send Due sends them';
	const { action, reason } = why;
	const next =
		action === 'skip' ? 'skips them as long as that is so' : 'sends to each as soon as the rules allow it';
	return `${reason.replace(/\.$/, '')}. Send Due ${next}`;
}

/** What Plan did, and what comes next. */
export function planSentence(done: Planned): string {
	const { planned, repeated, invalid } = done;
	const counts = formatCounts([
		[planned, 'planned'],
		[repeated, 'already in the campaign or listed twice'],
		[invalid.length, INVALID],
	]);
	const reasons = countReasons();
	reasons.addInvalid(invalid, planned + repeated === 0);
	const nothing = repeated > 0 ? 'Nothing new was planned' : 'Nothing was planned';
	return written([
		planned === 0 && counts !== '' && nothing,
		counts || 'No recipients',
		reasons.commonest(planned + repeated + invalid.length),
		done.cost && planned > 0 && `Cost: ${costRangeText(done.cost)}`,
		whatComesNext(done),
		onlyOneEach(done.listedTwice),
		done.isFirstOnly && FIRST_ONLY,
	]);
}

/** What becomes of a campaign in a state. */
const BECAME: Readonly<Record<string, string>> = {
	running: 'is running. Send Due sends what is due',
	paused: 'is paused. Send Due sends nothing of it until you resume it',
	cancelled: 'is cancelled. Recipients who had no message yet get none',
};

/** How a campaign is after it was changed; undefined if nothing is said of its state. */
export function changeSentence({ campaign, state }: IDataObject): string | undefined {
	const became = BECAME[String(state)];
	return became && `The campaign ${String(campaign)} ${became}.`;
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
function whatIsDueNext(held: number, nextDueAt: number | undefined, timeZone: string): string | undefined {
	if (nextDueAt === undefined) return undefined;
	const at = `${localTime(nextDueAt, timeZone)} (${timeZone})`;
	return held > 0 ? `Checked again at ${at}` : `The next waiting message is due at ${at}`;
}

/** So many paused campaigns are named. */
const NAMED = 3;

/**
 * What Send Due did, why something wasn't sent, and what comes next. Times are in the time zone.
 * @param unsent the recipients that are held or skipped now, and those whose message failed
 * @param standing the campaigns that are paused, if nothing was due
 */
export function sendDueSentence(
	{ accepted, held, skipped, failed, unconfirmed, paused, halted, nextDueAt }: SendDueSummary,
	unsent: readonly Unsent[],
	timeZone: string,
	standing: ReadonlyArray<Pick<Campaign, 'id' | 'why'>> = [],
): string {
	const counts = formatCounts([
		[accepted, 'sent'],
		[held, 'held'],
		[skipped, 'skipped'],
		[failed, 'failed'],
		[unconfirmed, 'unconfirmed'],
	]);
	const all = accepted + held + skipped + failed + unconfirmed;
	return written([
		counts === '' ? 'Nothing was due' : counts,
		...standing.slice(0, NAMED).map(({ id, why }) => `${id} is paused${why ? `: ${why}` : ''}`),
		standing.length > NAMED && `${standing.length - NAMED} more campaigns are paused`,
		standing.length > 0 && 'Resume continues a paused campaign',
		commonestReason(unsent, all, timeZone),
		held > 0 && 'A later Send Due sends what is held, as soon as the rules allow it',
		whatIsDueNext(held, nextDueAt, timeZone),
		unsent.some(({ campaign }) => !isKeptCampaign(campaign)) && 'Get Recipients shows each of them',
		...paused.map(({ campaign, why }) => `${campaign} was paused: ${why}`),
		...halted.map(({ why }) => why),
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
