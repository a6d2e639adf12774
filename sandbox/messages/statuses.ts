import type { Customer } from '../customers/customer';
import { platformTitle } from '../refusal';
import { numberFields } from '../webhooks/envelope';
import type { World } from '../world';
import type { MessageStatus, SentMessage } from './ledger';
import { pricingOf } from './pricing';
import { groupConversation } from './recipient';
import { participantFields, recipientFields, statusContacts } from './status-fields';

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

/** Emits a status of the message and keeps it as the message's own. Facts, §8. `member`: of the group. */
export function reportStatus(
	world: World,
	sent: SentMessage,
	status: MessageStatus,
	{ member, errors }: { readonly member?: Customer; readonly errors?: readonly object[] } = {},
): void {
	sent.status = status;
	const isGroup = sent.recipientType === 'group';
	const customer = isGroup ? member : world.ledger.customerOf(sent);
	const others = isGroup && member === undefined ? [...(world.groups.find(sent.to)?.participants ?? [])] : [];
	const about = isGroup
		? { recipient_id: sent.to, recipient_type: 'group', ...(member && participantFields(world, member)) }
		: customer && recipientFields(world, sent, status, customer);
	const { callbackData } = sent;
	world.webhooks.emit({
		field: 'messages',
		conversation: isGroup ? groupConversation(sent.to) : (customer?.key ?? sent.to),
		value: {
			...numberFields(world),
			...statusContacts(world, status, customer === undefined ? others : [customer]),
			statuses: [
				{
					id: sent.id,
					status,
					timestamp: String(world.clock.seconds()),
					...about,
					...(callbackData === undefined ? {} : { biz_opaque_callback_data: callbackData }),
					...(status === 'sent' ? pricingOf(world, sent) : {}),
					...(errors === undefined ? {} : { errors }),
				},
			],
		},
	});
}

/** Reports a message as delivered. In a group, each member reports its own. Facts, §3. */
export function reportDelivered(world: World, sent: SentMessage): void {
	if (world.faults.active.skipDelivered) return;
	const group = sent.recipientType === 'group' ? world.groups.find(sent.to) : undefined;
	if (group === undefined) return reportStatus(world, sent, 'delivered');
	for (const member of group.participants) reportStatus(world, sent, 'delivered', { member });
}

interface Failure {
	readonly code: number;
	readonly title?: string | undefined;
}

function failureOf(world: World, sent: SentMessage): Failure | undefined {
	const { failStatus, times } = world.faults.active;
	if (failStatus === undefined) return undefined;
	const { to } = failStatus;
	const customer = world.ledger.customerOf(sent);
	const isHit = to === undefined || to === sent.to || (customer && world.customers.find(to) === customer);
	return isHit && world.faults.strikes('failStatus', times) ? failStatus : undefined;
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
