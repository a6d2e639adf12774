import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { errorText, systemRuntime } from '../../base';
import type { Engine, MessagingEvent } from '../../engine';
import { verifySignature } from '../../engine';
import type { BoundSecret, Delivery } from '../../receiver';
import {
	answerChallenge,
	answerPosterOf,
	copiesGoTo,
	COPY_HEADER,
	readCopy,
	readSigned,
	receiveDelivery,
	secretOfNumber,
} from '../../receiver';
import { createTemplateAsker } from '../../sending';
import type { Connected } from '../shared/connect';
import { connect } from '../shared/connect';
import type { Credential } from '../shared/credential';
import type { HeldBy } from '../shared/events/choose-events';
import { readChoice } from '../shared/events/choose-events';
import { itemOf, itemOfBurst } from '../shared/events/to-items';
import { readForwarding } from '../shared/forwarding';
import { groupEvents } from '../shared/silence';
import { logTo } from '../shared/trouble';
import { forwardNow } from './forwarding';
import { otherNumberOf } from './other-number';
import type { Numbers } from './numbers';
import { chosenOf, namedIn } from './numbers';
import type { Options } from './read-options';
import { optionsOf, silenceOf } from './read-options';
import { recentCredential } from './recent-credential';
import { refusals } from './refusals';

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
	return context.getMode() === 'manual' ? `${place}/test/${systemRuntime.uuid()}` : place;
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

async function readDelivery(context: IWebhookFunctions, { profile }: Credential): Promise<Delivery> {
	const request = context.getRequestObject();
	if (request.rawBody === undefined) await request.readRawBody();
	const signature = request.headers[profile.signatureHeader.toLowerCase()];
	const contentType = request.headers['content-type'];
	return { rawBody: request.rawBody, signature: [signature].flat()[0], contentType };
}

/**
 * The secrets of the numbers, each bound to its number and account, and to what Other Numbers names. A new store may
 * hear of a template before it hears from a customer, and so learn the number's account.
 */
function secretsOf(numbers: Numbers, { otherNumbers: others }: Options): BoundSecret[] {
	const takesOthers = others === 'account' || others === 'all';
	return numbers.map(({ account, channel, signingSecrets: secret }) => ({
		...secretOfNumber({ secret, channel, account, ...(takesOthers && { others }) }),
		mayComeFirst: true,
	}));
}

/** A delivery, and the numbers whose secrets it is tried with. */
interface Received {
	delivery: Delivery;
	numbers: Numbers;
	/** For the first number whose secret fits, or else the first of all. */
	connected: Connected;
	/** The number that the delivery was signed for; absent if no secret fits, or that of several numbers. */
	channel: string | undefined;
}

async function open(context: IWebhookFunctions): Promise<Received> {
	const all = await recentCredential(context);
	const delivery = await readDelivery(context, all[0]);
	const numbers = namedIn(delivery, chosenOf(context, all));
	const { rawBody, signature } = delivery;
	const fitting =
		numbers.length === 1
			? numbers
			: numbers.filter(({ signingSecrets }) => verifySignature(rawBody, signature, signingSecrets));
	const [credential = numbers[0], ...others] = fitting;
	const connected = await connect(context, optionsOf(context).policy, { credential });
	const channel = fitting.length > 0 && others.length === 0 ? credential.channel : undefined;
	return { delivery, numbers, connected, channel };
}

/** What the form asks for: which events start the workflow, and what their items look like. */
function readForm(context: IWebhookFunctions, engine: Engine) {
	const options = optionsOf(context);
	const { wants } = readChoice({
		events: context.getNodeParameter('events', []) as string[],
		heldBy: context.getNodeParameter('heldBy', 'either') as HeldBy,
		...options,
	});
	const silence = silenceOf(context);
	const withRaw = options.simplify === false;
	return {
		silence,
		wants: (event: MessagingEvent) => wants(event, engine),
		/** Those of a test run look like those of messages that have waited. */
		itemsOf(events: MessagingEvent[]): Promise<IDataObject[]> {
			if (!silence) return Promise.all(events.map((event) => itemOf(event, engine, withRaw)));
			return Promise.all(
				groupEvents(events.map((event) => ({ event }))).map((group) =>
					Array.isArray(group)
						? itemOfBurst(group as MessagingEvent[], engine, withRaw)
						: itemOf(group as MessagingEvent, engine, withRaw),
				),
			);
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

/** The messages that executions wait for, unless they start this workflow, too. */
async function responsesIn(
	context: IWebhookFunctions,
	{ store }: Engine,
	events: MessagingEvent[],
): Promise<ReadonlySet<string>> {
	if (optionsOf(context).includeResponses) return new Set();
	const answering = await store.waits.answering(events.map(({ id }) => id));
	return new Set(answering.map(({ eventId }) => eventId));
}

/** A test run gets a copy of what a published trigger receives. It starts with it, and records nothing. */
async function receiveCopy(
	context: IWebhookFunctions,
	{ delivery, numbers, connected }: Received,
): Promise<IWebhookResponseData> {
	const { credential, engine } = connected;
	const secrets = secretsOf(numbers, optionsOf(context));
	const { channel, profile } = credential;
	const events = await readCopy(delivery, { engine, secrets, channel, agentRole: profile.agentRole });
	if (!events) return answer(context, 401, { error: "The signature doesn't match the copy." });
	const { wants, itemsOf } = readForm(context, engine);
	const answering = await responsesIn(context, engine, events);
	const wanted: MessagingEvent[] = [];
	for (const event of events) if (!answering.has(event.id) && (await wants(event))) wanted.push(event);
	const items = (await itemsOf(wanted)).map((json) => ({ json: { ...json, copy: true } }));
	return items.length === 0 ? answer(context, 200, { received: 0 }) : { workflowData: [items] };
}

/**
 * An event that is kept under another number would leave the credential's without any: it would look as if nobody ever
 * wrote. The gateway delivers it again, and it counts as soon as the credential is right.
 * @throws NodeOperationError if the credential's Phone Number ID is wrong
 */
async function refuseOtherNumber(
	context: IWebhookFunctions,
	{ credential, store }: Connected,
	delivery: Delivery,
): Promise<void> {
	const { channel, signingSecrets } = credential;
	const read = () => readSigned(delivery, signingSecrets) ?? [];
	const other = await otherNumberOf(read, { store, channel }).catch(() => undefined);
	if (other === undefined) return;
	throw new NodeOperationError(
		context.getNode(),
		`The gateway delivers for ${other}, the credential says ${channel}`,
		{
			description: `Enter ${other} as Phone Number ID in the Business Messaging API credential. Then let the customer write again, or wait until the gateway repeats the delivery.`,
		},
	);
}

/** A test run would listen on in silence. A delivery without a signature can be anybody's, and doesn't end it. */
function refuseOtherSecret(context: IWebhookFunctions, { signature }: Delivery): void {
	if (signature === undefined) return;
	throw new NodeOperationError(
		context.getNode(),
		"A delivery came, but its signature doesn't match the Signing Secret",
		{
			description:
				'Copy the Signing Secret again from your provider into the Business Messaging API credential, all of it. Then run the test again.',
		},
	);
}

/**
 * Takes in a delivery. n8n answers 200 only after it has started the execution. That answer confirms what was noted in
 * the store; any other answer releases it for the next delivery.
 */
export async function receive(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	if (this.getWebhookName() === 'setup') return answerSetup(this);

	const received = await open(this).catch(errorText);
	if (typeof received === 'string') {
		// The error names hosts and databases, which are none of a stranger's business.
		this.logger.error(`The delivery wasn't accepted: ${received}`);
		return answer(this, 503, { error: "The delivery wasn't accepted." });
	}
	const { delivery, numbers, connected } = received;
	const isTest = this.getMode() === 'manual';
	if (isTest && this.getHeaderData()[COPY_HEADER] !== undefined) return receiveCopy(this, received);

	if (received.channel !== undefined) await refuseOtherNumber(this, connected, delivery);
	const { credential, engine, gateway, sender } = connected;
	const { silence, wants, itemsOf } = readForm(this, engine);
	const options = optionsOf(this);
	const { forwardTo } = readForwarding(options);
	const { agentRole, signatureHeader } = credential.profile;
	const receipt = await receiveDelivery(delivery, {
		engine,
		answers: answerPosterOf(engine.store, logTo(this)),
		secrets: secretsOf(numbers, options),
		channel: received.channel,
		agentRole,
		start: {
			trigger: triggerId(this),
			wants,
			withAnswers: options.includeResponses,
			// A test run doesn't wait.
			...(silence && !isTest && { gather: silence }),
		},
		measureClock: sender.measureClock,
		askTemplate: createTemplateAsker(engine, gateway, credential),
		clockChannels: [credential.channel],
		...(forwardTo.length > 0 && { forward: { to: forwardTo, signatureHeader } }),
	});
	if (receipt.cause !== undefined) this.logger.error(`The store did not take the delivery: ${receipt.cause}`);
	refusals.note(this, receipt);
	if (receipt.status === 401 && isTest) refuseOtherSecret(this, delivery);
	if (receipt.status !== 401) forwardNow(this, connected.store, options);
	if (receipt.status === 200 && !isTest) passCopyOn(this, connected, delivery).catch(() => {});
	if (receipt.toStart.length === 0) return answer(this, receipt.status, receipt.body);

	onAnswered(this.getResponseObject(), (status) => {
		// What can't be settled now ends with its lease. The next delivery after that starts the events again.
		receipt.settle(status === 200 ? 'confirmed' : 'released').catch(() => {});
	});
	const [first, ...others] = await itemsOf(receipt.toStart);
	const items = [{ ...first, ...refusals.fieldOf(this) }, ...others];
	return { workflowData: [items.map((json) => ({ json }))] };
}
