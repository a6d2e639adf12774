import type { IAllExecuteFunctions, IExecuteFunctions } from 'n8n-workflow';
import type { DecisionOrigin, Engine, NumberSettings, Store } from '../../engine';
import { createEngine, findPolicy, settingsOf } from '../../engine';
import type { GatewayClient, Transport } from '../../gateway';
import { axiosTransport, createGatewayClient } from '../../gateway';
import type { Sender } from '../../sending';
import { createSender } from '../../sending';
import type { Credential } from './credential';
import { credentialOf, credentialsOf } from './credential';
import { n8nTransport } from './n8n-transport';
import { text } from './read/values';
import { sharedStore, storeUrl } from './shared-store';

/** Everything a node needs to act for the number of its credential. */
export interface Connected {
	credential: Credential;
	store: Store;
	engine: Engine;
	gateway: GatewayClient;
	sender: Sender;
	/** What is set for the number. */
	settings: NumberSettings;
}

type Context = Pick<IAllExecuteFunctions, 'getCredentials' | 'helpers'> &
	Partial<Pick<IAllExecuteFunctions, 'getWorkflow' | 'getExecutionId'>>;

/** The workflow that runs, and its execution, if there is one. */
function originOf(context: Context): DecisionOrigin {
	const { id, name } = context.getWorkflow?.() ?? {};
	const execution = context.getExecutionId?.();
	return {
		...(id && { workflow: id }),
		...(id && name && { workflowName: name }),
		...(execution && { execution }),
	};
}

/** A client for the gateway of a credential. */
export function gatewayOf(
	context: Context,
	{ baseUrl, apiKey, profile, mediaHosts }: Credential,
	transport: Transport = n8nTransport(context),
): GatewayClient {
	return createGatewayClient({ baseUrl, apiKey, profile, mediaHosts, transport });
}

/** A client for the gateway of a node's credential. It uses n8n's own request helper. */
export async function connectGateway(context: Context) {
	const credential = await credentialOf(context);
	return { credential, gateway: gatewayOf(context, credential) };
}

/** Connections that the process keeps open. */
const keptConnections = () => axiosTransport();

interface ConnectOptions {
	/**
	 * Whether messages use connections that the process keeps open instead of n8n's own request helper, which takes more
	 * processor time than all the rest of a message.
	 */
	keepsConnections?: boolean;
	pace?: { perSecond?: number };
	/** Default: the one chosen in the node, read now. */
	credential?: Credential;
}

/** Store, engine, gateway, and sender for a node's credential. */
export async function connect(
	context: Context,
	policyName = 'strict',
	{ keepsConnections, pace, credential: given }: ConnectOptions = {},
): Promise<Connected> {
	const credential = given ?? (await credentialOf(context));
	const store = await sharedStore(storeUrl(credential.store));
	const transport = keepsConnections ? store.session.part(keptConnections) : undefined;
	const gateway = gatewayOf(context, credential, transport);
	const settings = await settingsOf(store, credential.channel);
	await setRateOf(credential, settings, store);
	const engine = createEngine({
		store,
		policy: await findPolicy(store, policyName),
		agentAnswers: credential.agentAnswers,
		keepSentTexts: credential.keepSentTexts,
	});
	const sender = createSender({ engine, gateway, pace, origin: originOf(context) });
	return { credential, store, engine, gateway, sender, settings };
}

/**
 * The same for what asks the rules.
 * @param chosen the policy that the operation names; if it's empty, that of the number counts, or else `strict`
 */
export async function connectRules(context: Context, chosen: string): Promise<Connected> {
	const credential = await credentialOf(context);
	const { policy } = await settingsOf(await sharedStore(storeUrl(credential.store)), credential.channel);
	return connect(context, chosen || policy, { credential });
}

/** The same for each item: an expression can choose another policy for each. Each policy is opened once. */
export function connectRulesOf(
	context: Context & Pick<IExecuteFunctions, 'getNodeParameter'>,
): (itemIndex: number) => Promise<Connected> {
	const opened = new Map<string, Promise<Connected>>();
	return async (itemIndex) => {
		const chosen = text(context.getNodeParameter('options.policy', itemIndex, ''));
		const connected = opened.get(chosen) ?? connectRules(context, chosen);
		opened.set(chosen, connected);
		return connected;
	};
}

/** The same for what isn't a number's, such as policies: no number of the credential has to be chosen. */
export async function connectStore(context: Context): Promise<Connected> {
	const [credential] = await credentialsOf(context);
	return connect(context, 'strict', { credential });
}

/** What settings and credentials said in this process, by number. */
const saidByNumber = () => new Map<string, string>();

/**
 * Sets the rate of a credential's number if its settings or the credential name one: once in a process, and again when
 * one of them has changed, so that what Send Due sets since then stays. A setting that is taken away leaves the usual
 * rate, also if the credential's is the same.
 */
async function setRateOf(
	{ channel, perSecond: ofCredential }: Pick<Credential, 'channel' | 'perSecond'>,
	{ messagesPerSecond: ofSettings }: NumberSettings,
	store: Store,
): Promise<void> {
	const perSecond = ofSettings ?? ofCredential;
	const said = store.session.part(saidByNumber);
	const says = `${ofSettings} ${ofCredential}`;
	if (said.get(channel) === says) return;
	if (perSecond !== undefined) await store.rates.set(channel, perSecond);
	said.set(channel, says);
}
