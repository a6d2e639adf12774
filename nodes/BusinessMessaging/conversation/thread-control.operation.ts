import type { ThreadControlOutcome } from '../../../engine';
import type { Operation } from '../operation';
import { onCustomer } from './on-customer';

const HOLDER = { release: 'agent', pass: 'agent', take: 'business' } as const;

/** Gives control of a conversation away or takes it, and remembers that for the rules. */
export function threadControl(action: ThreadControlOutcome['action']): Operation {
	return {
		description: [],
		prepare: onCustomer(async ({ context, connected, channel, customer, itemIndex }) => {
			const { engine, gateway } = connected;
			const metadata = context.getNodeParameter('metadata', itemIndex, '') as string;
			await gateway.conversations[action]({ to: customer, ...(metadata !== '' && { metadata }) });
			// The answer tells the gateway's time: the act is dated by it, as the events around it are.
			const time = gateway.clock()?.gatewayTime;
			if (time !== undefined) await engine.observeClock(channel, time);
			await engine.record({ kind: 'thread-control', channel, to: customer, action });
			return { customer, action, holder: HOLDER[action] };
		}),
	};
}
