import type { IDataObject, IWebhookDescription, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { errorText, isObject, MINUTE } from '../../../../base';
import type { AnsweredWait, Engine, KeptWait, MessagingEvent } from '../../../../engine';
import { choiceOf, possibleAnswer } from '../../../../engine';
import type { TemplateMessageComponent } from '../../../../platform';
import { REMINDED } from '../../../../receiver';
import type { Connected } from '../../../shared/connect';
import { connect, connectStore } from '../../../shared/connect';
import { credentialsOf } from '../../../shared/credential';
import { toItem } from '../../../shared/events/to-items';
import { isoTime } from '../../../shared/times';

/** What the customer answered, by the kind of question. */
function responseTo(wait: AnsweredWait['wait'], event: MessagingEvent, text: unknown): IDataObject {
	const { question } = wait;
	if (question.kind === 'text') return { text: text ?? '' } as IDataObject;
	const answer = possibleAnswer(event);
	const index = answer && choiceOf(wait, answer);
	const { title, value } = question.choices[index ?? -1] ?? { title: '', value: '' };
	return typeof value === 'boolean' ? { approved: value } : { choice: value, title };
}

/** The item of an answered question: the answer in `data`, and the message like an item of the Trigger. */
export async function answerJson(engine: Engine, { wait, event }: AnsweredWait): Promise<IDataObject> {
	const item = toItem(event, await engine.reactionsTo(event), false);
	const { contact, contactName } = item;
	return {
		data: {
			...responseTo(wait, event, item.text),
			respondedAt: isoTime(event.at),
			responder: { id: contact, ...(contactName !== undefined && { name: contactName }) },
		},
		timedOut: false,
		...item,
	};
}

/** How long before the conversation window closes it is time for the reminder. ms */
const BEFORE_CLOSING = 10 * MINUTE;

/** When to remind the customer of an open question: shortly before the window closes. Local time, epoch ms */
export async function timeToRemind(
	{ credential: { channel }, engine }: Pick<Connected, 'credential' | 'engine'>,
	to: string,
): Promise<number | undefined> {
	const { windowClosesAt } = await engine.conversation({ channel, to });
	if (windowClosesAt === undefined) return undefined;
	const closesIn = windowClosesAt - (await engine.now(channel));
	return engine.runtime.now() + closesIn - BEFORE_CLOSING;
}

/**
 * Sends the reminder if the rules allow it now, or notes when to look again: the customer has written meanwhile, or the
 * rules hold the template until the window has closed.
 */
export async function remind(connected: Connected, { id, reminder }: KeptWait): Promise<void> {
	const { engine, sender, store } = connected;
	if (!reminder) return store.waits.reminded(id, undefined);
	const { intent, components, checkFirst } = reminder;
	const now = engine.runtime.now();
	const { window } = await engine.conversation(intent);
	const nextAt = window === 'open' ? await timeToRemind(connected, intent.to) : undefined;
	if (nextAt !== undefined && nextAt > now) return store.waits.reminded(id, { dueAt: nextAt });

	const { messageId, retryAt } = await sender.send(
		intent,
		{ template: { components: components as TemplateMessageComponent[] }, checkFirst },
		{ once: JSON.stringify(['reminder', id]) },
	);
	if (messageId !== undefined) return store.waits.reminded(id, { messageId });
	const heldFor = retryAt === undefined ? undefined : retryAt - (await engine.now(intent.channel));
	return store.waits.reminded(
		id,
		heldFor === undefined ? undefined : { dueAt: now + Math.max(heldFor, 1_000) },
	);
}

/** What n8n serves while an execution waits. The node's ID is in the path that n8n signs. */
export const resumeWebhooks: IWebhookDescription[] = [
	{
		name: 'default',
		httpMethod: 'POST',
		responseMode: 'onReceived',
		responseData: 'noData',
		path: '={{ $nodeId }}',
		restartWebhook: true,
		isFullPath: true,
	},
];

function answer(context: IWebhookFunctions, status: number, body: object): IWebhookResponseData {
	context.getResponseObject().status(status).json(body);
	return { noWebhookResponse: true };
}

async function continueWith(context: IWebhookFunctions, id: string): Promise<IWebhookResponseData> {
	const { engine, store } = await connectStore(context);
	const ofExecution = { id, resumeUrl: context.getRequestObject().originalUrl };
	const claimed = await store.waits.claim(ofExecution, engine.runtime.now());
	if (claimed) {
		const json = await answerJson(engine, claimed);
		return {
			webhookResponse: { continued: true },
			workflowData: [[{ json, pairedItem: { item: 0 } }]],
		};
	}
	const wait = await store.waits.open(ofExecution);
	if (!wait) return answer(context, 410, { error: "The execution doesn't wait for this response." });
	const { policy, intent } = wait.reminder ?? {};
	const numbers = await credentialsOf(context);
	// Without a reminder, any number will do. If its number is gone from the credential, it can't be sent any more.
	const credential = intent ? numbers.find(({ channel }) => channel === intent.channel) : numbers[0];
	if (!credential) await store.waits.reminded(id, undefined);
	else await remind(await connect(context, policy, { credential }), wait);
	return answer(context, REMINDED, { continued: false });
}

/**
 * Continues the execution with the customer's answer, or sends the reminder and keeps waiting. It never throws: n8n
 * would continue the execution with the error.
 */
export async function continueExecution(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	const body: unknown = this.getBodyData();
	const id = isObject(body) && typeof body.wait === 'string' ? body.wait : '';
	try {
		return await continueWith(this, id);
	} catch (error) {
		this.logger.error(`An execution couldn't be continued with a customer's response: ${errorText(error)}`);
		return answer(this, 503, { error: "The response couldn't be read. Send it again." });
	}
}
