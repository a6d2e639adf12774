import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { Runtime } from '../../../base';
import { dottedPath, sleep } from '../../../base';
import type { GatewayClient, RequestProblem } from '../../../gateway';
import { validateMessage } from '../../../gateway';
import type { Intent } from '../../../engine';
import type { TemplateMessageComponent } from '../../../platform';
import type { Connected } from '../../shared/connect';
import { connectRulesOf } from '../../shared/connect';
import { decisionJson } from '../../shared/decision-json';
import { fieldOfRequest } from '../../shared/errors/field-of-request';
import { nothingSent, toApiError } from '../../shared/errors/gateway-failure';
import { ProblemList } from '../../shared/errors/item-errors';
import { refuseOtherStore } from '../../shared/events/refuse-other-store';
import { createItemFiles, readContent } from '../../shared/message/content';
import {
	checksFirst,
	readIntentOptions,
	readTo,
	TO_IS_EMPTY,
	zoneTroubles,
} from '../../shared/message/intent';
import { factTroubles, readOwnFacts } from '../../shared/message/own-facts';
import type { RunItem } from '../../shared/operation';
import { fixedExpressions } from '../../shared/read/fixed-expressions';
import { createFormReader } from '../../shared/read/item-parameter';
import { readName, text } from '../../shared/read/values';
import { createPartReader } from '../../shared/read/read-parts';
import { readAllFirst } from '../../shared/read/read-all-first';
import { createTemplateReader } from '../../shared/template/read-template';
import { takesText } from '../takes-text';
import { createSendKeys, isOwnRepeat } from './send-keys';
import { absentTemplates, differingTranslations, whyNotSendable } from './template-trouble';

/** How long somebody types: by the character, at least and at most. ms */
const TYPING = { perCharacter: 30, least: 1_000, most: 4_000 };

/** What is missing to mark a message as read, in a sentence. */
const NO_MESSAGE =
	"Mark as Read and Show Typing needs the customer's message, but the item has no message.id. Turn the option off, or use items of a Business Messaging trigger.";

/** The ID of the customer's message that an item has; empty if it has none. */
function messageIdOf({ message }: IDataObject): string {
	const { id } = (message ?? {}) as { id?: unknown };
	return typeof id === 'string' ? id.trim() : '';
}

/**
 * Marks a customer's message as read, and shows that somebody types an answer of that length. A message that can't be
 * marked is answered all the same.
 * @returns whether it was marked as read
 */
async function showTyping(
	{ messages }: GatewayClient,
	runtime: Runtime,
	messageId: string,
	length: number,
): Promise<boolean> {
	try {
		await messages.markAsRead(messageId, { typing: true });
	} catch {
		return false;
	}
	const { perCharacter, least, most } = TYPING;
	await sleep(runtime, Math.min(most, Math.max(least, length * perCharacter)));
	return true;
}

/** What goes out without asking the rules. A form that asks them has both. */
export type SentAs = 'freeform' | 'template';

/** How an operation sends. */
interface Sending {
	/** Asks the rules if left out. */
	as?: SentAs | undefined;
	/** Its form, with its options. */
	fields: readonly INodeProperties[];
}

/**
 * Every limit that the message would break in either form, in sentences. One without a recipient has other problems than
 * that.
 * @param fieldOf what the form calls a field of the message, by its path
 */
export function problemsOfLimits(
	common: { to: string; [field: string]: unknown },
	freeform: object | undefined,
	template: { components?: TemplateMessageComponent[]; [field: string]: unknown } | undefined,
	fieldOf = fieldOfRequest,
): string[] {
	const broken = [
		...(freeform ? validateMessage({ ...common, ...freeform }) : []),
		...(template ? validateMessage({ ...common, type: 'template', template }) : []),
	];
	const texts = new Set(broken.map(({ path, message }) => `${dottedPath(path)} ${message}`));
	/** In the form, the ID of a choice is its title if it has none. */
	const isOfTitle = ({ path, message }: RequestProblem) =>
		path.at(-1) === 'id' && texts.has(`${dottedPath([...path.slice(0, -1), 'title'])} ${message}`);
	return broken
		.filter((problem) => !isOfTitle(problem) && (common.to !== '' || problem.path[0] !== 'to'))
		.map(({ path, message }) => `${fieldOf(path, template?.components)} ${message}.`);
}

const NO_CONTENT =
	'There is neither freeform content nor a template. Fill in Freeform Text, choose a Template, or do both. If Freeform Text is an expression, it returned nothing for this item.';

/** What the form is missing, in sentences; empty if it is complete. */
function missingIn(as: SentAs | undefined, freeform: unknown, template: unknown): string[] {
	return [
		...(as === 'freeform' && !freeform ? ['Freeform Text is empty.'] : []),
		...(as === 'template' && !template ? ['No template is chosen.'] : []),
		...(as === undefined && !freeform && !template ? [NO_CONTENT] : []),
	];
}

/** Reads what an item is to send, and checks all of it. */
function createItemReader(
	context: IExecuteFunctions,
	{ as, fields }: Sending,
	connected: Connected,
	rulesOf: (itemIndex: number) => Promise<Connected>,
) {
	const read = createFormReader(context);
	const fileOf = createItemFiles(context, connected);
	const readTemplate = createTemplateReader(context, connected.gateway);
	const keyOf = createSendKeys(context);
	const items = context.getInputData();
	const reading = { takesText: takesText(context) };
	const fixed = takesText(context) ? undefined : fixedExpressions(context, fields);

	return async (itemIndex: number) => {
		const { part, refuse, isRight } = createPartReader();
		if (fixed !== undefined) refuse([fixed]);
		const get = read(itemIndex);
		const options = get('options', {}) as IDataObject;
		const { json } = items[itemIndex]!;
		const recipientType = options.recipientType as Intent['recipientType'];
		const to = await part(() => readTo(get, connected, recipientType, reading));
		const campaign = await part(() => readName(options.campaignKey, 'Campaign Key'));
		// An item takes its number among the messages of an event even if it fails, so that a repeat gives it to no other.
		const repeat = !campaign && to ? keyOf(to, json, options) : undefined;
		const once = campaign ? { campaign } : { once: repeat?.key };
		const rules = await part(() => rulesOf(itemIndex));
		const intent = {
			...(await part(() => readIntentOptions(options, context.getTimezone(), connected.settings))),
			...(await part(() => rules && readOwnFacts(options, rules.engine.policy.document))),
		};
		const freeform = as !== 'template' ? await part(() => readContent(get, itemIndex, fileOf)) : undefined;
		const template = as !== 'freeform' ? await part(() => readTemplate(itemIndex)) : undefined;
		const messageId = messageIdOf(json);
		const marksAsRead = options.markAsRead === true;
		const missing = [
			...(to === '' ? [TO_IS_EMPTY] : []),
			// What can't be read isn't missing.
			...(isRight() ? missingIn(as, freeform, template) : []),
			...(marksAsRead && messageId === '' ? [NO_MESSAGE] : []),
		];
		const { name, language, components } = template ?? {};
		const checkFirst = checksFirst(options, connected.settings);
		const broken = checkFirst
			? problemsOfLimits(
					{ to: to ?? '', recipient_type: recipientType },
					freeform?.content,
					template && { name, language: { code: language }, components },
				)
			: [];
		refuse([...missing, ...broken]);
		const marked = marksAsRead && { messageId, length: String(get('text', '')).length };
		const sending = { intent, options, freeform, template, checkFirst, marked };
		return { to: to!, once, repeat, rules: rules!, ...sending };
	};
}

/**
 * Why a customer who has just written isn't known to have: on another number than the credential's. Empty if that isn't
 * the reason.
 */
function cameInElsewhere({ channel, contact }: IDataObject, own: string, to: string): string {
	if (typeof channel !== 'string' || channel === own || contact !== to) return '';
	return ` The customer's message came in on the number ${channel}, and this node's credential is for ${own}. Choose the credential of ${channel}.`;
}

/** Sends one message an item. One item comes out for each. */
export async function prepareSend(
	context: IExecuteFunctions,
	itemIndexes: readonly number[],
	{ as, fields }: Sending,
): Promise<RunItem> {
	const [first = 0] = itemIndexes;
	const rulesOf = connectRulesOf(context);
	const connected = await rulesOf(first);
	await refuseOtherStore(context, connected);
	const { credential, gateway } = connected;
	const items = context.getInputData();
	const readItem = createItemReader(context, { as, fields }, connected, rulesOf);
	const read = takesText(context) ? readItem : await readAllFirst(context, readItem, { itemIndexes });
	const whyAbsent = absentTemplates(context, connected);

	return async (itemIndex) => {
		const { to, once, repeat, rules, intent, options, freeform, template, checkFirst, marked } =
			await read(itemIndex);
		const { sender, engine } = rules;
		const policy = engine.policy.document;
		const whole = {
			channel: credential.channel,
			account: credential.account,
			to,
			...(template && { template: { name: template.name, language: template.language } }),
			...(options.takeOver === true && { takeOver: true }),
			...intent,
		};
		const content = {
			template: template && { components: template.components },
			...(text(options.replyTo) !== '' && { replyTo: text(options.replyTo) }),
			...(!checkFirst && { checkFirst }),
		};
		const asked = { ...once, as, trace: options.trace === true };
		const wasRead = marked && (await showTyping(gateway, engine.runtime, marked.messageId, marked.length));
		const said = await sender.send(whole, { ...content, freeform: freeform?.ready }, asked);
		const isOwn = said.repeated && (await isOwnRepeat(context, engine.store, credential.channel, repeat));
		const outcome = isOwn ? { ...said, repeated: false } : said;
		const wasTried = outcome.action === 'freeform' || outcome.action === 'template';
		if (outcome.error && wasTried) {
			const explanation = await whyNotSendable(connected, whole.template, outcome.error);
			const failure = { ...outcome.error, recipientType: intent.recipientType };
			throw toApiError(context, failure, itemIndex, { explanation, outcome: nothingSent(context, outcome) });
		}
		const absent = await whyAbsent(whole, outcome, freeform !== undefined);
		if (absent !== undefined) throw new ProblemList('Nothing was sent.', [absent]);

		const isKept = options.whenHeld === 'keep' && outcome.action === 'hold' && !outcome.repeated;
		if (isKept) {
			const { retryAt: dueAt, rule, reason } = outcome;
			const ready = { ...content, freeform: await freeform?.ready() };
			await sender.keep(whole, ready, { ...once, policy: policy.name, dueAt, rule, reason });
		}
		const sent = outcome.messageId !== undefined && !outcome.repeated;
		const asksRules = as === undefined;
		const decided = decisionJson(outcome, context.getTimezone());
		const elsewhere = wasTried ? '' : cameInElsewhere(items[itemIndex]!.json, credential.channel, to);
		const json = {
			sent,
			contact: to,
			...decided,
			reason: `${String(decided.reason)}${elsewhere}`,
			messageId: outcome.messageId ?? null,
			// The table of the output is narrow, and `to` says the same as `contact`.
			to,
			...(asksRules && { policy: policy.name }),
		};
		const warnings = [
			...(sent && asksRules && template && outcome.action === 'template'
				? await differingTranslations(connected, template)
				: []),
			...(asksRules ? [...zoneTroubles(options), ...factTroubles(options, policy)] : []),
		];
		const more = {
			...(isKept && { kept: true }),
			...(marked && { read: wasRead }),
			...(warnings.length > 0 && { warnings }),
		};
		const reason = outcome.repeated && { reason: notSentAgain(once.campaign !== undefined) };
		return [{ json: { ...json, ...reason, ...more } }];
	};
}

/** Why a message wasn't sent again. The item has what was decided the first time. */
const notSentAgain = (hasCampaign: boolean) =>
	hasCampaign
		? 'Not sent again: this customer got a message with this Campaign Key before, or will get it.'
		: 'Not sent again: this message was answered already.';
