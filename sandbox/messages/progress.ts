import type { World } from '../world';
import type { SentMessage } from './ledger';
import { reportDelivered, reportFailed, reportStatus, type Failure } from './statuses';

/** Reports an accepted message as sent and delivered, or as failed if a fault says so. Calls `settled` at the end. */
export function reportProgress(world: World, sent: SentMessage, settled: () => void = () => undefined): void {
	const failure = failureOf(world, sent);
	const steps: (() => void)[] =
		failure === undefined
			? [() => reportStatus(world, sent, 'sent'), () => arrive(world, sent)]
			: [() => reportFailed(world, sent, failure)];
	takeSteps(world, steps, settled);
}

/** Sending a reaction yields only `sent`. Facts 2026, §6. */
function arrive(world: World, sent: SentMessage): void {
	if (sent.type === 'reaction') return;
	const waiting = world.offline.get(world.ledger.customerOf(sent)?.key ?? '');
	if (waiting === undefined) reportDelivered(world, sent);
	else waiting.push(sent);
}

function failureOf(world: World, sent: SentMessage): Failure | undefined {
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
