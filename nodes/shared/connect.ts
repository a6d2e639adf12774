import type { IAllExecuteFunctions } from 'n8n-workflow';
import type { Engine, Store } from '../../engine';
import { createEngine, findPolicy } from '../../engine';
import type { GatewayClient } from '../../gateway';
import { createGatewayClient } from '../../gateway';
import type { Sender } from '../../sending';
import { createSender } from '../../sending';
import type { Credential } from './credential';
import { credentialOf } from './credential';
import { n8nTransport } from './n8n-transport';
import { sharedStore, storeUrl } from './shared-store';

/** All that a node needs to act for the number of its credential. */
export interface Connected {
	credential: Credential;
	store: Store;
	engine: Engine;
	gateway: GatewayClient;
	sender: Sender;
}

/** A client of the gateway of a node's credential. */
export async function connectGateway(context: Pick<IAllExecuteFunctions, 'getCredentials' | 'helpers'>) {
	const credential = await credentialOf(context);
	const { baseUrl, apiKey, profile } = credential;
	const gateway = createGatewayClient({
		baseUrl,
		apiKey,
		profile,
		transport: n8nTransport(context),
	});
	return { credential, gateway };
}

/** Store, engine, gateway and sender for a node's credential. */
export async function connect(
	context: Pick<IAllExecuteFunctions, 'getCredentials' | 'helpers'>,
	policyName = 'strict',
): Promise<Connected> {
	const { credential, gateway } = await connectGateway(context);
	const store = await sharedStore(storeUrl(credential.store));
	const engine = createEngine({ store, policy: await findPolicy(store, policyName) });
	return { credential, store, engine, gateway, sender: createSender({ engine, gateway }) };
}
