import type { ITriggerFunctions, ITriggerResponse } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import type { Store } from '../../engine';
import { createEngine } from '../../engine';
import type { GatewayClient } from '../../gateway';
import type { Receiver, Subscriber } from '../../receiver';
import { isOwnUrl, problemsOfForwarding, shareReceiver } from '../../receiver';
import { createSender, createTemplateAsker } from '../../sending';
import { connectGateway } from '../shared/connect';
import type { Credential } from '../shared/credential';
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
	let store: Store | undefined;
	let subscriber: Subscriber | undefined;
	let receiver: Receiver | undefined;

	const open = async () => {
		const opened = await keepTrying(() => sharedStore(url), trying);
		if (!opened) return;
		store = opened;
		subscriber = await keepTrying(() => startReading(this, opened, settings, connected.credential), trying);
		// The subscription exists before the first delivery comes.
		const { receiver: listener } = settings;
		if (subscriber && listener) {
			receiver = await keepTrying(() => listen(this, opened, listener, connected), trying);
		}
	};
	const opening = open();

	return {
		closeFunction: async () => {
			stopping.abort();
			await opening;
			await receiver?.close();
			if (store && subscriber) await stopReading(this, store, subscriber, settings);
		},
	};
}
