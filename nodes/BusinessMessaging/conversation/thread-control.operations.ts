import type { INodeProperties } from 'n8n-workflow';
import type { ThreadControlOutcome } from '../../../engine';
import type { ResponderRole } from '../../../platform';
import { RESPONDER_ROLES } from '../../../platform';
import { byName } from '../../shared/common-fields';
import type { ItemCall, Operation } from '../../shared/operation';
import { perItem } from '../../shared/operation';
import { text } from '../../shared/read/values';
import { customerField, ofCustomer } from './customer';

/** What the other side hears. */
const metadataField: INodeProperties = {
	displayName: 'Metadata',
	name: 'metadata',
	type: 'string',
	default: '',
	description: 'Text to pass along with control of the conversation, at most 2,000 characters',
};

const ROLE_NAMES: Readonly<Record<ResponderRole, string>> = {
	ai_agent: 'Business Agent',
	ctwa: 'Click-to-Chat Ads',
	customer_service: 'Customer Service',
	escalation: 'Escalation Partner',
	marketing: 'Marketing',
	utility: 'Utility',
};

const DEFAULT_ROLE = { name: 'Default', value: '', description: 'The escalation partner' };

/** Who a conversation is passed to. */
const targetRoleField: INodeProperties = {
	displayName: 'Target Role',
	name: 'targetRole',
	type: 'options',
	options: [DEFAULT_ROLE, ...RESPONDER_ROLES.map((value) => ({ name: ROLE_NAMES[value], value }))].sort(
		byName,
	),
	default: '',
	description: 'The responder to pass the conversation to. It must be enabled for the phone number.',
};

/** @throws Error if it isn't a role */
function readTargetRole({ get }: ItemCall): ResponderRole | undefined {
	const given = text(get('targetRole', ''));
	if (given === '') return undefined;
	const role = RESPONDER_ROLES.find((each) => each === given);
	if (role) return role;
	throw new Error(`Target Role must be one of ${RESPONDER_ROLES.join(', ')}, or empty, not "${given}".`);
}

/** Passes or takes control of a conversation, and remembers that for the rules. */
const controlThread = (action: ThreadControlOutcome['action']) =>
	perItem(ofCustomer, async ({ engine, gateway, channel, customer, ...call }) => {
		const metadata = text(call.get('metadata', ''));
		const targetRole = action === 'pass' ? readTargetRole(call) : undefined;
		const target = targetRole !== undefined && { targetRole };
		const control = { to: customer, ...(metadata !== '' && { metadata }), ...target };
		await gateway.conversations[action](control);
		// The answer tells the gateway's time: the act gets that date, like the events around it.
		const time = gateway.clock()?.gatewayTime;
		if (time !== undefined) await engine.observeClock(channel, time);
		await engine.record({ kind: 'thread-control', channel, to: customer, action, ...target });
		const { holder } = await engine.conversation({ channel, to: customer });
		return { json: { contact: customer, customer, action, holder } };
	});

/** Passes control of a conversation to another responder. */
export const pass: Operation = {
	value: 'pass',
	name: 'Pass',
	description:
		'Pass a conversation that the business holds to the escalation partner, or to the responder with a role',
	action: 'Pass control of a conversation',
	fields: [customerField, targetRoleField, metadataField],
	forEachItem: controlThread('pass'),
};

/** Gives a conversation back: to the agent, or to whoever answers the next message. */
export const release: Operation = {
	value: 'release',
	name: 'Release',
	description:
		'Give the conversation back to the agent. Without an agent, nobody holds it until the customer writes again.',
	action: 'Release a conversation',
	fields: [customerField, metadataField],
	forEachItem: controlThread('release'),
};

/** Takes control of a conversation from whoever holds it. */
export const take: Operation = {
	value: 'take',
	name: 'Take',
	description:
		'Take control of the conversation. If a number has several responders, only the escalation partner can.',
	action: 'Take control of a conversation',
	fields: [customerField, metadataField],
	forEachItem: controlThread('take'),
};
