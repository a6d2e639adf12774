import type { IAllExecuteFunctions } from 'n8n-workflow';
import type { Engine, Store } from '../../engine';
import { createEngine, findPolicy } from '../../engine';
import type { GatewayClient, Transport } from '../../gateway';
import { createGatewayClient } from '../../gateway';
import type { Sender } from '../../sending';
import { createSender } from '../../sending';
import type { Credential } from './credential';
import { credentialOf } from './credential';
import { n8nTransport } from './n8n-transport';
import { sharedStore, storeUrl } from './shared-store';

/** Everything a node needs to act for the number of its credential. */
export interface Connected {
	credential: Credential;
	store: Store;
	engine: Engine;
	gateway: GatewayClient;
	sender: Sender;
}

/** A client for the gateway of a node's credential. It uses n8n's own request helper, unless given another transport. */
export async function connectGateway(
	context: Pick<IAllExecuteFunctions, 'getCredentials' | 'helpers'>,
	transport: Transport = n8nTransport(context),
) {
	const credential = await credentialOf(context);
	const { baseUrl, apiKey, profile } = credential;
	const gateway = createGatewayClient({ baseUrl, apiKey, profile, transport });
	return { credential, gateway };
}

/** Store, engine, gateway, and sender for a node's credential. */
export async function connect(
	context: Pick<IAllExecuteFunctions, 'getCredentials' | 'helpers'>,
	policyName = 'strict',
	{ transport, pace }: { transport?: Transport; pace?: { perSecond?: number } } = {},
): Promise<Connected> {
	const { credential, gateway } = await connectGateway(context, transport);
	const store = await sharedStore(storeUrl(credential.store));
	const engine = createEngine({
		store,
		policy: await findPolicy(store, policyName),
		agentAnswers: credential.agentAnswers,
	});
	return { credential, store, engine, gateway, sender: createSender({ engine, gateway, pace }) };
}
