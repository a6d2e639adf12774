import { isDeepStrictEqual } from 'node:util';
import type { IHookFunctions, INodeProperties, ITriggerFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import type { Runtime } from '../../base';
import { systemRuntime } from '../../base';
import { isListenedTo, ownerInWords } from '../../receiver';
import type { WebhookOwner } from '../../engine';
import { connect } from '../shared/connect';
import type { Credential } from '../shared/credential';
import type { HeldBy } from '../shared/events/choose-events';
import { readChoice } from '../shared/events/choose-events';
import type { InboxReading } from '../shared/inbox/read-inbox';
import { keepOpening, stopReading } from '../shared/inbox/read-inbox';
import { lookRegularly } from '../shared/look-regularly';
import { troubleReporter } from '../shared/trouble';
import { BEGUN_ANEW } from './begun-anew';
import type { Numbers } from './numbers';
import { numbersOf } from './numbers';
import { optionsOf, silenceOf } from './read-options';
import { placeOf } from './registration';

/** Whether this workflow has the number for itself, or gets the events that another one receives. */
export const ifAnotherListens: INodeProperties = {
	displayName: 'If Another Workflow Listens',
	name: 'ifAnotherListens',
	type: 'options',
	options: [
		{
			name: 'Receive Itself (Fail if Another Does)',
			value: 'fail',
			description:
				"This workflow receives the number's events itself, and can't be published while another one does",
		},
		{
			name: 'Share (Get What Another Receives)',
			value: 'share',
			description:
				'This workflow gets the events that another one receives. It sets no webhook, so the other one has to be published.',
		},
	],
	default: 'fail',
	description: 'What to do if a published workflow listens to the phone number already',
};

/** Of what only the workflow needs that receives the events. */
export const ofReceiving = { hide: { '/ifAnotherListens': ['share'] } };

type Context = Pick<IHookFunctions | ITriggerFunctions, 'getMode' | 'getNodeParameter'>;

/** Whether a published trigger gets the events that another one receives. A test run gets copies in either case. */
export const sharesNumber = (context: Context) =>
	context.getMode() !== 'manual' && context.getNodeParameter('ifAnotherListens', 'fail') === 'share';

/** @throws NodeOperationError if somebody publishes a trigger that would get nothing, because nobody receives anything */
export async function refuseSilence(context: IHookFunctions, numbers: Numbers): Promise<void> {
	// When everything starts, the other workflow may be a moment late.
	if (BEGUN_ANEW.has(context.getActivationMode())) return;
	const listened = await Promise.all(
		numbers.map(async (credential) => {
			const { store, gateway } = await connect(context, 'strict', { credential });
			return isListenedTo({ store, webhook: gateway.webhook, channel: credential.channel });
		}),
	);
	if (listened.includes(true)) return;
	throw new NodeOperationError(
		context.getNode(),
		`No other workflow listens to ${numbers.length === 1 ? 'this phone number' : 'these phone numbers'}`,
		{
			description:
				'This workflow would get no events. Publish the workflow that receives them first. To let this one receive them itself, set If Another Workflow Listens to Receive Itself.',
		},
	);
}

/** Who received a number's events until now, if nobody does any more. If that can't be looked up, nobody stopped. */
async function whoStopped(
	context: ITriggerFunctions,
	credential: Credential,
): Promise<WebhookOwner | undefined> {
	try {
		const { store, gateway } = await connect(context, 'strict', { credential });
		const { channel } = credential;
		const known = await store.webhooks.list(channel);
		if (known.some(({ active }) => active)) return undefined;
		if (await isListenedTo({ store, webhook: gateway.webhook, channel })) return undefined;
		return known.find(({ ours }) => ours)?.owner;
	} catch {
		return undefined;
	}
}

/**
 * Reports once if nobody receives the events of a number any more. It looks each minute, and twice before it reports:
 * a workflow that is published anew receives nothing for a moment.
 */
function noticeSilence(context: ITriggerFunctions, runtime: Runtime): () => Promise<void> {
	let before = new Set<string>();
	const look = async () => {
		const numbers = await numbersOf(context);
		const stopped = await Promise.all(numbers.map((credential) => whoStopped(context, credential)));
		const owners = stopped.flatMap((owner) => owner ?? []);
		const owner = owners.find(({ id }) => before.has(id));
		before = new Set(owners.map(({ id }) => id));
		if (owner === undefined) return;
		throw new Error(
			`${ownerInWords(owner)}, which received them, isn't published any more. Publish it again. To let this workflow receive them itself, set If Another Workflow Listens to Receive Itself in this trigger. What customers write until then comes afterwards, as the gateway tries again for up to 7 days.`,
		);
	};
	return lookRegularly(context, 'Events of the phone number no longer come in', look, runtime);
}

/** The messages of a conversation are in one of these, one after the other. */
const PARTITIONS = 8;

/** Events of an account don't name a number. */
const channelsOf = (numbers: Numbers) => [...numbers.map(({ channel }) => channel), ''];

function readingOf(context: ITriggerFunctions, numbers: Numbers): InboxReading {
	const options = optionsOf(context);
	const choice = readChoice({
		events: context.getNodeParameter('events', []) as string[],
		heldBy: context.getNodeParameter('heldBy', 'either') as HeldBy,
		...options,
	});
	const { name, id } = context.getWorkflow();
	return {
		subscription: {
			id: `${placeOf(context)}/shared`,
			name: `${name ?? id}: ${context.getNode().name}`,
			kinds: choice.kinds,
			channels: channelsOf(numbers),
			partitions: PARTITIONS,
			// What came while the workflow wasn't published starts nothing, as with a webhook.
			from: context.getActivationMode() === 'activate' ? 'now' : 'where-it-stood',
			firstFrom: 'now',
		},
		gather: silenceOf(context),
		batchSize: 1,
		maxWaitMs: 0,
		concurrency: PARTITIONS,
		policy: options.policy ?? 'strict',
		choice,
		withRaw: options.simplify === false,
		withResponses: options.includeResponses === true,
	};
}

/**
 * Starts an execution for each event of the numbers that another workflow receives. It reads when it resolves, unless the
 * store isn't there yet: it waits for the store, and publishing doesn't. Only mistakes in the form or the credential fail
 * the publication. Numbers that the credential gets later are read within a minute.
 * @returns ends it
 */
export async function startSharing(
	context: ITriggerFunctions,
	runtime: Runtime = systemRuntime,
): Promise<() => Promise<void>> {
	const numbers = await numbersOf(context);
	const [credential] = numbers;
	const reading = readingOf(context, numbers);
	const stopping = new AbortController();
	const { opening } = await keepOpening(context, reading, credential, {
		stop: stopping.signal,
		onFailure: troubleReporter(context, "The events that another workflow receives can't be read", {
			description:
				"The trigger keeps trying. If you have just published the workflow, events don't start it until then.",
		}),
		runtime,
	});
	let read = reading.subscription.channels;
	const look = async () => {
		const opened = await opening;
		const channels = channelsOf(await numbersOf(context));
		if (!opened || isDeepStrictEqual(channels, read)) return;
		await opened.subscriber.readNumbers(channels);
		read = channels;
	};
	const endLooking = lookRegularly(context, "The credential's numbers can't be read", look, runtime);
	const endNoticing = noticeSilence(context, runtime);
	return async () => {
		stopping.abort();
		await Promise.all([endLooking(), endNoticing()]);
		const opened = await opening;
		if (opened) await stopReading(context, opened, reading);
	};
}
