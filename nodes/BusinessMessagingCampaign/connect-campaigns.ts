import { type Connected, connect } from '../shared/connect';

/**
 * Store, engine, gateway, and sender for the campaigns of a node's credential.
 * @param perSecond how fast the number can send
 */
export const connectCampaigns = (
	context: Parameters<typeof connect>[0],
	perSecond?: number,
): Promise<Connected> => connect(context, 'strict', { keepsConnections: true, pace: { perSecond } });
