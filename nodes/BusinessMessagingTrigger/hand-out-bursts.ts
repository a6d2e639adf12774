import type { IRun, ITriggerFunctions } from 'n8n-workflow';
import { errorText } from '../../base';
import type { Burst, Store } from '../../engine';
import { createEngine } from '../../engine';
import type { BurstReader } from '../../receiver';
import { answerPosterOf, isTakenOver, startBurstReader } from '../../receiver';
import type { Credential } from '../shared/credential';
import { credentialsOf } from '../shared/credential';
import { createToItems } from '../shared/events/to-items';
import { sharedStore, storeUrl } from '../shared/shared-store';
import type { Silence } from '../shared/silence';
import { keepTrying, logTo, troubleReporter } from '../shared/trouble';
import { BURST } from './execute';
import { optionsOf, silenceOf } from './read-options';
import { refusals } from './refusals';

interface HandingOut {
	store: Store;
	credential: Credential;
	silence: Silence | undefined;
}

/** Starts executions with the bursts that are due, one each. */
function handOut(context: ITriggerFunctions, { store, credential, silence }: HandingOut): BurstReader {
	const { policy = 'strict', simplify } = optionsOf(context);
	const readyToItems = createToItems(store, policy, simplify === false);
	const engine = createEngine({ store, agentAnswers: credential.agentAnswers });
	const [workflow, node] = [context.getWorkflow(), context.getNode()];
	// Another process may have ended before it could bring an answer to its execution.
	answerPosterOf(store, logTo(context)).wake();

	async function run({ id, key, events: entries }: Burst): Promise<void> {
		const events = entries.map(({ event }) => event);
		if (silence?.skipsTakenOver && (await isTakenOver(engine, events))) {
			await store.bursts.begin(id);
			return;
		}
		const toItems = await readyToItems();
		const items = await toItems([events], false);
		const started = items.map((item) => ({
			...item,
			json: { ...item.json, [BURST]: id, ...refusals.fieldOf(context) },
		}));
		const done = context.helpers.createDeferredPromise<IRun>();
		context.emit([started], undefined, done, key);
		await done.promise;
	}

	return startBurstReader({
		store,
		reader: `${workflow.id}/${node.id}`,
		untilEmpty: silence === undefined,
		log: logTo(context),
		run: (burst) =>
			run(burst).catch((error) => {
				context.logger.warn(
					`Messages that waited for silence will be handed out again: ${errorText(error)}`,
					{
						burst: burst.id,
					},
				);
			}),
	});
}

/**
 * Starts executions with the messages that waited for silence. It waits for a store that isn't there yet. Only mistakes
 * in the form or the credential fail the publication. If the trigger no longer waits, those that still do go out.
 * @returns ends it
 */
export async function startHandingOut(context: ITriggerFunctions): Promise<() => Promise<void>> {
	const silence = silenceOf(context);
	const stopping = new AbortController();
	const report = troubleReporter(context, "Messages that wait for silence can't be read");
	const trying = { stop: stopping.signal, onFailure: silence ? report : () => {} };
	const credential = silence && (await credentialsOf(context))[0];

	const open = async () => {
		const read = credential ?? (await credentialsOf(context))[0];
		const store = await sharedStore(storeUrl(read.store));
		return { store, credential: read, silence };
	};
	const opening = keepTrying(open, trying).then((opened) => opened && handOut(context, opened));

	return async () => {
		stopping.abort();
		await (await opening)?.close();
	};
}
