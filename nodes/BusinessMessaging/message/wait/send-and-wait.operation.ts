import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { NodeOperationError, WAIT_INDEFINITELY } from 'n8n-workflow';
import { isObject } from '../../../../base';
import type { Intent, Question } from '../../../../engine';
import { keyOfOnce, normalizeAddress, waitOf } from '../../../../engine';
import { answerPosterOf } from '../../../../receiver';
import { optionsField, ruleOptions, to, toInTool } from '../../../shared/common-fields';
import type { Connected } from '../../../shared/connect';
import { connectRules } from '../../../shared/connect';
import { decisionJson } from '../../../shared/decision-json';
import { nothingSent, toApiError } from '../../../shared/errors/gateway-failure';
import { ProblemList } from '../../../shared/errors/item-errors';
import { refuseOtherStore } from '../../../shared/events/refuse-other-store';
import { checksFirst, readIntentOptions, readTo, TO_IS_EMPTY } from '../../../shared/message/intent';
import { readOwnFacts } from '../../../shared/message/own-facts';
import type { Operation, RunItem } from '../../../shared/operation';
import type { ReadField } from '../../../shared/read/item-parameter';
import { fixedExpressions } from '../../../shared/read/fixed-expressions';
import { createFormReader } from '../../../shared/read/item-parameter';
import { createPartReader } from '../../../shared/read/read-parts';
import { isAnObject, text } from '../../../shared/read/values';
import { createTemplateReader } from '../../../shared/template/read-template';
import { template, templateVariables } from '../../../shared/template/template-form';
import { previewOfMessage } from '../../../shared/template/template-preview';
import { zonedTime } from '../../../shared/times';
import { takesText } from '../../takes-text';
import { problemsOfLimits } from '../prepare-send';
import { createSendKeys } from '../send-keys';
import { sendOptions } from '../send-options';
import { countActions, failedToSend } from '../send.operations';
import { absentTemplates } from '../template-trouble';
import { answerJson, timeToRemind } from './continue-execution';
import { listLabel, questionFields, readQuestion, withQuickReplies } from './question';
import { limitWaitTime, readWaitLimit } from './wait-limit';

/**
 * Where an execution is continued: at n8n's own address, or at the one that BUSINESS_MESSAGING_RESUME_URL says all
 * processes reach. n8n signs the path and the query.
 */
function resumeUrlOf(context: Pick<IExecuteFunctions, 'getSignedResumeUrl'>): string {
	const { href, pathname, search } = new URL(context.getSignedResumeUrl());
	const reached = process.env.BUSINESS_MESSAGING_RESUME_URL ?? '';
	return reached === '' ? href : new URL(`${pathname}${search}`, reached).href;
}

/** n8n parks the whole execution for one answer. */
function refuseSeveral(context: IExecuteFunctions): void {
	const count = context.getInputData().length;
	if (count <= 1) return;
	throw new NodeOperationError(
		context.getNode(),
		`Nothing was sent. Send and Wait for Response takes one item at a time, and got ${count}`,
		{
			description:
				'An execution can wait for one response only. Put a Loop Over Items node with Batch Size 1 before this node, and connect the end of the loop to it.',
		},
	);
}

const lacksChoices = (question: Question) => question.kind === 'choice' && question.choices.length === 0;

/** What the question is missing, in sentences; empty if it is complete. */
const missingIn = (get: ReadField, question: Question): string[] => [
	...(text(get('message', '')) === '' ? ['Message is empty.'] : []),
	...(isObject(get('message', '')) ? [isAnObject('Message')] : []),
	...(lacksChoices(question)
		? ['There are no choices. Under Choices, add what the customer can choose.']
		: []),
];

/**
 * If the time is up, n8n passes the input that it keeps for this node on as its output. The item itself belongs to the
 * node before, too.
 */
function outputWhenTimedOut(context: IExecuteFunctions, json: IDataObject): void {
	const kept = context.getExecuteData();
	const [item] = context.getInputData();
	const timedOut = { ...item!, json: { ...item!.json, ...json, data: {}, timedOut: true } };
	kept.data = { ...kept.data, main: [[timedOut]] };
}

const remindOption: INodeProperties = {
	displayName: 'Remind When the Window Closes',
	name: 'remind',
	type: 'boolean',
	default: false,
	description:
		'Whether to send the template as a reminder when the conversation window closes before the customer responds. The node continues to wait.',
};

const fields = [to, toInTool, ...questionFields, template, templateVariables, ...previewOfMessage];
const options = [limitWaitTime, listLabel, remindOption, ...ruleOptions, ...sendOptions];
const formFields = [...fields, optionsField(options)];

/** Sends the question in the form that the rules allow, and parks the execution if it went out. */
async function askAndWait(context: IExecuteFunctions): Promise<RunItem> {
	refuseSeveral(context);
	const connected: Connected = await connectRules(
		context,
		text(context.getNodeParameter('options.policy', 0, '')),
	);
	await refuseOtherStore(context, connected);
	const { credential, engine, gateway, sender, settings, store } = connected;
	const policy = engine.policy.document.name;
	const { channel, account } = credential;
	const readTemplate = createTemplateReader(context, gateway);
	const whyAbsent = absentTemplates(context, connected);
	const get = createFormReader(context)(0);
	const zone = context.getTimezone();

	const fixed = takesText(context) ? undefined : fixedExpressions(context, formFields);

	return async (itemIndex) => {
		const { part, refuse } = createPartReader();
		if (fixed !== undefined) refuse([fixed]);
		const options = get('options', {}) as IDataObject;
		const recipientType = options.recipientType as Intent['recipientType'];
		const intent = {
			...(await part(() => readIntentOptions(options, zone, settings))),
			...(await part(() => readOwnFacts(options, engine.policy.document))),
		};
		const takes = { takesText: takesText(context) };
		const given = await part(() => readTo(get, connected, recipientType, takes));
		const to = given ?? '';
		const now = engine.runtime.now();
		const expiresAt = await part(() => readWaitLimit(options, now, zone));
		const { json: asked } = context.getInputData()[itemIndex]!;
		const once = createSendKeys(context, true)(to, asked, options)!.key;
		const id = waitOf(once);
		const { question, contentOf, fieldOf } = readQuestion(get, options);
		const token = engine.runtime.uuid();
		const chosen = await part(() => readTemplate(itemIndex));
		const componentsOf = await part(() => chosen && withQuickReplies(gateway, chosen, question));
		const components = componentsOf?.(token);
		const template = chosen && { name: chosen.name, language: chosen.language };
		const checkFirst = checksFirst(options, settings);
		const broken =
			checkFirst && !lacksChoices(question)
				? problemsOfLimits(
						{ to, recipient_type: recipientType },
						contentOf(token),
						template && { name: template.name, language: { code: template.language }, components },
						fieldOf,
					)
				: [];
		// A repeat of a question that went out in time continues with what came of it.
		const isTooLate =
			expiresAt !== undefined &&
			expiresAt <= now &&
			!(await store.sends.find(keyOfOnce(once, channel), keyOfOnce(once)));
		const tooLate = isTooLate
			? [`Limit Wait Time: Max Date and Time has passed: ${zonedTime(expiresAt, zone)}.`]
			: [];
		refuse([...(given === '' ? [TO_IS_EMPTY] : []), ...missingIn(get, question), ...broken, ...tooLate]);

		const whole = { channel, account, to, ...(template && { template }), ...intent };
		const askedAt = await engine.now(channel);
		const reminder = options.remind === true &&
			template && { intent: whole, components: components!, policy, ...(!checkFirst && { checkFirst }) };
		const ofExecution = { id, resumeUrl: resumeUrlOf(context) };
		const { token: kept, answered } = await store.waits.ask(
			{
				...ofExecution,
				token,
				channel,
				contact: normalizeAddress(to),
				question,
				askedAt,
				...(expiresAt !== undefined && { expiresAt }),
				...(reminder && { reminder }),
			},
			now,
		);
		if (answered) return [{ json: await answerJson(engine, answered) }];

		const content = {
			freeform: contentOf(kept),
			template: { components: componentsOf?.(kept) },
			...(text(options.replyTo) !== '' && { replyTo: text(options.replyTo) }),
			...(!checkFirst && { checkFirst }),
		};
		const sending = sender.send(whole, content, { once, trace: options.trace === true });
		const outcome = await sending.catch(async (error: unknown) => {
			await store.waits.drop(ofExecution);
			throw error;
		});
		const { action, error, messageId, repeated } = outcome;
		const wasTried = action === 'freeform' || action === 'template';
		const json: IDataObject = {
			sent: messageId !== undefined && !repeated,
			contact: to,
			to,
			...decisionJson(outcome, zone),
			messageId: messageId ?? null,
		};
		if (messageId === undefined || !wasTried) {
			await store.waits.drop(ofExecution);
			if (error && wasTried) {
				const { recipientType } = whole;
				throw toApiError(context, { ...error, recipientType }, itemIndex, {
					outcome: nothingSent(context, outcome),
				});
			}
			const absent = await whyAbsent(whole, outcome, true);
			if (absent !== undefined) throw new ProblemList('Nothing was sent.', [absent]);
			return [{ json: { ...json, data: {}, timedOut: false } }];
		}
		const remindAt = reminder && action === 'freeform' ? await timeToRemind(connected, to) : undefined;
		await store.waits.sent(id, messageId, remindAt);
		if (remindAt !== undefined) answerPosterOf(store).wake();
		outputWhenTimedOut(context, { contact: to, to, messageId });
		await context.putExecutionToWait(expiresAt === undefined ? WAIT_INDEFINITELY : new Date(expiresAt));
		return [{ json }];
	};
}

/** Asks the customer, in the form that the rules allow, and waits for the response in the chat. */
export const sendAndWait: Operation = {
	value: 'sendAndWait',
	name: 'Send and Wait for Response',
	description:
		'Ask the customer something, and wait for the response in the chat. Goes out as a message or as the template, whichever is allowed now.',
	action: 'Send a message and wait for the response',
	fields,
	options,
	forEachItem: askAndWait,
	hint: countActions,
	failed: failedToSend,
};
