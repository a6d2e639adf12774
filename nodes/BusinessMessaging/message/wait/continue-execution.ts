import type { IWebhookDescription, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { errorText, isObject } from '../../../../base';
import { REMINDED } from '../../../../receiver';
import { connect } from '../../../shared/connect';
import { answerJson } from './answer-json';
import { remind } from './remind';

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
	const { credential, engine, store } = await connect(context);
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
	await remind(await connect(context, wait.reminder?.policy, { credential }), wait);
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
