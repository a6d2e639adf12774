import type { ITriggerFunctions, ITriggerResponse } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import type { Store } from '../../engine';
import { createEngine } from '../../engine';
import type { Receiver, Subscriber } from '../../receiver';
import { isOwnUrl, problemsOfForwarding, shareReceiver } from '../../receiver';
import { createSender, createTemplateAsker } from '../../sending';
import { gatewayOf } from '../shared/connect';
import type { Credential } from '../shared/credential';
import { credentialsOf } from '../shared/credential';
import { FORWARDING_NAMES } from '../shared/forwarding';
import { startReading, stopReading } from '../shared/inbox/read-inbox';
import { sharedStore, storeUrl } from '../shared/shared-store';
import { keepTrying, logTo, troubleReporter } from '../shared/trouble';
import type { Settings } from './read-settings';
import { readSettings } from './read-settings';

function listen(
	context: ITriggerFunctions,
	store: Store,
	listener: NonNullable<Settings['receiver']>,
	credential: Credential,
): Promise<Receiver> {
	const { account, channel, signingSecrets: secret, profile } = credential;
	const gateway = gatewayOf(context, credential);
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

/**
 * Reads the inbox until the trigger closes. It waits for a store or a port that isn't there yet. Only mistakes in the
 * form or the credential fail the publication.
 */
export async function openTrigger(this: ITriggerFunctions): Promise<ITriggerResponse> {
	const numbers = await credentialsOf(this);
	const settings = readSettings(this, numbers);
	await refuseForwarding(this, settings);
	const url = storeUrl(numbers[0].store);
	const stopping = new AbortController();
	const trying = { stop: stopping.signal, onFailure: troubleReporter(this, "The inbox can't be read") };
	let store: Store | undefined;
	let subscriber: Subscriber | undefined;
	const receivers: Receiver[] = [];

	const open = async () => {
		const opened = await keepTrying(() => sharedStore(url), trying);
		if (!opened) return;
		store = opened;
		subscriber = await keepTrying(() => startReading(this, opened, settings, numbers[0]), trying);
		// The subscription exists before the first delivery comes.
		const { receiver: listener } = settings;
		for (const number of subscriber && listener ? numbers : []) {
			const receiver = await keepTrying(() => listen(this, opened, listener!, number), trying);
			if (receiver) receivers.push(receiver);
		}
	};
	const opening = open();

	return {
		closeFunction: async () => {
			stopping.abort();
			await opening;
			await Promise.all(receivers.map((receiver) => receiver.close()));
			if (store && subscriber) await stopReading(this, store, subscriber, settings);
		},
	};
}
