import type { Engine, MessagingEvent, TemplateStatusEvent, TemplateStep } from '../../../engine';
import { stateOfStatus } from '../../../engine';

type Chosen = boolean | Promise<boolean>;

/** A part of a kind of events that can be chosen by itself. */
export interface Part {
	name: string;
	description: string;
	kind: MessagingEvent['kind'];
	contains(event: MessagingEvent, engine: Pick<Engine, 'templateLifecycle'>): Chosen;
}

/**
 * Statuses and titles that say by themselves that a template came back (platform-facts, section 4). All others that make
 * it usable say so of new ones too.
 */
const BACK: ReadonlySet<string> = new Set(['REINSTATED', 'REACTIVATED', 'UNPAUSED', 'UNPAUSE']);
const STOPPED: ReadonlySet<string> = new Set(['paused', 'disabled']);

/** Whether a template can be used again that the platform had paused or disabled: what was told last before says that. */
async function isReactivated(
	{ account, channel = '', template, status, title = '', at }: TemplateStatusEvent,
	{ templateLifecycle }: Pick<Engine, 'templateLifecycle'>,
): Promise<boolean> {
	if (stateOfStatus(status) !== 'sendable') return false;
	if (BACK.has(status) || BACK.has(title)) return true;
	const steps = await templateLifecycle({ channel, template, ...(account !== '' && { account }) });
	// Events are dated in whole seconds. The event itself may be among the steps.
	const isBefore = (step: TemplateStep) => step.at < at || (step.at === at && step.status !== status);
	const before = steps.findLast((step) => isBefore(step) && step.heardFrom !== 'time');
	return before !== undefined && STOPPED.has(before.state);
}

const ofStatus = (status: string) => (event: MessagingEvent) =>
	event.kind === 'status' && !event.byAgent && event.status === status;

/** The parts of kinds that the form offers, besides the kinds as a whole. */
export const PARTS: Readonly<Record<string, Part>> = {
	status_agent: {
		name: "Agent's Message Status",
		description: 'A message of the business agent was sent, delivered, read, or failed',
		kind: 'status',
		contains: (event) => event.kind === 'status' && event.byAgent,
	},
	status_delivered: {
		name: 'Message Delivered',
		description: 'A message of the business was delivered',
		kind: 'status',
		contains: ofStatus('delivered'),
	},
	status_failed: {
		name: 'Message Failed',
		description: "A message of the business couldn't be delivered",
		kind: 'status',
		contains: ofStatus('failed'),
	},
	status_read: {
		name: 'Message Read',
		description: 'A customer read a message of the business',
		kind: 'status',
		contains: ofStatus('read'),
	},
	template_appeal_requested: {
		name: 'Template Appeal Requested',
		description: 'An appeal against a decision about a template was requested',
		kind: 'template_status',
		contains: (event) => event.kind === 'template_status' && stateOfStatus(event.status) === 'in-appeal',
	},
	template_reactivated: {
		name: 'Template Reactivated',
		description: 'A template that was paused or disabled can be sent again',
		kind: 'template_status',
		contains: (event, engine) => event.kind === 'template_status' && isReactivated(event, engine),
	},
};
