import type { INodeExecutionData } from 'n8n-workflow';
import type { Engine, MessagingEvent, Store } from '../../engine';
import { createEngine, findPolicy } from '../../engine';
import { toItem } from '../shared/events/to-item';

/** Makes items of events, like those of the other trigger. Those that may have come before have the field `repeat`. */
export type ToItems = (events: MessagingEvent[], repeat: boolean) => Promise<INodeExecutionData[]>;

/**
 * Reads the policy whose reactions the items carry, as it is now.
 * @throws what the store throws, and Error if the policy doesn't exist
 */
export function createToItems(store: Store, policyName: string, withRaw: boolean): () => Promise<ToItems> {
	let last: { engine: Engine; version: number | undefined } | undefined;

	return async () => {
		const policy = await findPolicy(store, policyName);
		if (last?.version !== policy.version) last = undefined;
		const { engine } = (last ??= { engine: createEngine({ store, policy }), version: policy.version });

		return async (events, repeat) => {
			const items: INodeExecutionData[] = [];
			for (const event of events) {
				const json = toItem(event, await engine.reactionsTo(event), withRaw);
				items.push({ json: repeat ? { ...json, repeat } : json });
			}
			return items;
		};
	};
}
