import type { ThreadControlOutcome } from '../../../engine';
import { normalizeAddress } from '../../../platform';
import { connect } from '../../shared/connect';
import type { Operation } from '../operation';

const HOLDER = { release: 'agent', pass: 'agent', take: 'business' } as const;

/** Gives control of a conversation away or takes it, and remembers that for the rules. */
export function threadControl(action: ThreadControlOutcome['action']): Operation {
	return {
		description: [],
		async prepare(context) {
			const { credential, engine, gateway } = await connect(context);
			const { channel } = credential;
			return async (itemIndex) => {
				const to = normalizeAddress(String(context.getNodeParameter('customer', itemIndex) ?? ''));
				const metadata = context.getNodeParameter('options.metadata', itemIndex, '') as string;
				await gateway.conversations[action]({ to, ...(metadata !== '' && { metadata }) });
				// The answer tells the gateway's time: the act is dated by it, as the events around it are.
				const time = gateway.clock()?.gatewayTime;
				if (time !== undefined) await engine.observeClock(channel, time);
				await engine.record({ kind: 'thread-control', channel, to, action });
				return [{ json: { customer: to, action, holder: HOLDER[action] } }];
			};
		},
	};
}
