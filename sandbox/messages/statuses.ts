import { platformTitle } from '../refusal';
import { numberFields } from '../webhooks/envelope';
import type { World } from '../world';
import type { MessageStatus, SentMessage } from './ledger';
import { groupConversation } from './recipient';

/** Reports an accepted message as sent and delivered, or as failed if a fault says so. Calls `settled` at the end. */
export function reportProgress(world: World, sent: SentMessage, settled: () => void = () => undefined): void {
	const failure = failureOf(world, sent);
	const steps: (() => void)[] =
		failure === undefined
			? [() => reportStatus(world, sent, 'sent'), () => arrive(world, sent)]
			: [() => reportFailed(world, sent, failure)];
	takeSteps(world, steps, settled);
}

function arrive(world: World, sent: SentMessage): void {
	const waiting = world.offline.get(sent.to);
	if (waiting === undefined) reportDelivered(world, sent);
	else waiting.push(sent);
}

/** Emits a status of the message and keeps it as the message's own. Facts, §8. */
export function reportStatus(
	world: World,
	sent: SentMessage,
	status: MessageStatus,
	extra: object = {},
): void {
	sent.status = status;
	const group = sent.recipientType === 'group' ? { recipient_type: 'group' } : {};
	emitStatus(world, sent.recipientType === 'group' ? groupConversation(sent.to) : sent.to, {
		id: sent.id,
		status,
		timestamp: String(world.clock.seconds()),
		recipient_id: sent.to,
		...group,
		...(sent.callbackData === undefined ? {} : { biz_opaque_callback_data: sent.callbackData }),
		...extra,
	});
}

/** Emits one status object in the order of its conversation. */
export function emitStatus(world: World, conversation: string, status: object): void {
	world.webhooks.emit({
		field: 'messages',
		value: { ...numberFields(world), statuses: [status] },
		conversation,
	});
}

/** Reports a message as delivered. In a group, each member reports its own. Facts, §3. */
export function reportDelivered(world: World, sent: SentMessage): void {
	if (world.faults.active.skipDelivered) return;
	const group = sent.recipientType === 'group' ? world.groups.find(sent.to) : undefined;
	if (group === undefined) return reportStatus(world, sent, 'delivered');
	for (const contact of group.participants) {
		reportStatus(world, sent, 'delivered', { recipient_participant_id: contact });
	}
}

interface Failure {
	readonly code: number;
	readonly title?: string | undefined;
}

function failureOf({ faults }: World, { to }: SentMessage): Failure | undefined {
	const { failStatus, times } = faults.active;
	if (failStatus === undefined || (failStatus.to !== undefined && failStatus.to !== to)) return undefined;
	return faults.strikes('failStatus', times) ? failStatus : undefined;
}

/** Reports a message as failed, with the error's code and title. Facts, §6. */
export function reportFailed(
	world: World,
	sent: SentMessage,
	{ code, title = platformTitle(code) }: Failure,
): void {
	const error = { code, title, message: title, error_data: { details: title } };
	reportStatus(world, sent, 'failed', { errors: [error] });
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
