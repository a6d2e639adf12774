import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { optionsField, ruleOptions, to, toInTool } from '../../shared/common-fields';
import { contentFields, freeformType, textFields } from '../../shared/message/content';
import { describeUnsent, describeWrongRecipients } from '../../shared/message/intent';
import type { Operation } from '../../shared/operation';
import { text } from '../../shared/read/values';
import { template, templateVariables } from '../../shared/template/template-form';
import { previewOfMessage } from '../../shared/template/template-preview';
import { takesText } from '../takes-text';
import type { SentAs } from './prepare-send';
import { prepareSend } from './prepare-send';
import { autoOptions, markAsReadOption, sendOptions } from './send-options';

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
	'To have a held message sent once it may go out, add the option When Held, which keeps it. Without that, nothing sends it.';

const lacksFreeform = ({ rule }: IDataObject) => rule === 'template-in-active-conversation';

const fillInFreeform = (isOne: boolean) =>
	`To reach ${isOne ? 'this customer' : 'those whom the rule template-in-active-conversation holds'} now, fill in Freeform Text: it may go out at once.`;

const KEPT =
	'To send kept messages as soon as the rules allow it, publish a workflow that runs Send Due of the Business Messaging Campaign node every minute, and leave Campaign empty. To see them, use Get Recipients of that node.';

/** Whether some of the messages that went out answer events that a test run of an Inbox Trigger showed. */
const answersPast = (output: readonly IDataObject[], context: IExecuteFunctions) =>
	output.some(({ sent }) => sent === true) && context.getInputData().some(({ json }) => json.past === true);

const ANSWERED_PAST =
	'Some of these messages answer past events, which a test run showed. They went out: the customers got them now.';

const lackEvents = (context: IExecuteFunctions) => context.getInputData().some(({ json }) => !json.eventId);

const KEPT_AGAIN =
	'If you run this again by hand, it keeps another message, unless the item has an eventId or the option Campaign Key is set.';

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
	const counts = [
		[output.filter(({ sent }) => sent === true).length, 'sent'],
		[output.filter(({ error }) => error !== undefined).length, 'failed'],
	] as const;
	const others = counts.flatMap(([count, what]) => (count > 0 ? [`${count} ${what}`] : []));
	const unsent = describeUnsent(fresh, output.length, others);
	const hasCampaign = String(context.getNodeParameter('options.campaignKey', 0, '') ?? '').trim() !== '';
	const howMany = fresh.length === 0 ? 'Nothing sent' : `${repeated} of ${output.length} not sent again`;
	const held = fresh.filter(({ action }) => action === 'hold');
	const wrong = wrongRecipients(fresh, context);
	const sentences = [
		...(wrong === undefined ? [] : [wrong]),
		...(unsent === undefined ? [] : [unsent]),
		...(held.some(lacksFreeform) ? [fillInFreeform(output.length === 1)] : []),
		...(held.some(({ kept }) => kept !== true) ? [HELD] : []),
		...(held.some(({ kept }) => kept === true) ? [KEPT] : []),
		...(held.some(({ kept }) => kept === true) && !hasCampaign && lackEvents(context) ? [KEPT_AGAIN] : []),
		...(answersPast(output, context) ? [ANSWERED_PAST] : []),
		...new Set(output.flatMap(({ warnings }) => (warnings as string[] | undefined) ?? [])),
		...(repeated > 0 ? [`${howMany}: ${repeatedBecause(repeated === 1, hasCampaign)}`] : []),
	];
	return sentences.length > 0 ? sentences.join(' ') : undefined;
}

/** Who the message of an item was for, as the form has it. */
function recipientOf(context: IExecuteFunctions, itemIndex: number): IDataObject {
	try {
		const to = text(context.getNodeParameter('to', itemIndex, ''));
		return { contact: to, to };
	} catch {
		return {};
	}
}

/** An item whose message failed, if the node continues: nothing was sent, and who it was for. */
export const failedToSend = (context: IExecuteFunctions, itemIndex: number, error: IDataObject) => ({
	json: { sent: false, ...recipientOf(context, itemIndex), ...error },
});

/** An operation that sends one message an item: what the rules allow, or `as` this without asking them. */
function sends({
	as,
	...shown
}: Pick<Operation, 'value' | 'name' | 'description' | 'action' | 'fields' | 'options'> & {
	as?: SentAs;
}): Operation {
	const fields = [...(shown.fields ?? []), optionsField([...(shown.options ?? [])])];
	return {
		...shown,
		forEachItem: (context, itemIndexes) => prepareSend(context, itemIndexes, { as, fields }),
		hint: countActions,
		failed: failedToSend,
	};
}

export const sendAuto = sends({
	value: 'sendAuto',
	name: 'Send Auto',
	description:
		'Send the freeform content or the template, whichever is allowed now. If neither is, nothing goes out, and the item says why.',
	action: 'Send auto (text or template)',
	fields: [
		to,
		toInTool,
		freeformType,
		...textFields,
		...contentFields,
		template,
		templateVariables,
		...previewOfMessage,
	],
	options: [...autoOptions, ...ruleOptions, ...sendOptions],
});

export const sendText = sends({
	as: 'freeform',
	value: 'sendText',
	name: 'Send Text',
	description: 'Send freeform text. Allowed only within 24 hours of the last message from the customer.',
	action: 'Send a text (only if the customer wrote within 24 hours)',
	fields: [to, toInTool, ...textFields],
	options: [...sendOptions, markAsReadOption],
});

/** In Send Message, which is what sends a file; before version 1.5 it began with text, as Send Text does. */
const asked = { ...freeformType, hint: 'Goes out only if the customer wrote within the last 24 hours' };
const typeOfMessage = [
	{ ...asked, default: 'image', displayOptions: { show: { '@version': [{ _cnd: { gte: 1.5 } }] } } },
	{ ...asked, displayOptions: { show: { '@version': [1, 1.1, 1.2, 1.3, 1.4] } } },
];

export const sendMessage = sends({
	as: 'freeform',
	value: 'sendMessage',
	name: 'Send Message',
	description:
		'Send a file, buttons, list, location, contacts, reaction, or link. Allowed only within 24 hours of the last message from the customer.',
	action: 'Send a file, buttons, list or location',
	fields: [to, toInTool, ...typeOfMessage, ...textFields, ...contentFields],
	options: sendOptions,
});

/** No rule decides when it goes out; the gateway does (docs/interface.md, Sending). */
const sentAsAsked = {
	...template,
	hint: 'Goes out unless the customer wrote within the last 24 hours, once the platform has approved it',
};

export const sendTemplate = sends({
	as: 'template',
	value: 'sendTemplate',
	name: 'Send Template',
	description:
		'Send a template that the platform has approved. Allowed unless the customer wrote within the last 24 hours.',
	action: 'Send a template message',
	fields: [to, toInTool, sentAsAsked, templateVariables, ...previewOfMessage],
	options: sendOptions,
});
