import { randomUUID } from 'node:crypto';
import type { INodeExecutionData, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { errorText } from '../../base';
import type { Engine, MessagingEvent } from '../../engine';
import type { Delivery } from '../../receiver';
import { answerChallenge, COPY_HEADER, copiesGoTo, readCopy, receiveDelivery } from '../../receiver';
import type { Connected } from '../shared/connect';
import { connect } from '../shared/connect';
import { toItem } from '../shared/events/to-item';

function answer(context: IWebhookFunctions, status: number, body: object): IWebhookResponseData {
	context.getResponseObject().status(status).json(body);
	return { noWebhookResponse: true };
}

/** Answers like the receiver does. */
function answerSetup(context: IWebhookFunctions): IWebhookResponseData {
	const query = Object.entries(context.getQueryData() as Record<string, unknown>);
	const texts = query.filter((entry): entry is [string, string] => typeof entry[1] === 'string');
	const result = answerChallenge(new URLSearchParams(texts));
	if ('error' in result) return answer(context, result.status, { error: result.error });
	context.getResponseObject().status(200).type('text/plain').send(result.challenge);
	return { noWebhookResponse: true };
}

type Response = ReturnType<IWebhookFunctions['getResponseObject']>;

/** Executions are deduplicated for each trigger. Every test listen counts as its own trigger. */
function triggerId(context: IWebhookFunctions): string {
	const place = `${context.getWorkflow().id}/${context.getNode().id}`;
	return context.getMode() === 'manual' ? `${place}/test/${randomUUID()}` : place;
}

/**
 * Calls back with the status that n8n answers. The event `finish` can't tell: it never comes if the gateway has hung up
 * meanwhile, although n8n has started the execution.
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

/** The reactions that alone start the workflow; none if the kinds of events decide. */
function reactionsThatStart({ reactions = [], ownReactions = '' }: Options): ReadonlySet<string> {
	const own = ownReactions.split(',').map((name) => name.trim());
	return new Set([...reactions, ...own.filter((name) => name !== '')]);
}

/** What the form asks for: which events start the workflow, and what their items look like. */
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
			return toItem(event, await engine.reactionsTo(event), options.simplify === false);
		},
	};
}

/** Passes a delivery on unchanged to a test run that is listening. The gateway isn't told what happens to the copy. */
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

/** A test run gets a copy of what a published trigger receives. It starts with it, and records nothing. */
async function receiveCopy(
	context: IWebhookFunctions,
	{ credential, engine }: Connected,
	delivery: Delivery,
): Promise<IWebhookResponseData> {
	const events = readCopy(delivery, credential.signingSecrets);
	if (!events) return answer(context, 401, { error: "The signature doesn't match the copy." });
	const { wants, itemOf } = readForm(context, engine);
	const items: INodeExecutionData[] = [];
	for (const event of events) {
		if (await wants(event)) items.push({ json: { ...(await itemOf(event)), copy: true } });
	}
	return items.length === 0 ? answer(context, 200, { received: 0 }) : { workflowData: [items] };
}

/**
 * Takes in a delivery. n8n answers 200 only after it has started the execution. That answer confirms what was noted in
 * the store; any other answer releases it for the next delivery.
 */
export async function receive(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	if (this.getWebhookName() === 'setup') return answerSetup(this);

	const connected = await connect(this, optionsOf(this).policy).catch(errorText);
	if (typeof connected === 'string') {
		// The error names hosts and databases, which are none of a stranger's business.
		this.logger.error(`The delivery wasn't accepted: ${connected}`);
		return answer(this, 503, { error: "The delivery wasn't accepted." });
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
		channel: credential.channel,
		start: { trigger: triggerId(this), wants },
		measureClock: sender.measureClock,
		clockChannels: [credential.channel],
	});
	if (receipt.cause !== undefined) this.logger.error(`The store did not take the delivery: ${receipt.cause}`);
	if (receipt.status === 200 && !isTest) passCopyOn(this, connected, delivery).catch(() => {});
	if (receipt.toStart.length === 0) return answer(this, receipt.status, receipt.body);

	onAnswered(this.getResponseObject(), (status) => {
		// What can't be settled now ends with its lease. The next delivery after that starts the events again.
		receipt.settle(status === 200 ? 'confirmed' : 'released').catch(() => {});
	});
	const items = receipt.toStart.map(async (event) => ({ json: await itemOf(event) }));
	return { workflowData: [await Promise.all(items)] };
}
