import { ControlError } from '../control/arguments';
import type { World } from '../world';
import type { AccountEvent } from './account-event';
import { accountUpdates } from './account-updates';
import { numberUpdates } from './number-updates';

const EVENTS: Readonly<Record<string, AccountEvent>> = { ...accountUpdates, ...numberUpdates };

/**
 * Emits an event about the account or its number. `value` replaces fields of the sample. None has `metadata`: they are
 * routed by `entry[].id` and the display number. Facts 2026, §8.
 */
export function emitAccountEvent(world: World, kind: string, value: object = {}): void {
	const event = Object.hasOwn(EVENTS, kind) ? EVENTS[kind] : undefined;
	if (event === undefined) {
		throw new ControlError(`kind must be one of ${Object.keys(EVENTS).join(', ')}, got ${kind}`);
	}
	world.webhooks.emit({
		field: event.field,
		conversation: 'account',
		value: { ...event.value(world), ...value },
	});
}
