import { DAY } from '../../base';
import type { Customer } from '../customers/customer';
import type { Faults } from '../faults';
import type { World } from '../world';
import type { SentMessage } from './ledger';
import { reportDelivered, reportFailed, reportStatus } from './statuses';
import { droppedAt } from './time-to-live';

/** Reports an accepted message as sent and delivered, or as failed if a fault says so. Calls `settled` at the end. */
export function reportProgress(world: World, sent: SentMessage, settled: () => void = () => undefined): void {
	const failure = failureOf(world, sent);
	const isSent = failure === undefined || failure.after === 'sent';
	const send = () => reportStatus(world, sent, 'sent');
	const end = () => (failure === undefined ? arrive(world, sent) : reportFailed(world, sent, failure));
	takeSteps(world, isSent ? [send, end] : [end], settled);
}

/** Sending a reaction yields only `sent` (docs/interface.md, Message types). */
function arrive(world: World, sent: SentMessage): void {
	if (sent.type === 'reaction') return;
	const waiting = world.offline.get(world.ledger.customerOf(sent)?.key ?? '');
	if (waiting === undefined) reportDelivered(world, sent);
	else waiting.push(sent);
}

function failureOf(world: World, sent: SentMessage): Faults['failStatus'] {
	const { failStatus, times } = world.faults.active;
	if (failStatus === undefined) return undefined;
	const { to } = failStatus;
	const customer = world.ledger.customerOf(sent);
	const isHit = to === undefined || to === sent.to || (customer && world.customers.find(to) === customer);
	return isHit && world.faults.strikes('failStatus', times) ? failStatus : undefined;
}

/** Takes each step after the virtual delay of the settings, or all steps at once without one. */
function takeSteps(world: World, steps: readonly (() => void)[], settled: () => void): void {
	const [step, ...rest] = steps;
	if (step === undefined) return settled();
	const next = () => {
		step();
		takeSteps(world, rest, settled);
	};
	const delay = world.settings.statusDelayMs;
	if (delay === 0) return next();
	world.clock.schedule(world.clock.now() + delay, next);
}

/** How long messages of a deleted template are retried (docs/interface.md, Template deletion). */
export const RETRIED_MS = 30 * DAY;

/** How a message of a template that was deleted that long ago fails. The interface names no code for it. */
export const STRUCTURE_UNAVAILABLE = { code: 132001, title: 'Structure unavailable' } as const;

/** A customer's device goes offline: messages stay `sent` until it comes back. */
export function goOffline({ offline }: World, { key }: Customer): void {
	if (!offline.has(key)) offline.set(key, []);
}

/** A customer's device comes back online and receives what has waited, and wasn't dropped in the meantime. */
export function comeOnline(world: World, { key }: Customer): void {
	const waiting = world.offline.get(key) ?? [];
	world.offline.delete(key);
	for (const message of waiting) {
		if (world.clock.now() < droppedAt(world, message)) reportDelivered(world, message);
	}
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
			for (const message of failed) reportFailed(world, message, STRUCTURE_UNAVAILABLE);
		}
	});
}
