import { randomUUID } from 'node:crypto';
import type { INodeExecutionData, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import type { Engine, MessagingEvent } from '../../engine';
import type { Delivery } from '../../receiver';
import { COPY_HEADER, copiesGoTo, readCopy, receiveDelivery } from '../../receiver';
import type { Connected } from '../shared/connect';
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

async function readDelivery(context: IWebhookFunctions, { credential }: Connected): Promise<Delivery> {
	const request = context.getRequestObject();
	if (request.rawBody === undefined) await request.readRawBody();
	const signature = request.headers[credential.profile.signatureHeader.toLowerCase()];
	return { rawBody: request.rawBody, signature: [signature].flat()[0] };
}

interface Options {
	policy?: string;
	reactions?: string[];
	ownReactions?: string;
	simplify?: boolean;
}

const optionsOf = (context: IWebhookFunctions) => context.getNodeParameter('options', {}) as Options;

/** The reactions that alone start the workflow; none where the kinds of events say what does. */
function reactionsThatStart({ reactions = [], ownReactions = '' }: Options): ReadonlySet<string> {
	const own = ownReactions.split(',').map((name) => name.trim());
	return new Set([...reactions, ...own.filter((name) => name !== '')]);
}

/** What the form asks for: which events start the workflow, and how they look. */
function readForm(context: IWebhookFunctions, engine: Engine) {
	const kinds = new Set(context.getNodeParameter('events', []) as Array<MessagingEvent['kind']>);
	const options = optionsOf(context);
	const starting = reactionsThatStart(options);
	return {
		async wants(event: MessagingEvent): Promise<boolean> {
			if (starting.size === 0) return kinds.has(event.kind);
			return (await engine.reactionsTo(event)).some(({ name }) => starting.has(name));
		},
		async itemOf(event: MessagingEvent) {
			return itemOfEvent(event, await engine.reactionsTo(event), options.simplify === false);
		},
	};
}

/** Passes a delivery on to a test run that listens, as it came. Whatever becomes of the copy, it is none of the gateway's business. */
async function passCopyOn(context: IWebhookFunctions, { store, credential }: Connected, delivery: Delivery) {
	const url = await copiesGoTo(store, credential.channel);
	if (url === undefined) return;
	const headers = {
		'content-type': 'application/json',
		[credential.profile.signatureHeader]: delivery.signature ?? '',
		[COPY_HEADER]: '1',
	};
	await context.helpers.httpRequest({ method: 'POST', url, headers, body: delivery.rawBody, timeout: 5_000 });
}

/** A test run gets a copy of what a published trigger receives: it starts with it, and records nothing. */
async function receiveCopy(
	context: IWebhookFunctions,
	{ credential, engine }: Connected,
	delivery: Delivery,
): Promise<IWebhookResponseData> {
	const events = readCopy(delivery, credential.signingSecrets);
	if (!events) return answer(context, 401, { error: 'The signature does not fit the copy.' });
	const { wants, itemOf } = readForm(context, engine);
	const items: INodeExecutionData[] = [];
	for (const event of events) {
		if (await wants(event)) items.push({ json: { ...(await itemOf(event)), copy: true } });
	}
	return items.length === 0 ? answer(context, 200, { received: 0 }) : { workflowData: [items] };
}

/**
 * Takes in a delivery. n8n answers 200 only after the execution was started; what was noted in the store is confirmed
 * by that answer, and released for the next delivery by any other one.
 */
export async function receive(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	if (this.getWebhookName() === 'setup') return answerChallenge(this);

	const connected = await connect(this, optionsOf(this).policy).catch((error: unknown) =>
		error instanceof Error ? error : new Error(String(error)),
	);
	if (connected instanceof Error) {
		// What is wrong here names hosts and databases, which are none of a stranger's business.
		this.logger.error(`The delivery was not taken: ${connected.message}`);
		return answer(this, 503, { error: 'The delivery was not taken.' });
	}
	const delivery = await readDelivery(this, connected);
	const isTest = this.getMode() === 'manual';
	if (isTest && this.getHeaderData()[COPY_HEADER] !== undefined)
		return receiveCopy(this, connected, delivery);

	const { credential, engine, sender } = connected;
	const { wants, itemOf } = readForm(this, engine);
	const receipt = await receiveDelivery(delivery, {
		engine,
		secret: credential.signingSecrets,
		start: { trigger: triggerId(this), wants },
		measureClock: sender.measureClock,
		clockChannels: [credential.channel],
	});
	if (receipt.cause !== undefined) this.logger.error(`The store did not take the delivery: ${receipt.cause}`);
	if (receipt.status === 200 && !isTest) passCopyOn(this, connected, delivery).catch(() => {});
	if (receipt.toStart.length === 0) return answer(this, receipt.status, receipt.body);

	onAnswered(this.getResponseObject(), (status) => {
		// What cannot be settled now ends with its lease: the next delivery after that starts the events again.
		receipt.settle(status === 200 ? 'confirmed' : 'released').catch(() => {});
	});
	const items = receipt.toStart.map(async (event) => ({ json: await itemOf(event) }));
	return { workflowData: [await Promise.all(items)] };
}
