import {
	findPolicy,
	shippedReactions,
	stateOfStatus,
	type Engine,
	type EventKind,
	type MessagingEvent,
	type Store,
	type TemplateStatusEvent,
	type TemplateStep,
} from '../../../engine';

/** Whose conversations customers' messages start the workflow in. */
export type HeldBy = 'agent' | 'business' | 'either';

/** What the form says about which events start the workflow. */
export interface ChoiceForm {
	/** Kinds of events, and parts of kinds. */
	events: readonly string[];
	heldBy?: HeldBy;
	reactions?: readonly string[];
	/** Names, separated by commas. */
	ownReactions?: string;
}

/** Which events start the workflow. */
export interface Choice {
	/** The kinds that they are of; all if it's empty. */
	kinds: EventKind[];
	/** Whether all events of these kinds start it. */
	isWhole: boolean;
	wants(event: MessagingEvent, engine: Pick<Engine, 'reactionsTo' | 'templateLifecycle'>): Promise<boolean>;
}

const ownReactionsIn = (names: string): string[] =>
	names
		.split(',')
		.map((name) => name.trim())
		.filter((name) => name !== '');

/**
 * A workflow doesn't start on a reaction that its policy doesn't have. The policy can get it later, so only a test run
 * fails.
 * @throws Error that names those of Own Reactions to Start On that the policy doesn't have, and those that it has
 */
export async function refuseUnknownReactions(
	store: Store,
	{ policy = 'strict', ownReactions = '' }: { policy?: string; ownReactions?: string },
): Promise<void> {
	const { reactions = [] } = await findPolicy(store, policy);
	const own = reactions.map(({ name }) => name);
	const known = new Set([...own, ...shippedReactions.map(({ name }) => name)]);
	const unknown = ownReactionsIn(ownReactions).filter((name) => !known.has(name));
	if (unknown.length === 0) return;
	const has = own.length === 0 ? 'no reactions of its own' : `these of its own: ${own.join(', ')}`;
	throw new Error(
		`Own Reactions to Start On has ${unknown.join(', ')}, but the policy ${policy} has ${has}. Choose the policy with these reactions in the option Policy, or correct the names.`,
	);
}

/** Reads which events start the workflow: with reactions, only events with one of these, whatever is chosen in Events. */
export function readChoice({
	events,
	heldBy = 'either',
	reactions = [],
	ownReactions = '',
}: ChoiceForm): Choice {
	const starting = new Set([...reactions, ...ownReactionsIn(ownReactions)]);
	const parts = events.flatMap((value) => PARTS[value] ?? []);
	const whole = new Set(events.filter((value) => !(value in PARTS)) as EventKind[]);
	return {
		kinds: starting.size > 0 ? [] : [...new Set([...whole, ...parts.map(({ kind }) => kind)])],
		isWhole: starting.size === 0 && parts.length === 0 && heldBy === 'either',
		async wants(event, engine) {
			if (event.kind === 'message' && heldBy !== 'either' && event.heldBy !== heldBy) return false;
			if (starting.size > 0) return (await engine.reactionsTo(event)).some(({ name }) => starting.has(name));
			if (whole.has(event.kind)) return true;
			for (const part of parts) if (await part.contains(event, engine)) return true;
			return false;
		},
	};
}

type Chosen = boolean | Promise<boolean>;

/** A part of a kind of events that can be chosen by itself. */
interface Part {
	name: string;
	description: string;
	kind: MessagingEvent['kind'];
	contains(event: MessagingEvent, engine: Pick<Engine, 'templateLifecycle'>): Chosen;
}

/**
 * Statuses and titles that say by themselves that a template came back (docs/interface.md, Template status). All others
 * that make it usable say so of new ones too.
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
		name: 'Message Status of the Agent',
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
