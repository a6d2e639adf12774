import type { ITriggerFunctions, ITriggerResponse } from 'n8n-workflow';
import { errorText } from '../../base';
import type { Store } from '../../engine';
import { createEngine } from '../../engine';
import type { GatewayClient } from '../../gateway';
import type { Incident, Receiver, Subscriber } from '../../receiver';
import { shareReceiver, startSubscriber } from '../../receiver';
import { createSender } from '../../sending';
import { connectGateway } from '../shared/connect';
import type { Credential } from '../shared/credential';
import { sharedStore, storeUrl } from '../shared/shared-store';
import { keepTrying } from './keep-trying';
import type { Settings } from './read-settings';
import { readSettings } from './read-settings';
import { troubleReporter } from './report-trouble';
import { runBatch } from './run-batch';
import { createToItems } from './to-items';

/** How long a trigger that closes waits for executions. Those that end later still count. ms */
const CLOSING_WAIT = 5_000;

const logTo =
	({ logger }: ITriggerFunctions) =>
	({ level, message, ...details }: Incident) =>
		logger[level](message, details);

function read(context: ITriggerFunctions, store: Store, settings: Settings): Promise<Subscriber> {
	const { policy, withRaw, onFailure } = settings;
	const readyToItems = createToItems(store, policy, withRaw);
	return startSubscriber({
		...settings,
		store,
		log: logTo(context),
		run: (batch) => runBatch(batch, { context, readyToItems, onFailure }),
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
	const ofNumber = { account, channel, secret, profile, measureClock };
	return shareReceiver({ ...listener, ...ofNumber, store, log: logTo(context) });
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
	const url = storeUrl(connected.credential.store);
	const stopping = new AbortController();
	const trying = { stop: stopping.signal, onFailure: troubleReporter(this) };
	let subscriber: Subscriber | undefined;
	let receiver: Receiver | undefined;

	const open = async () => {
		const store = await keepTrying(() => sharedStore(url), trying);
		if (!store) return;
		subscriber = await keepTrying(() => read(this, store, settings), trying);
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
