import { DAY, HOUR, MINUTE } from '../../base';
import type { Action } from '../decision';
import type { Millionths } from '../money/amounts';
import { writeAmount } from '../money/amounts';
import type { FactName } from '../policies/facts';
import type { PolicyDocument } from '../policies/policy';
import type { KeptDecision } from '../store/decisions';
import type { DecidedCost } from '../store/money';

/** What a policy says of a message, and by which rule. */
export interface Said {
	action: Action;
	rule: string;
}

/** A decision of the past that the candidate would have made otherwise. */
export interface ChangedDecision extends Pick<KeptDecision, 'key' | 'channel' | 'contact' | 'at'> {
	before: Said;
	after: Said;
	/** When the candidate would have asked again, if it holds the message and that is known. Epoch ms */
	until?: number;
	/** What the message costs at most, if it goes out with one of the policies only, and its account has prices. */
	cost?: DecidedCost;
}

/** All decisions that would have changed in the same way. */
export interface ReplayChange {
	before: Said;
	/** The same as before if only the time to ask again is another one. */
	after: Said;
	/** How many decisions these are. */
	count: number;
	/** Of how many messages: one that was held again and again, and would have gone out, counts once. */
	messages: number;
	/** How long the candidate would have held them at most, in ms, if it holds them and that is known of all. */
	longestWait?: number;
	/**
	 * What these messages cost at most, by the prices of their day, if they go out with one of the policies only; absent if
	 * their account has no prices.
	 */
	cost?: ReplayCost;
	/** The oldest ten. */
	examples: ChangedDecision[];
	/** In words. */
	sentence: string;
}

interface ReplayCost {
	currency: string;
	amount: Millionths;
	/** Of so many messages, nobody knew it. */
	unknown: number;
}

/** What another policy would have decided. */
export interface Replay {
	/** How many decisions of policies were kept since then. */
	decisions: number;
	same: number;
	differ: number;
	/** Of these the candidate reads a fact that wasn't kept, because the policy of then didn't read it, and that nothing tells. */
	notKnown: number;
	/** Of those that are judged, the ones for which such facts were rebuilt from the events that remain. */
	rebuilt: number;
	/** Messages about which no policy decided, such as those that came too late. They aren't judged. */
	withoutPolicy: number;
	/** Messages that were let out and that the gateway refused. They aren't judged, as they didn't go out. */
	refused: number;
	/** The most frequent first. */
	changes: ReplayChange[];
	/** How often each fact was missing. */
	missingFacts: Partial<Record<FactName, number>>;
	/**
	 * For how many of those that are judged a fact of the candidate's own counts as what its If Missing says, because the
	 * policy of then didn't have it.
	 */
	assumedFacts: Record<string, number>;
	/** The result in words. */
	sentence: string;
	/** The same in lines: the result, each way in which decisions change, and what to know about it. */
	lines: readonly string[];
}

/** Ways in which decisions change that the sentence names. */
const NAMED = 5;

const count = (number: number) => number.toLocaleString('en-US');

const OUTCOMES: Readonly<Record<Action, string>> = {
	freeform: 'sent as freeform',
	template: 'sent as a template',
	hold: 'held',
	skip: 'skipped',
};

const inWords = ({ action, rule }: Said) => `${OUTCOMES[action]} (rule ${rule})`;

export const isSame = (one: Said, other: Said) => one.action === other.action && one.rule === other.rule;

export const isSent = ({ action }: Said) => action === 'freeform' || action === 'template';

/** Whether messages go out with one of the policies only. */
const isOneSent = ({ before, after }: Pick<ReplayChange, 'before' | 'after'>) =>
	isSent(before) !== isSent(after);

/** @param all how many messages these are @param than how that compares with what was spent */
function costInWords({ currency, amount, unknown }: ReplayCost, all: number, than?: string): string {
	if (unknown === all) return 'of unknown cost';
	const known = [`at most ${currency} ${writeAmount(amount)}`, than].filter(Boolean).join(' ');
	return unknown === 0 ? known : `${known}, and ${count(unknown)} of unknown cost`;
}

const UNITS = [
	{ name: 'day', ms: DAY },
	{ name: 'hour', ms: HOUR },
	{ name: 'minute', ms: MINUTE },
];

/** A time that something takes at most, in the largest unit that it is longer than. */
function atMostInWords(ms: number): string {
	const { name, ms: unit } = UNITS.find((each) => ms > each.ms) ?? UNITS.at(-1)!;
	const all = Math.max(1, Math.ceil(ms / unit));
	return `${count(all)} ${name}${all === 1 ? '' : 's'}`;
}

export const changeInWords = ({
	before,
	after,
	cost,
	messages,
	longestWait,
}: Omit<ReplayChange, 'sentence'>) => {
	const wait = longestWait === undefined ? '' : ` for up to ${atMostInWords(longestWait)}`;
	const what = isSame(before, after)
		? `${inWords(after)} until another time`
		: `${inWords(after)}${wait} instead of ${inWords(before)}`;
	return cost ? `${what}, ${costInWords(cost, messages)}` : what;
};

/** What some changes cost together, if that is known in one currency. `than`: how that compares with what was spent */
function together(changes: ReadonlyArray<Pick<ReplayChange, 'messages' | 'cost'>>, than: string): string {
	const all = changes.reduce((sum, change) => sum + change.messages, 0);
	const costs = changes.flatMap(({ cost }) => cost ?? []);
	const [first] = costs;
	if (first === undefined || costs.some(({ currency }) => currency !== first.currency)) return '';
	const known = costs.reduce((sum, cost) => sum + cost.amount, 0);
	const ofKnown = changes.reduce(
		(sum, change) => sum + (change.cost ? change.messages - change.cost.unknown : 0),
		0,
	);
	const cost = { currency: first.currency, amount: known, unknown: all - ofKnown };
	return `, ${costInWords(cost, all, than)}`;
}

/** What can become of messages that go out with one of the policies only. */
const EFFECTS: ReadonlyArray<{
	word: string;
	what: string;
	/** What a message that waits costs, it costs later. */
	than: string;
	isMeant(change: Pick<ReplayChange, 'before' | 'after'>): boolean;
}> = [
	{ word: 'fewer ', what: 'gone out', than: 'less', isMeant: ({ after }) => after.action === 'skip' },
	{
		word: '',
		what: 'waited instead of going out',
		than: 'later',
		isMeant: ({ after }) => after.action === 'hold',
	},
	{ word: 'more ', what: 'gone out', than: 'more', isMeant: ({ before }) => before.action === 'skip' },
	{
		word: '',
		what: 'gone out instead of waiting',
		than: 'sooner',
		isMeant: ({ before }) => before.action === 'hold',
	},
];

/** What people ask first: how many messages fewer or more would have gone out, or at another time. */
function effectOf(
	changes: ReadonlyArray<Pick<ReplayChange, 'before' | 'after' | 'messages' | 'cost'>>,
): string {
	const sent = changes.filter(isOneSent);
	const parts = EFFECTS.flatMap(({ word, what, than, isMeant }) => {
		const those = sent.filter(isMeant);
		if (those.length === 0) return [];
		const all = those.reduce((sum, change) => sum + change.messages, 0);
		const messages = `${word}${all === 1 ? 'message' : 'messages'}`;
		return [`${count(all)} ${messages} would have ${what}${together(those, than)}`];
	});
	return parts.join('; ') || 'as many messages would have gone out';
}

/** How many of those that differ have the same outcome, by another rule: `, 3 of them with the same outcome by another rule`. */
function sameOutcome({ changes, differ }: Pick<Replay, 'changes' | 'differ'>): string {
	const those = changes.filter(
		({ before, after }) => before.action === after.action && before.rule !== after.rule,
	);
	const all = those.reduce((sum, change) => sum + change.count, 0);
	if (all === 0) return '';
	return `, ${all === differ ? 'all' : `${count(all)} of them`} with the same outcome by another rule`;
}

type Counted = Omit<Replay, 'sentence' | 'lines'>;

/** What is told besides what was counted. */
interface Told {
	/** The candidate's name and version. */
	name: string;
	/** The campaign whose messages were judged, if it's one. */
	campaign?: string | undefined;
	/** Whether it's the policy that made all of the decisions. */
	isTheirs: boolean;
	/** How many decisions' time zones weren't kept. */
	byZone: number;
	/** The candidate's own facts. */
	own: PolicyDocument['facts'];
}

/** Yes and no, as forms name them, and any other value. */
const valueInWords = (value: unknown) =>
	typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value);

/** The result, the ways in which decisions change, and what to know about them. */
interface Summary {
	result: string;
	changes: string[];
	notes: string[];
}

function summaryOf(
	{ decisions, differ, notKnown, rebuilt, refused, changes, missingFacts, assumedFacts }: Counted,
	{ name, campaign, isTheirs, byZone, own = {} }: Told,
): Summary {
	const about = campaign === undefined ? '' : ` about the campaign ${campaign}`;
	if (decisions === 0) return { result: `No decision${about} of that time is kept.`, changes: [], notes: [] };
	const judged = decisions - notKnown;
	const named = changes.slice(0, NAMED).map((change) => `${count(change.count)} ${change.sentence}`);
	const others = changes.length - NAMED;
	const more = others > 0 ? [`and ${others === 1 ? '1 other change' : `${others} other changes`}`] : [];
	const missing = Object.keys(missingFacts).join(', ');
	const whose = `with the policy ${name}`;
	const notJudged = `because the policy of then didn't read what this one asks for: ${missing}.`;
	if (judged === 0) {
		const result = `None of ${count(notKnown)} decisions${about} can be judged ${whose}, ${notJudged}`;
		return { result, changes: [], notes: [] };
	}
	const those =
		notKnown === 0
			? `${count(judged)} decisions${about}`
			: `the ${count(judged)} decisions${about} that can be judged`;
	const none = `None of ${those} differs ${whose}${isTheirs ? ', which made all of them' : ''}.`;
	return {
		result:
			differ === 0
				? none
				: `${count(differ)} of ${count(judged)} decisions${about} differ ${whose}${sameOutcome({ changes, differ })}: ${effectOf(changes)}.`,
		changes: [...named, ...more],
		notes: [
			...(rebuilt === 0
				? []
				: [`Facts of ${count(rebuilt)} of the ${count(judged)} were rebuilt from what the store still has.`]),
			...Object.entries(assumedFacts).map(
				([fact, times]) =>
					`${own[fact]?.label ?? fact} counts as ${valueInWords(own[fact]?.missing)} for ${count(times)} of the ${count(judged)}, as the policy of then didn't have this fact.`,
			),
			...(byZone === 0
				? []
				: [
						`The local time of ${count(byZone)} is that of the number's setting or the customer's phone number, as a time zone that came with a message wasn't kept.`,
					]),
			...(notKnown === 0 ? [] : [`${count(notKnown)} more can't be judged, ${notJudged}`]),
			...(refused === 0
				? []
				: [
						refused === 1
							? "1 more was refused by the gateway, so it isn't judged."
							: `${count(refused)} more were refused by the gateway, so they aren't judged.`,
					]),
			...(changes.some(isOneSent) && !changes.some(({ cost }) => cost)
				? ["Nobody knows what these messages cost: set the account's prices."]
				: []),
			...(differ === 0
				? []
				: [
						'Each decision is judged alone: an earlier difference would have changed what counts in later ones.',
					]),
		],
	};
}

/** A replay's result in a sentence, and in lines. */
export function tellReplay(counted: Counted, told: Told): Pick<Replay, 'sentence' | 'lines'> {
	const { result, changes, notes } = summaryOf(counted, told);
	const ways = changes.length > 0 ? [`${changes.join('; ')}.`] : [];
	return { sentence: [result, ...ways, ...notes].join(' '), lines: [result, ...changes, ...notes] };
}
