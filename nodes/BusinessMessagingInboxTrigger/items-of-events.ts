import type { INodeExecutionData } from 'n8n-workflow';
import type { Engine, MessagingEvent, Store } from '../../engine';
import { createEngine, findPolicy } from '../../engine';
import { itemOfEvent } from '../BusinessMessagingTrigger/item-of-event';

/** Events as items, the same from both triggers; those that may have come before have the field `repeat`. */
export type ItemsOfEvents = (events: MessagingEvent[], repeat: boolean) => Promise<INodeExecutionData[]>;

/** Makes items with the reactions of the policy as it is then. */
export function openItems(store: Store, policyName: string, withRaw: boolean): ItemsOfEvents {
	let last: { engine: Engine; version: number | undefined } | undefined;

	async function currentEngine(): Promise<Engine> {
		const policy = await findPolicy(store, policyName);
		if (!last || last.version !== policy.version) {
			last = { engine: createEngine({ store, policy }), version: policy.version };
		}
		return last.engine;
	}

	return async (events, repeat) => {
		const engine = await currentEngine();
		const items: INodeExecutionData[] = [];
		for (const event of events) {
			const json = itemOfEvent(event, await engine.reactionsTo(event), withRaw);
			items.push({ json: repeat ? { ...json, repeat } : json });
		}
		return items;
	};
}
