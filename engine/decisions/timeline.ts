import { SECOND } from '../../base';
import { CLOCK_OFFSET_THRESHOLD } from '../../platform';
import { isKeptCampaign } from '../campaigns/keys';
import type { StatusEvent } from '../events/messaging-event';
import { replyOf } from '../events/reply-of';
import { decidedCostSentence } from '../money/decided-cost';
import type { MessageCost } from '../money/message-cost';
import { costOfSend, messageCostSentence } from '../money/message-cost';
import type { PriceList } from '../money/price-table';
import { reasonOfError } from '../outcome';
import type { StoredCampaign } from '../store/campaigns';
import type { KeptSend } from '../store/customers';
import type { LoggedPolicy } from '../store/decisions';
import type { Happenings, ReceivedEvent } from '../store/happenings';
import type { ConversationEvent } from '../store/history';
import type { KeptWait } from '../store/waits';
import type { ExplainedDecision } from './explain';
import { explainDecision } from './explain';

/** What an entry of a timeline tells of. `next` is what will happen. */
export type TimelineKind = ConversationEvent['kind'] | 'decision' | 'sent' | 'status' | 'wait' | 'next';

/** Something that happened with a customer or a message, or will. */
export interface TimelineEntry {
	kind: TimelineKind;
	/** Epoch ms */
	at: number;
	/** For people. Its times are ISO 8601. */
	sentence: string;
	/** The event's or the message's ID. */
	id?: string;
	/** The key of the message's send. */
	key?: string;
	campaign?: string;
	decision?: ExplainedDecision;
	/** Of a message that was submitted, if the account has prices: what it costs, or what it costs at most. */
	cost?: MessageCost;
}

/** So much of a message is quoted. Characters */
const QUOTED = 120;

const iso = (time: number) => new Date(time).toISOString();

const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);

/** A text in quotes, shortened. */
function quoted(text: string): string {
	const characters = [...text.replace(/\s+/g, ' ')];
	const short = characters.length > QUOTED ? `${characters.slice(0, QUOTED).join('')}…` : characters.join('');
	return `“${short}”`;
}

const AUTHORS = {
	message: 'The customer',
	agent_reply: 'The business agent',
	app_reply: 'Somebody in the phone app',
} as const;

type Said = Extract<ConversationEvent, { kind: keyof typeof AUTHORS }>;

function saidIn(event: Said): string {
	const { message, kind } = event;
	const words = message.text?.body ?? replyOf(event)?.title;
	const what = words ? ` wrote: ${quoted(words)}` : ` sent a message of the type ${message.type}.`;
	const standby = kind === 'message' && event.heldBy === 'agent' ? ' The agent held the conversation.' : '';
	return `${AUTHORS[kind]}${what}${standby}`;
}

const HOLDERS = {
	business: 'The business holds the conversation from now on.',
	agent: 'The business agent holds the conversation from now on.',
	other: 'Another responder holds the conversation from now on.',
	nobody: 'Nobody holds the conversation from now on.',
} as const;

/** `marketing_messages` */
const inWords = (name: string) => name.replaceAll('_', ' ');

function receivedIn(event: ConversationEvent): string {
	if (event.kind === 'handover') {
		return event.to === undefined
			? (event.hint ?? 'Control of the conversation changed.')
			: HOLDERS[event.to];
	}
	if (event.kind === 'preference') {
		const category = inWords(event.category);
		if (event.value === 'stop') return `The customer opted out of ${category}.`;
		if (event.value === 'resume') return `The customer opted in to ${category} again.`;
		return `The customer set the preference ${category} to ${event.value}.`;
	}
	return saidIn(event);
}

const DECIDED = {
	freeform: 'Let out as a freeform message',
	template: 'Let out as a template',
	hold: 'Held',
	skip: 'Skipped',
} as const;

const lets = ({ action }: ExplainedDecision) => action === 'freeform' || action === 'template';

function decided({ action, rule, policy, reason, times, estimate }: ExplainedDecision): string {
	const by = policy ? `${rule} of ${policy.name} ${policy.version}` : rule;
	const again = times > 1 ? ` This was decided ${times} times, this was the last one.` : '';
	const cost = estimate ? ` ${decidedCostSentence(estimate)}` : '';
	return `${DECIDED[action]} by the rule ${by}: ${sentence(reason)}${cost}${again}`;
}

const nameOf = ({ template, action }: KeptSend) =>
	action === 'template' && template
		? `the template ${template.name} (${template.language})`
		: 'a freeform message';

const placeOf = ({ campaign }: KeptSend) =>
	campaign === undefined || isKeptCampaign(campaign) ? '' : ` in the campaign ${campaign}`;

const SUBMITTED: Readonly<Partial<Record<KeptSend['state'], string>>> = {
	sending: ' It is being sent, or the process that sent it ended.',
	unconfirmed: " The response was lost, so it may have been sent. It isn't sent again.",
};

const charged = ({ pricing }: KeptSend) =>
	pricing === undefined
		? ''
		: ` Charged as ${[pricing.category, pricing.type].filter(Boolean).join(', ') || 'unknown'}.`;

function sent(send: KeptSend, cost: MessageCost | undefined): string {
	const failed =
		send.state === 'failed' ? ` It failed: ${sentence(send.reason ?? 'no reason was given')}` : '';
	return `Sent ${nameOf(send)}${placeOf(send)}.${SUBMITTED[send.state] ?? ''}${failed}${charged(send)}${cost ? ` ${messageCostSentence(cost)}` : ''}`;
}

/** When a message was delivered, as far as its statuses are kept. Epoch ms */
function deliveredAt({ messageId }: KeptSend, statuses: readonly StatusEvent[]): number | undefined {
	const delivered = statuses.filter((one) => one.messageId === messageId && DELIVERED.has(one.status));
	return delivered.length === 0 ? undefined : Math.min(...delivered.map(({ at }) => at));
}

const DELIVERED: ReadonlySet<string> = new Set(['delivered', 'read', 'played']);

const STATUSES: Readonly<Record<string, string>> = {
	sent: 'The platform sent it to the customer.',
	delivered: 'Delivered.',
	read: 'The customer read it.',
	played: 'The customer played it.',
};

function became({ status, errors: [error] }: StatusEvent): string {
	if (status === 'failed') return `Failed: ${sentence(error ? reasonOfError(error) : 'no reason was given')}`;
	return STATUSES[status] ?? `Its status is ${status}.`;
}

function asked({ expiresAt, eventId, claimed, question }: KeptWait): string {
	const what =
		question.kind === 'text' ? 'Asked a question.' : `Asked with ${question.choices.length} choices.`;
	if (eventId !== undefined)
		return `${what} The customer answered${claimed ? ', and the execution continued' : ''}.`;
	const until = expiresAt === undefined ? '' : ` until ${iso(expiresAt)}`;
	return `${what} An execution waits for the answer${until}.`;
}

/** Who looks at a message that waits. What a campaign's messages are decided by is the workflow that sends them. */
function whoLooks({ key, campaign }: KeptSend, decided: readonly ExplainedDecision[]): string {
	const isKept = campaign === undefined || isKeptCampaign(campaign);
	const last = isKept ? undefined : decided.findLast((decision) => decision.key === key);
	const workflow = last?.origin?.workflow;
	return workflow === undefined ? 'Send Due' : `Send Due of the workflow ${workflow}`;
}

/**
 * What waits, and what it waits for. In which form it goes out isn't decided yet.
 * @param decided about the same customer, oldest first
 */
function next(
	send: KeptSend,
	campaign: StoredCampaign | undefined,
	decided: readonly ExplainedDecision[],
	now: number,
): string {
	const { state, due, reason } = send;
	const name = `A message${placeOf(send)}`;
	if (state === 'claimed') return `${name} is about to be sent.`;
	if (campaign && campaign.state !== 'running') {
		return `${name} is waiting, and the campaign is ${campaign.state}${campaign.why === undefined ? '.' : `: ${sentence(campaign.why)}`}`;
	}
	const start = Math.max(due ?? 0, campaign?.startAt ?? 0);
	const when = start <= now ? 'the next time it runs' : `at ${iso(start)} or later`;
	const why = reason === undefined ? '' : ` It waits because: ${sentence(reason)}`;
	return `${name} is waiting. ${whoLooks(send, decided)} looks at it ${when}.${why}`;
}

const NOBODY_SENDS_IT =
	'Nothing sends this message by itself. To have held messages sent later, set When Held of Send Auto to Keep and Send Later, and publish a workflow with Send Due.';

const WAITS: ReadonlySet<KeptSend['state']> = new Set(['planned', 'held', 'claimed']);

/** Oldest first; of the same time, what was refused comes after what was let out. */
const byTime = (a: ExplainedDecision, b: ExplainedDecision) =>
	a.at - b.at || Number(lets(b)) - Number(lets(a));

/** An entry, and its place among the others. Epoch ms */
interface Placed {
	place: number;
	entry: TimelineEntry;
}

/**
 * The platform dates in whole seconds, by its own clock. When an event was received tells its place more precisely, unless
 * that is much later: what a decision saw comes before it, and what came after it in the same second doesn't.
 */
function placeOfEvent({ at, receivedAt }: ReceivedEvent): number {
	const isPrecise = receivedAt > at - CLOCK_OFFSET_THRESHOLD && receivedAt < at + SECOND;
	return isPrecise ? receivedAt : at;
}

/** What comes at one time is told in this order. */
const ORDER: readonly TimelineKind[] = [
	'message',
	'agent_reply',
	'app_reply',
	'handover',
	'preference',
	'decision',
	'sent',
	'wait',
	'status',
	'next',
];

/**
 * What happened with a customer or a message, and what will happen, oldest first.
 *
 * @param policies those that decided, by their IDs
 * @param now epoch ms of the gateway's clock
 * @param prices of the number's account, if there are any
 */
export function timelineOf(
	{ received, decisions, sends, statuses, waits, campaigns }: Happenings,
	policies: ReadonlyMap<string, LoggedPolicy>,
	now: number,
	prices?: PriceList,
): TimelineEntry[] {
	const explained = decisions.map((decision) => explainDecision(decision, policies)).sort(byTime);
	const sentAt = new Map(sends.map(({ messageId, at }) => [messageId, at]));
	const waiting = sends.filter(({ state }) => WAITS.has(state));
	const newest = explained.at(-1);
	const isLeft =
		newest?.action === 'hold' &&
		!waiting.some(({ key, contact }) => key === newest.key || contact === newest.contact);
	const events = [...received].reverse().map((event): Placed => ({
		place: placeOfEvent(event),
		entry: { kind: event.kind, at: event.at, sentence: receivedIn(event), id: event.id },
	}));
	const entries: TimelineEntry[] = [
		...explained.map((decision) => ({
			kind: 'decision' as const,
			at: decision.at,
			sentence: decided(decision),
			key: decision.key,
			decision,
		})),
		...sends
			.filter(({ at, state }) => at > 0 && !WAITS.has(state))
			.map((send) => ({ send, cost: prices && costOfSend(send, deliveredAt(send, statuses), prices) }))
			.map(({ send, cost }) => ({
				kind: 'sent' as const,
				at: send.at,
				sentence: sent(send, cost),
				...(cost && { cost }),
				key: send.key,
				...(send.messageId !== undefined && { id: send.messageId }),
				...(send.campaign !== undefined && { campaign: send.campaign }),
			})),
		...statuses.map((status) => ({
			kind: 'status' as const,
			// The platform dates in whole seconds.
			at: Math.max(status.at, sentAt.get(status.messageId) ?? 0),
			sentence: became(status),
			id: status.messageId,
		})),
		...waits.map((wait) => ({
			kind: 'wait' as const,
			at: wait.askedAt,
			sentence: asked(wait),
			...(wait.messageId !== undefined && { id: wait.messageId }),
		})),
		...waiting.map((send) => ({
			kind: 'next' as const,
			at: Math.max(send.due ?? now, now),
			sentence: next(
				send,
				campaigns.find(({ id }) => id === send.campaign),
				explained,
				now,
			),
			key: send.key,
			...(send.campaign !== undefined && { campaign: send.campaign }),
		})),
		...(isLeft ? [{ kind: 'next' as const, at: now, sentence: NOBODY_SENDS_IT, key: newest.key }] : []),
	];
	return [...events, ...entries.map((entry): Placed => ({ place: entry.at, entry }))]
		.sort((a, b) => a.place - b.place || ORDER.indexOf(a.entry.kind) - ORDER.indexOf(b.entry.kind))
		.map(({ entry }) => entry);
}
