import type { Customer } from '../customers/customer';
import type { World } from '../world';
import { reportDelivered, reportFailed } from './statuses';
import { isDropped } from './time-to-live';

/** How long messages of a deleted template are retried. Interface, "Template deletion". */
const RETRIED_MS = 30 * 24 * 60 * 60 * 1000;

/** A customer's device goes offline: messages stay `sent` until it comes back. */
export function goOffline({ offline }: World, { key }: Customer): void {
	if (!offline.has(key)) offline.set(key, []);
}

/** A customer's device comes back online and receives what has waited, and wasn't dropped in the meantime. */
export function comeOnline(world: World, { key }: Customer): void {
	const waiting = world.offline.get(key) ?? [];
	world.offline.delete(key);
	for (const message of waiting) if (!isDropped(world, message)) reportDelivered(world, message);
}

/** 30 days after a template is deleted, its undelivered messages fail because the structure is unavailable. */
export function failUndeliveredLater(world: World, templateName: string): void {
	world.clock.schedule(world.clock.now() + RETRIED_MS, () => {
		for (const [key, waiting] of world.offline) {
			const failed = waiting.filter(({ template }) => template?.name === templateName);
			world.offline.set(
				key,
				waiting.filter((message) => !failed.includes(message)),
			);
			for (const message of failed)
				reportFailed(world, message, { code: 132001, title: 'Structure unavailable' });
		}
	});
}
