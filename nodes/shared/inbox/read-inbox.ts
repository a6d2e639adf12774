import type { ITriggerFunctions } from 'n8n-workflow';
import { createSignal, errorText } from '../../../base';
import type { MessagingEvent, Store } from '../../../engine';
import { createEngine } from '../../../engine';
import type { Subscriber, SubscriberOptions } from '../../../receiver';
import { answerPosterOf, isTakenOver, startSubscriber } from '../../../receiver';
import type { Credential } from '../credential';
import type { Choice } from '../events/choose-events';
import { createToItems } from '../events/to-items';
import { sharedStore, storeUrl } from '../shared-store';
import type { Silence } from '../silence';
import type { KeepTryingOptions } from '../trouble';
import { keepTrying, logTo } from '../trouble';
import { runBatch } from './run-batch';
import type { OnFailure } from './to-batch-end';

/** How a trigger reads the inbox, and what it starts executions with. */
export interface InboxReading extends Pick<
	SubscriberOptions,
	'subscription' | 'batchSize' | 'maxWaitMs' | 'concurrency' | 'leaseMs' | 'longestRunMs' | 'keeping'
> {
	/** How messages wait until their customers are silent, if they do. */
	gather?: Silence | undefined;
	/** What becomes of the events of an execution that failed; by default they are done, as with any other trigger. */
	onFailure?: OnFailure;
	policy: string;
	/** Which events start the workflow. */
	choice: Choice;
	withRaw: boolean;
	/** Whether messages that executions wait for come, too. */
	withResponses: boolean;
}

/** Starts executions with what comes to the inbox. @throws what the store throws if the subscription can't be made */
function startReading(
	context: ITriggerFunctions,
	store: Store,
	reading: InboxReading,
	{ agentAnswers }: Credential,
): Promise<Subscriber> {
	const { policy, choice, withRaw, withResponses, onFailure, gather } = reading;
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
		...reading,
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

/** How long publishing waits for a store that doesn't answer. ms */
const PUBLISHING_WAIT = 5_000;

/** The store that a trigger reads, and what reads it. */
export interface OpenReading {
	store: Store;
	subscriber: Subscriber;
}

/**
 * Starts executions with what comes to the inbox, as soon as the store is there. What comes before a new subscription
 * starts nothing, so it resolves after the first try: when it has worked or failed, or after some seconds without an
 * answer.
 * @returns what reads, once the store is there; `undefined` if it was stopped before
 * @throws Error if the store can't be used at all, however long it waits
 */
export async function keepOpening(
	context: ITriggerFunctions,
	reading: InboxReading,
	credential: Credential,
	{ stop, onFailure, runtime }: Required<KeepTryingOptions>,
): Promise<{ opening: Promise<OpenReading | undefined> }> {
	const url = storeUrl(credential.store);
	const open = async () => {
		const store = await sharedStore(url);
		return { store, subscriber: await startReading(context, store, reading, credential) };
	};
	const tried = createSignal(runtime);
	const firstTry = tried.wait(PUBLISHING_WAIT);
	const report: typeof onFailure = (error, failingForMs) => {
		onFailure(error, failingForMs);
		tried.raise();
	};
	const opening = keepTrying(open, { stop, onFailure: report, runtime }).finally(tried.raise);
	await firstTry;
	return { opening };
}

/** How long a trigger that closes waits for executions. Those that end later still count. ms */
const CLOSING_WAIT = 5_000;

/**
 * Reads no more. The subscription no longer holds back pruning; if the store can't be told, it ends by itself later.
 */
export async function stopReading(
	{ logger }: ITriggerFunctions,
	{ store, subscriber }: OpenReading,
	{ subscription }: InboxReading,
): Promise<void> {
	await subscriber.close(CLOSING_WAIT);
	try {
		await store.inbox.unsubscribe(subscription.id);
	} catch (error) {
		logger.warn(`The store couldn't be told that the trigger stopped reading the inbox: ${errorText(error)}`);
	}
}
