import type { IAllExecuteFunctions } from 'n8n-workflow';
import type { Connected } from '../shared/connect';
import { connect } from '../shared/connect';

/**
 * Store, engine, gateway, and sender for the campaigns of a node's credential.
 * @param perSecond how fast the number can send
 */
export const connectCampaigns = (
	context: Pick<IAllExecuteFunctions, 'getCredentials' | 'helpers'>,
	perSecond?: number,
): Promise<Connected> => connect(context, 'strict', { keepsConnections: true, pace: { perSecond } });
