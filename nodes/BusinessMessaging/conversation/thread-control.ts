import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { ThreadControlOutcome } from '../../../engine';
import type { ResponderRole } from '../../../platform';
import { RESPONDER_ROLES } from '../../../platform';
import { byName } from '../../shared/common-fields';
import { onCustomer } from './on-customer';

/** What the other side hears. */
export const metadataField: INodeProperties = {
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
export const targetRoleField: INodeProperties = {
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
function readTargetRole(context: IExecuteFunctions, itemIndex: number): ResponderRole | undefined {
	const given = String(context.getNodeParameter('targetRole', itemIndex, '') ?? '').trim();
	if (given === '') return undefined;
	const role = RESPONDER_ROLES.find((each) => each === given);
	if (role) return role;
	throw new Error(`Target Role must be one of ${RESPONDER_ROLES.join(', ')}, or empty, not "${given}".`);
}

/** Passes or takes control of a conversation, and remembers that for the rules. */
export const controlThread = (action: ThreadControlOutcome['action']) =>
	onCustomer(async ({ context, connected, channel, customer, itemIndex }) => {
		const { engine, gateway } = connected;
		const metadata = context.getNodeParameter('metadata', itemIndex, '') as string;
		const targetRole = action === 'pass' ? readTargetRole(context, itemIndex) : undefined;
		const target = targetRole !== undefined && { targetRole };
		const control = { to: customer, ...(metadata !== '' && { metadata }), ...target };
		await gateway.conversations[action](control);
		// The answer tells the gateway's time: the act gets that date, like the events around it.
		const time = gateway.clock()?.gatewayTime;
		if (time !== undefined) await engine.observeClock(channel, time);
		await engine.record({ kind: 'thread-control', channel, to: customer, action, ...target });
		const { holder } = await engine.conversation({ channel, to: customer });
		return { contact: customer, customer, action, holder };
	});
