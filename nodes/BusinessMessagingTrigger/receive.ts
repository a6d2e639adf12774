import { randomUUID } from 'node:crypto';
import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import type { MessagingEvent } from '../../engine';
import { receiveDelivery } from '../../receiver';
import { connect } from '../shared/connect';
import { itemOfEvent } from './item-of-event';

/** The platform verifies a webhook by a challenge that is given back (platform-facts, section 1). */
function answerChallenge(context: IWebhookFunctions): IWebhookResponseData {
	const challenge = (context.getQueryData() as Record<string, unknown>)['hub.challenge'];
	context
		.getResponseObject()
		.status(200)
		.type('text/plain')
		.send(typeof challenge === 'string' ? challenge : '');
	return { noWebhookResponse: true };
}

function answer(context: IWebhookFunctions, status: number, body: object): IWebhookResponseData {
	context.getResponseObject().status(status).json(body);
	return { noWebhookResponse: true };
}

type Response = ReturnType<IWebhookFunctions['getResponseObject']>;

/** Executions are deduplicated for each trigger; every test listen is one of its own. */
function triggerId(context: IWebhookFunctions): string {
	const place = `${context.getWorkflow().id}/${context.getNode().id}`;
	return context.getMode() === 'manual' ? `${place}/test/${randomUUID()}` : place;
}

/**
 * Calls back with the status that n8n answers. Not at the event `finish`: that never comes when the gateway has hung
 * up meanwhile, although n8n has started the execution.
 */
function onAnswered(response: Response, callback: (status: number) => void): void {
	const end = response.end.bind(response) as (...args: unknown[]) => Response;
	response.end = (...args: unknown[]) => {
		callback(response.statusCode);
		return end(...args);
	};
}

/**
 * Takes in a delivery. n8n answers 200 only after the execution was started; what was noted in the store is confirmed
 * by that answer, and released for the next delivery by any other one.
 */
export async function receive(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	if (this.getWebhookName() === 'setup') return answerChallenge(this);

	const request = this.getRequestObject();
	const connected = await connect(this).catch((error: unknown) =>
		error instanceof Error ? error : new Error(String(error)),
	);
	if (connected instanceof Error) return answer(this, 503, { error: connected.message });

	const { credential, engine, sender } = connected;
	const kinds = new Set(this.getNodeParameter('events', []) as Array<MessagingEvent['kind']>);
	const header = request.headers[credential.profile.signatureHeader.toLowerCase()];
	if (request.rawBody === undefined) await request.readRawBody();
	const receipt = await receiveDelivery(
		{ rawBody: request.rawBody, signature: [header].flat()[0] },
		{
			engine,
			secret: credential.signingSecrets,
			start: { trigger: triggerId(this), wants: ({ kind }) => kinds.has(kind) },
			measureClock: sender.measureClock,
		},
	);
	if (receipt.toStart.length === 0) return answer(this, receipt.status, receipt.body);

	onAnswered(this.getResponseObject(), (status) => {
		// What cannot be settled now ends with its lease: the next delivery after that starts the events again.
		receipt.settle(status === 200 ? 'confirmed' : 'released').catch(() => {});
	});
	const simplify = this.getNodeParameter('options.simplify', true) as boolean;
	return { workflowData: [receipt.toStart.map((event) => ({ json: itemOfEvent(event, !simplify) }))] };
}
