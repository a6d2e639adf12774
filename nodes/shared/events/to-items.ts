import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { Engine, MessagingEvent, Store } from '../../../engine';
import { createEngine, findPolicy } from '../../../engine';
import type { Choice } from './choose-events';
import { joinItems } from './join-items';
import { toItem } from './to-item';

type OfStore = Pick<Engine, 'reactionsTo' | 'store'>;

/** An event as an item, with its reactions, and the store that it is in. */
export const itemOf = async (
	event: MessagingEvent,
	{ reactionsTo, store }: OfStore,
	withRaw: boolean,
): Promise<IDataObject> => ({
	...toItem(event, await reactionsTo(event), withRaw),
	store: { ...(await store.identity()) },
});

/** The messages that waited for silence together, as one item. */
export async function itemOfBurst(
	messages: readonly MessagingEvent[],
	engine: OfStore,
	withRaw: boolean,
): Promise<IDataObject> {
	const items: IDataObject[] = [];
	for (const message of messages) items.push(await itemOf(message, engine, withRaw));
	return joinItems(items);
}

/** Makes items of events. Those of messages that waited together are one. */
export type ToItems = (groups: readonly EventGroup[], repeat: boolean) => Promise<INodeExecutionData[]>;

/** An event, or the messages of a conversation that waited together. */
export type EventGroup = MessagingEvent | readonly MessagingEvent[];

/** What of a group starts the workflow; `undefined` if nothing does. */
async function chosenOf(group: EventGroup, choice: Choice, engine: Engine): Promise<EventGroup | undefined> {
	const events = Array.isArray(group) ? (group as MessagingEvent[]) : [group as MessagingEvent];
	const chosen: MessagingEvent[] = [];
	for (const event of events) if (await choice.wants(event, engine)) chosen.push(event);
	if (chosen.length === 0) return undefined;
	return Array.isArray(group) ? chosen : chosen[0];
}

/**
 * Reads the policy whose reactions the items carry, as it is now. Items that may have come before have the field
 * `repeat`. With a choice, there are items only for events that it wants.
 * @throws what the store throws, and Error if the policy doesn't exist
 */
export function createToItems(
	store: Store,
	policyName: string,
	withRaw: boolean,
	choice?: Choice,
): () => Promise<ToItems> {
	let last: { engine: Engine; version: number | undefined } | undefined;

	return async () => {
		const policy = await findPolicy(store, policyName);
		if (last?.version !== policy.version) last = undefined;
		const { engine } = (last ??= { engine: createEngine({ store, policy }), version: policy.version });

		return async (groups, repeat) => {
			const items: INodeExecutionData[] = [];
			for (const given of groups) {
				const group = choice ? await chosenOf(given, choice, engine) : given;
				if (!group) continue;
				const json = await (Array.isArray(group)
					? itemOfBurst(group as MessagingEvent[], engine, withRaw)
					: itemOf(group as MessagingEvent, engine, withRaw));
				items.push({ json: repeat ? { ...json, repeat } : json });
			}
			return items;
		};
	};
}
