import * as z from 'zod';
import { timeInSentence } from '../../base';
import { isKeptCampaign } from '../campaigns/keys';
import type { Holder, MessageContent, StatusEvent } from '../events/messaging-event';
import { replyOf } from '../events/reply-of';
import { decidedCostSentence } from '../money/decided-cost';
import type { MessageCost } from '../money/message-cost';
import { messageCostSentence } from '../money/message-cost';
import { WHY_FREE } from '../money/spending-words';
import { explainedError, explainedReason } from '../outcome';
import type { StoredCampaign } from '../store/campaigns';
import { optOutRegister } from '../state/conversation';
import type { HumanMark } from '../state/human-replies';
import { HUMAN_REPLIED, PERSON_CALLED } from '../state/human-replies';
import type { ConversationEvent, Told } from '../store/conversations';
import type { KeptSend } from '../store/customers';
import type { KeptWait } from '../store/waits';
import type { SaidMessage } from '../said';
import { saidBy } from '../said';
import type { ExplainedDecision } from './explain';
import { AS_ASKED, isCancellation, isRefusal } from './note-of';

/** So much of a message is quoted. Characters */
const QUOTED = 120;

/** A full stop isn't doubled, nor put after one in quotes. */
const sentence = (text: string) => (/[.!?]”?$/.test(text) ? text : `${text}.`);

/** A text in quotes, shortened. */
export function quoted(text: string): string {
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

const file = z.lazy(() => z.object({ caption: z.string(), filename: z.string() }).partial().catch({}));

/** What stands below a picture, a video, or a document, or else a document's name. */
function captionOf(message: MessageContent): string | undefined {
	const { caption, filename } = file.parse(message[message.type]);
	return caption || filename;
}

/** What a message says: its text, the answer that it is, or what stands below its file. */
export const wordsOf = (event: Said): string | undefined => textOf(event) ?? captionOf(event.message);

const textOf = (event: Said) => event.message.text?.body ?? replyOf(event)?.title;

function saidIn(event: Said): string {
	const { message, kind } = event;
	const words = textOf(event);
	const caption = captionOf(message);
	const type = ` sent a message of the type ${message.type}`;
	const what = words ? ` wrote: ${quoted(words)}` : `${type}${caption ? `: ${quoted(caption)}` : '.'}`;
	const standby = kind === 'message' && event.heldBy === 'agent' ? ' The agent held the conversation.' : '';
	return `${AUTHORS[kind]}${what}${standby}`;
}

const HOLDERS = {
	business: 'The business',
	agent: 'The business agent',
	other: 'Another responder',
	nobody: 'Nobody',
} as const;

const holds = (holder: Holder) => `${HOLDERS[holder]} holds the conversation from now on`;

/** `marketing_messages` */
const inWords = (name: string) => name.replaceAll('_', ' ');

export function receivedIn(event: ConversationEvent): string {
	if (event.kind === 'handover') {
		return event.to === undefined
			? (event.hint ?? 'Control of the conversation changed.')
			: `${holds(event.to)}.`;
	}
	if (event.kind === 'preference') {
		const category = inWords(event.category);
		if (event.value === 'stop') return `The customer opted out of ${category}.`;
		if (event.value === 'resume') return `The customer opted in to ${category} again.`;
		return `The customer set the preference ${category} to ${event.value}.`;
	}
	return saidIn(event);
}

const HUMAN: Readonly<Record<HumanMark, string>> = {
	replied: 'A workflow said that someone on your team is answering.',
	called: 'A workflow called someone on your team to answer.',
	ended: 'A workflow said that nobody on your team is answering any longer.',
};

/** What a workflow told about a customer. */
export function toldIn({ name, value }: Told): string {
	if (name === HUMAN_REPLIED.known || name === PERSON_CALLED) return HUMAN[value as HumanMark];
	if (name === 'holder') return `${holds(value as Holder)}, as a workflow said.`;
	const category = name.slice(optOutRegister('').length).toLowerCase();
	const opted = value === 'stop' ? 'opted out of' : 'opted in again to';
	return `The customer ${opted} ${category} messages, as a workflow said.`;
}

const DECIDED = {
	freeform: 'Allowed as a freeform message',
	template: 'Allowed as a template',
	hold: 'Held',
	skip: 'Skipped',
} as const;

export const lets = ({ action }: ExplainedDecision) => action === 'freeform' || action === 'template';

/** What was decided, or that the gateway refused it. @param campaign of the message */
export function decided(decision: ExplainedDecision, campaign?: string): string {
	const { action, rule, policy, reason, times, estimate } = decision;
	if (isRefusal(decision)) {
		const often = times > 1 ? ` This happened ${times} times, this was the last one.` : '';
		return `Refused: ${sentence(explainedReason(reason))}${often}`;
	}
	if (isCancellation(decision)) {
		const ended = rule === 'campaign-ended' ? 'Never sent' : 'Cancelled before it was sent';
		return `${ended}${placeOf({ campaign })}: ${sentence(reason)}`;
	}
	const by = policy ? `${rule} of the policy ${policy.name} (version ${policy.version})` : rule;
	const again = times > 1 ? ` This was decided ${times} times, this was the last one.` : '';
	// What never goes out costs nothing.
	const cost = estimate && action !== 'skip' ? ` ${decidedCostSentence(estimate)}` : '';
	if (rule === AS_ASKED) {
		const what = action === 'template' ? 'A template' : 'A freeform message';
		return `${what} was asked for, without asking the rules.${cost}`;
	}
	return `${DECIDED[action]} by the rule ${by}: ${sentence(reason)}${cost}${again}`;
}

const nameOf = ({ template, action }: KeptSend) =>
	action === 'template' && template
		? `the template ${template.name} (${template.language})`
		: 'a freeform message';

const placeOf = ({ campaign }: { campaign?: string | undefined }) =>
	campaign === undefined || isKeptCampaign(campaign) ? '' : ` in the campaign ${campaign}`;

const SUBMITTED: Readonly<Partial<Record<KeptSend['state'], string>>> = {
	sending: ' It is being sent, or the process that sent it ended.',
	unconfirmed: " The response was lost, so it may have been sent. It isn't sent again.",
};

function charged({ pricing }: KeptSend): string {
	if (pricing === undefined) return '';
	const { category = '', type = '' } = pricing;
	const free = WHY_FREE[type];
	if (free !== undefined)
		return ` Free: ${[category && inWords(category), free].filter(Boolean).join(', ')}.`;
	const words = [category, type === 'regular' ? '' : type].filter(Boolean).map(inWords);
	return words.length === 0 ? ' What it was charged as is unknown.' : ` Charged as ${words.join(', ')}.`;
}

/** What a message said, if that is kept. Of a template, the name is told already. */
function quotedIn({ template }: Pick<KeptSend, 'template'>, text: string | undefined): string {
	const name = template?.name;
	const words = name !== undefined && text?.startsWith(name) ? text.slice(`${name}: `.length) : text;
	return words ? `: ${quoted(words)}` : '';
}

/**
 * @param said what the message said, if that is kept
 * @param isExplained whether a status follows that says what its failure means
 */
export function sent(
	send: KeptSend,
	said: string | undefined,
	cost: MessageCost | undefined,
	isExplained: boolean,
): string {
	const { state, reason = 'no reason was given' } = send;
	const failed =
		state === 'failed' ? ` It failed: ${sentence(isExplained ? reason : explainedReason(reason))}` : '';
	const what = sentence(`Sent ${nameOf(send)}${placeOf(send)}${quotedIn(send, said)}`);
	return `${what}${SUBMITTED[state] ?? ''}${failed}${charged(send)}${cost ? ` ${messageCostSentence(cost)}` : ''}`;
}

const STATUSES: Readonly<Record<string, string>> = {
	sent: 'The platform sent it to the customer.',
	delivered: 'Delivered.',
	read: 'The customer read it.',
	played: 'The customer played it.',
};

export function became({ status, errors: [error] }: StatusEvent): string {
	if (status === 'failed')
		return `Failed: ${sentence(error ? explainedError(error) : 'no reason was given')}`;
	return STATUSES[status] ?? `Its status is ${status}.`;
}

export function asked({ expiresAt, eventId, claimed, question }: KeptWait): string {
	const what =
		question.kind === 'text' ? 'Asked a question.' : `Asked with ${question.choices.length} choices.`;
	if (eventId !== undefined)
		return `${what} The customer answered${claimed ? ', and the execution continued' : ''}.`;
	const until = expiresAt === undefined ? '' : ` until ${timeInSentence(expiresAt)}`;
	return `${what} An execution waits for the answer${until}.`;
}

/** What a message says that waits, in each form that it can go out in; empty once its customer is erased. */
function saysIn({ content, template }: KeptSend): string {
	const message = (content ?? {}) as SaidMessage;
	const freeform = message.freeform && saidBy({ action: 'freeform', message });
	const words =
		freeform && (freeform.text ? quoted(freeform.text) : `a message of the type ${freeform.type}`);
	if (message.template === undefined || template === undefined) return words ? `: ${words}` : '';
	const values = quotedIn({ template }, saidBy({ action: 'template', message }).text);
	const named = `the template ${template.name} (${template.language})${values}`;
	return `: ${named}${words ? `, or in an open window ${words}` : ''}`;
}

/** Who looks at a message that waits. What a campaign's messages are decided by is the workflow that sends them. */
function whoLooks({ key, campaign }: KeptSend, decided: readonly ExplainedDecision[]): string {
	const isKept = campaign === undefined || isKeptCampaign(campaign);
	const last = isKept ? undefined : decided.findLast((decision) => decision.key === key);
	const { workflow, workflowName } = last?.origin ?? {};
	if (workflow === undefined) return 'Send Due';
	const which = workflowName === undefined ? `with the ID ${workflow}` : `“${workflowName}”`;
	return `Send Due of the workflow ${which}, which has to be published,`;
}

/**
 * What waits, and what it waits for, unless the newest decision has just told that. In which form it goes out isn't
 * decided yet.
 * @param decided about the same customer, oldest first
 */
export function next(
	send: KeptSend,
	campaign: StoredCampaign | undefined,
	decided: readonly ExplainedDecision[],
	now: number,
): string {
	const { state, due, reason } = send;
	const name = `A message${placeOf(send)}`;
	if (state === 'claimed') return `${name} is about to be sent${sentence(saysIn(send))}`;
	const waiting = sentence(`${name} is waiting${saysIn(send)}`);
	if (campaign && campaign.state !== 'running') {
		const { why } = campaign;
		const isAdvised = campaign.state !== 'paused' || why?.includes('resume');
		return `${waiting} The campaign is ${campaign.state}${why === undefined ? '.' : `: ${sentence(why)}`}${isAdvised ? '' : " The message isn't sent until somebody resumes the campaign."}`;
	}
	const start = Math.max(due ?? 0, campaign?.startAt ?? 0);
	const when =
		start <= now ? 'the next time it runs' : `the first time it runs after ${timeInSentence(start)}`;
	// Send Due asks the rules anew, so what has been waited for may be over.
	const waits = start <= now ? 'When it was last looked at, it waited because' : 'It waits because';
	const newest = decided.at(-1);
	const isTold = start > now && newest?.key === send.key && newest.reason === reason;
	const why = reason === undefined || isTold ? '' : ` ${waits}: ${sentence(reason)}`;
	return `${waiting} ${whoLooks(send, decided)} looks at it ${when}.${why}`;
}

const NOBODY_SENDS_IT =
	'Nothing sends this message by itself. To have held messages sent later, set When Held of Send Auto to Keep and Send Later, and publish a workflow with Send Due.';

/** What becomes of a message that is held and that nothing sends. A person who answers makes it needless. */
export const leftAlone = ({ rule }: ExplainedDecision): string =>
	rule === 'human-active' ? 'Nothing sends this message by itself: a person answers.' : NOBODY_SENDS_IT;
