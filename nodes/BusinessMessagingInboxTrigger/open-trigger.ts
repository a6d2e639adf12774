import type { ITriggerFunctions, ITriggerResponse } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { errorText } from '../../base';
import type { MessagingEvent, Store } from '../../engine';
import { createEngine } from '../../engine';
import type { GatewayClient } from '../../gateway';
import type { Receiver, Subscriber } from '../../receiver';
import {
	answerPosterOf,
	isOwnUrl,
	isTakenOver,
	problemsOfForwarding,
	shareReceiver,
	startSubscriber,
} from '../../receiver';
import { createSender, createTemplateAsker } from '../../sending';
import { connectGateway } from '../shared/connect';
import type { Credential } from '../shared/credential';
import { createToItems } from '../shared/events/to-items';
import { FORWARDING_NAMES } from '../shared/forwarding';
import { sharedStore, storeUrl } from '../shared/shared-store';
import { keepTrying, logTo, troubleReporter } from '../shared/trouble';
import type { Settings } from './read-settings';
import { readSettings } from './read-settings';
import { runBatch } from './run-batch';

/** How long a trigger that closes waits for executions. Those that end later still count. ms */
const CLOSING_WAIT = 5_000;

function read(
	context: ITriggerFunctions,
	store: Store,
	settings: Settings,
	{ agentAnswers }: Credential,
): Promise<Subscriber> {
	const { policy, choice, withRaw, withResponses, onFailure, gather } = settings;
	const answers = answerPosterOf(store, logTo(context));
	// Another process may have ended before it could bring an answer to its execution.
	answers.wake();
	const readyToItems = createToItems(store, policy, withRaw, choice);
	const engine = createEngine({ store, agentAnswers });
	const waiting = {
		waits: gather !== undefined,
		isTakenOver: async (messages: readonly MessagingEvent[]) =>
			gather?.skipsTakenOver === true && isTakenOver(engine, messages),
	};
	return startSubscriber({
		...settings,
		store,
		log: logTo(context),
		run: (batch) =>
			runBatch(batch, {
				context,
				readyToItems,
				...waiting,
				onFailure,
				...(!withResponses && { answers }),
			}),
	});
}

function listen(
	context: ITriggerFunctions,
	store: Store,
	listener: NonNullable<Settings['receiver']>,
	{ credential, gateway }: { credential: Credential; gateway: GatewayClient },
): Promise<Receiver> {
	const { account, channel, signingSecrets: secret, profile } = credential;
	const { measureClock } = createSender({ engine: createEngine({ store }), gateway });
	const askTemplate = createTemplateAsker({ store }, gateway, credential);
	const ofNumber = { account, channel, secret, profile, measureClock, askTemplate };
	const log = logTo(context);
	return shareReceiver({ ...listener, ...ofNumber, store, log, settingNames: FORWARDING_NAMES });
}

/** @throws NodeOperationError that names everything that is wrong with Forward To */
async function refuseForwarding(context: ITriggerFunctions, { receiver }: Settings): Promise<void> {
	if (!receiver) return;
	const problems = await problemsOfForwarding(receiver, FORWARDING_NAMES, isOwnUrl(receiver));
	if (problems.length === 0) return;
	throw new NodeOperationError(context.getNode(), `The trigger can't forward: ${problems.join('; ')}.`);
}

/** The subscription no longer holds back pruning. If the store can't be told, it ends by itself later. */
async function endSubscription({ logger }: ITriggerFunctions, url: string, id: string): Promise<void> {
	try {
		await (await sharedStore(url)).inbox.unsubscribe(id);
	} catch (error) {
		logger.warn(`The store couldn't be told that the trigger stopped reading the inbox: ${errorText(error)}`);
	}
}

/**
 * Reads the inbox until the trigger closes. It waits for a store or a port that isn't there yet. Only mistakes in the
 * form or the credential fail the publication.
 */
export async function openTrigger(this: ITriggerFunctions): Promise<ITriggerResponse> {
	const connected = await connectGateway(this);
	const settings = readSettings(this, connected.credential);
	await refuseForwarding(this, settings);
	const url = storeUrl(connected.credential.store);
	const stopping = new AbortController();
	const trying = { stop: stopping.signal, onFailure: troubleReporter(this, "The inbox can't be read") };
	let subscriber: Subscriber | undefined;
	let receiver: Receiver | undefined;

	const open = async () => {
		const store = await keepTrying(() => sharedStore(url), trying);
		if (!store) return;
		subscriber = await keepTrying(() => read(this, store, settings, connected.credential), trying);
		// The subscription exists before the first delivery comes.
		const { receiver: listener } = settings;
		if (subscriber && listener) {
			receiver = await keepTrying(() => listen(this, store, listener, connected), trying);
		}
	};
	const opening = open();

	return {
		closeFunction: async () => {
			stopping.abort();
			await opening;
			await receiver?.close();
			await subscriber?.close(CLOSING_WAIT);
			if (subscriber) await endSubscription(this, url, settings.subscription.id);
		},
	};
}
