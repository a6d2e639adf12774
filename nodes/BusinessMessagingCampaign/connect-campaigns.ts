import type { IAllExecuteFunctions } from 'n8n-workflow';
import { axiosTransport } from '../../gateway';
import type { Transport } from '../../gateway';
import type { Connected } from '../shared/connect';
import { connect } from '../shared/connect';

let transport: Transport | undefined;

/**
 * Store, engine, gateway, and sender for the campaigns of a node's credential. Messages use connections that the
 * process keeps open, because n8n's own request helper takes more processor time than all the rest of a message.
 *
 * @param perSecond how fast the number can send
 */
export function connectCampaigns(
	context: Pick<IAllExecuteFunctions, 'getCredentials' | 'helpers'>,
	perSecond?: number,
): Promise<Connected> {
	transport ??= axiosTransport();
	return connect(context, 'strict', { transport, pace: { perSecond } });
}
