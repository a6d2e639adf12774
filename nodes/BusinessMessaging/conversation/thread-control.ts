import type { INodeProperties } from 'n8n-workflow';
import type { ThreadControlOutcome } from '../../../engine';
import { onCustomer } from './on-customer';

const HOLDER = { release: 'agent', pass: 'agent', take: 'business' } as const;

/** What the other side hears. */
export const metadataField: INodeProperties = {
	displayName: 'Metadata',
	name: 'metadata',
	type: 'string',
	default: '',
	description: 'Text to pass along with control of the conversation',
};

/** Passes or takes control of a conversation, and remembers that for the rules. */
export const controlThread = (action: ThreadControlOutcome['action']) =>
	onCustomer(async ({ context, connected, channel, customer, itemIndex }) => {
		const { engine, gateway } = connected;
		const metadata = context.getNodeParameter('metadata', itemIndex, '') as string;
		await gateway.conversations[action]({ to: customer, ...(metadata !== '' && { metadata }) });
		// The answer tells the gateway's time: the act gets that date, like the events around it.
		const time = gateway.clock()?.gatewayTime;
		if (time !== undefined) await engine.observeClock(channel, time);
		await engine.record({ kind: 'thread-control', channel, to: customer, action });
		return { customer, action, holder: HOLDER[action] };
	});
