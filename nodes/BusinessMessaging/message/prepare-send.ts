import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { validateMessage } from '../../../gateway';
import type { TemplateMessageComponent } from '../../../platform';
import type { Connected } from '../../shared/connect';
import { connect } from '../../shared/connect';
import { decisionJson } from '../../shared/decision-json';
import { fieldOfRequest } from '../../shared/errors/field-of-request';
import { toApiError } from '../../shared/errors/gateway-failure';
import { ProblemList } from '../../shared/errors/item-errors';
import { refuseOtherStore } from '../../shared/events/refuse-other-store';
import { createItemFiles, readContent } from '../../shared/message/content';
import {
	describeUnsent,
	describeWrongRecipients,
	readIntentOptions,
	readTo,
	TO_IS_EMPTY,
} from '../../shared/message/intent';
import type { RunItem } from '../../shared/operation';
import { createFormReader } from '../../shared/read/item-parameter';
import { readAllFirst } from '../../shared/read/read-all-first';
import { createTemplateReader } from '../../shared/template/read-template';
import { takesText } from '../takes-text';
import { differingTranslations } from './differing-translations';
import { createSendKeys } from './send-key';
import { messageIdOf, NO_MESSAGE, showTyping } from './show-typing';
import { absentTemplates, whyNotSendable } from './template-not-sendable';

/** What the form of an operation that sends has. */
interface SendForm {
	/** Sends in this form without asking the rules. */
	as?: 'freeform' | 'template';
	hasFreeform: boolean;
	hasTemplate: boolean;
}

/** @throws ProblemList of every limit that the message would break in either form */
export function checkLimits(
	common: object,
	freeform: object | undefined,
	template: { components?: TemplateMessageComponent[]; [field: string]: unknown } | undefined,
): void {
	const problems = [
		...(freeform ? validateMessage({ ...common, ...freeform }) : []),
		...(template ? validateMessage({ ...common, type: 'template', template }) : []),
	].map(({ path, message }) => `${fieldOfRequest(path, template?.components)} ${message}.`);
	if (problems.length > 0) throw new ProblemList('Nothing was sent.', [...new Set(problems)]);
}

/** What the form is missing, in sentences; empty if it is complete. */
function missingIn({ as }: SendForm, to: string, freeform: unknown, template: unknown): string[] {
	return [
		...(to === '' ? [TO_IS_EMPTY] : []),
		...(as === 'freeform' && !freeform ? ['Freeform Text is empty.'] : []),
		...(as === 'template' && !template ? ['No template is chosen.'] : []),
		...(as === undefined && !freeform && !template ? ['Enter freeform content or choose a template.'] : []),
	];
}

/** Reads what an item is to send, and checks all of it. */
function createItemReader(context: IExecuteFunctions, form: SendForm, connected: Connected) {
	const read = createFormReader(context);
	const fileOf = createItemFiles(context, connected.gateway);
	const readTemplate = createTemplateReader(context, connected.gateway);
	const items = context.getInputData();
	const reading = { takesText: takesText(context) };

	return async (itemIndex: number) => {
		const get = read(itemIndex);
		const options = get('options', {}) as IDataObject;
		const intent = readIntentOptions(options, context.getTimezone());
		const to = await readTo(get, connected, intent.recipientType, reading);
		const freeform = form.hasFreeform ? readContent(get, itemIndex, fileOf) : undefined;
		const template = form.hasTemplate ? await readTemplate(itemIndex) : undefined;
		const messageId = messageIdOf(items[itemIndex]!.json);
		const marksAsRead = options.markAsRead === true;
		const missing = [
			...missingIn(form, to, freeform, template),
			...(marksAsRead && messageId === '' ? [NO_MESSAGE] : []),
		];
		if (missing.length > 0) throw new NodeOperationError(context.getNode(), missing.join(' '), { itemIndex });
		const { name, language, components } = template ?? {};
		const checkFirst = options.checkFirst !== false;
		if (checkFirst)
			checkLimits(
				{ to, recipient_type: intent.recipientType },
				freeform?.content,
				template && { name, language: { code: language }, components },
			);
		const marked = marksAsRead && { messageId, length: String(get('text', '')).length };
		return { to, intent, options, freeform, template, checkFirst, marked };
	};
}

/** Sends one message an item. One item comes out for each. */
export async function prepareSend(context: IExecuteFunctions, form: SendForm): Promise<RunItem> {
	const policy = context.getNodeParameter('options.policy', 0, 'strict') as string;
	const connected = await connect(context, policy);
	await refuseOtherStore(context, connected);
	const { credential, sender, gateway, engine } = connected;
	const keyOf = createSendKeys(context);
	const items = context.getInputData();
	const readItem = createItemReader(context, form, connected);
	const read = takesText(context) ? readItem : await readAllFirst(context, readItem);
	const whyAbsent = absentTemplates(context, connected);

	return async (itemIndex) => {
		const { to, intent, options, freeform, template, checkFirst, marked } = await read(itemIndex);
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
			...(options.replyTo ? { replyTo: options.replyTo as string } : {}),
			...(!checkFirst && { checkFirst }),
		};
		const campaign = String(options.campaignKey ?? '').trim();
		const once = campaign === '' ? { once: keyOf(to, items[itemIndex]!.json, options) } : { campaign };
		const asked = { ...once, as: form.as, trace: options.trace === true };
		const wasRead = marked && (await showTyping(gateway, engine.runtime, marked.messageId, marked.length));
		const outcome = await sender.send(whole, { ...content, freeform: freeform?.ready }, asked);
		const wasTried = outcome.action === 'freeform' || outcome.action === 'template';
		if (outcome.error && wasTried) {
			const why = await whyNotSendable(connected, whole.template, outcome.error);
			throw toApiError(context.getNode(), outcome.error, itemIndex, why);
		}
		const absent = await whyAbsent(whole, outcome);
		if (absent !== undefined) throw new Error(absent);

		const isKept = options.whenHeld === 'keep' && outcome.action === 'hold' && !outcome.repeated;
		if (isKept) {
			const { retryAt: dueAt, rule, reason } = outcome;
			const ready = { ...content, freeform: await freeform?.ready() };
			await sender.keep(whole, ready, { ...once, policy, dueAt, rule, reason });
		}
		const sent = outcome.messageId !== undefined && !outcome.repeated;
		const asksRules = form.as === undefined;
		const json = {
			sent,
			contact: to,
			to,
			...decisionJson(outcome, context.getTimezone()),
			messageId: outcome.messageId ?? null,
			...(asksRules && { policy }),
		};
		const warnings =
			sent && asksRules && template && outcome.action === 'template'
				? await differingTranslations(connected, template)
				: [];
		const more = {
			...(isKept && { kept: true }),
			...(marked && { read: wasRead }),
			...(warnings.length > 0 && { warnings }),
		};
		const reason = outcome.repeated && { reason: notSentAgain(campaign !== '') };
		return [{ json: { ...json, ...reason, ...more } }];
	};
}

/** Why a message wasn't sent again. The item has what was decided the first time. */
const notSentAgain = (hasCampaign: boolean) =>
	hasCampaign
		? 'Not sent again: this customer got a message with this Campaign Key before, or will get it.'
		: 'Not sent again: this message was answered already.';

/** Why messages weren't sent again, and how to test again. */
function repeatedBecause(isOne: boolean, hasCampaign: boolean): string {
	if (hasCampaign) {
		const whom = isOne ? 'this customer' : 'these customers';
		return `${whom} got a message with this Campaign Key before, or will get it. To test again, use another Campaign Key.`;
	}
	const what = isOne ? 'this message was' : 'these messages were';
	return `${what} answered already. To test again, let a new one come in, or turn off the option Send Once per Incoming Event.`;
}

const HELD =
	"A held message isn't sent later by itself. To have it sent later, set the option When Held to Keep and Send Later.";
const KEPT =
	'To send kept messages as soon as the rules allow it, publish a workflow that runs Send Due of the Business Messaging Campaign node every minute, and leave Campaign empty. To see them, use Get Recipients of that node.';

/** Whether some of the messages that went out answer events that a test run of an Inbox Trigger showed. */
const answersPast = (output: readonly IDataObject[], context: IExecuteFunctions) =>
	output.some(({ sent }) => sent === true) && context.getInputData().some(({ json }) => json.past === true);

const ANSWERED_PAST =
	'Some of these messages answer past events, which a test run showed. They went out: the customers got them now.';

const KEPT_AGAIN =
	'If you run this again by hand, it keeps another message, unless the option Campaign Key is set.';

/** Which recipients of a node from before version 1.2 can't be one. */
function wrongRecipients(output: readonly IDataObject[], context: IExecuteFunctions): string | undefined {
	const isGroup = context.getNodeParameter('options.recipientType', 0, 'individual') === 'group';
	if (isGroup || !takesText(context)) return undefined;
	const unsent = output.filter(({ sent }) => sent === false);
	return describeWrongRecipients(
		unsent.map(({ to }) => String(to ?? '')),
		output.length,
	);
}

/** Says how many messages weren't sent, because they were held, skipped, or sent by an earlier execution. */
export function countActions(output: IDataObject[], context: IExecuteFunctions): string | undefined {
	const fresh = output.filter(({ repeated }) => repeated !== true);
	const repeated = output.length - fresh.length;
	const unsent = describeUnsent(fresh, output.length);
	const hasCampaign = String(context.getNodeParameter('options.campaignKey', 0, '') ?? '').trim() !== '';
	const howMany = fresh.length === 0 ? 'Nothing sent' : `${repeated} of ${output.length} not sent again`;
	const held = fresh.filter(({ action }) => action === 'hold');
	const wrong = wrongRecipients(fresh, context);
	const sentences = [
		...(wrong === undefined ? [] : [wrong]),
		...(unsent === undefined ? [] : [unsent]),
		...(held.some(({ kept }) => kept !== true) ? [HELD] : []),
		...(held.some(({ kept }) => kept === true) ? [KEPT] : []),
		...(held.some(({ kept }) => kept === true) && !hasCampaign ? [KEPT_AGAIN] : []),
		...(answersPast(output, context) ? [ANSWERED_PAST] : []),
		...new Set(output.flatMap(({ warnings }) => (warnings as string[] | undefined) ?? [])),
		...(repeated > 0 ? [`${howMany}: ${repeatedBecause(repeated === 1, hasCampaign)}`] : []),
	];
	return sentences.length > 0 ? sentences.join(' ') : undefined;
}
