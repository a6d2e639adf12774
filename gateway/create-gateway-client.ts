import type { Runtime } from '../base';
import { systemRuntime } from '../base';
import type { ProfileName, ProviderProfile } from '../platform';
import { resolveProfile } from '../platform';
import { axiosTransport } from './axios-transport';
import { openConnection } from './connection';
import { conversationsOf } from './conversations';
import { groupsOf } from './groups';
import { healthOf } from './health';
import { mediaOf } from './media';
import type { MediaHost } from './media-hosts';
import { messagesOf } from './messages';
import { templatesOf } from './templates';
import type { Transport } from './transport';
import { webhookOf } from './webhook';

export interface GatewayClientOptions {
	baseUrl: string;
	apiKey: string;
	/** A provider's name, or what differs from the `gateway` profile. */
	profile?: ProfileName | Partial<ProviderProfile>;
	/** axios with keep-alive by default. */
	transport?: Transport;
	/**
	 * Hosts that files may be downloaded from, besides the gateway's own origin: the platform's CDN, without the key, if
	 * left out or empty.
	 */
	mediaHosts?: readonly MediaHost[];
	/** The runtime of the process by default. */
	runtime?: Runtime;
}

/**
 * A typed client of the gateway. Every method rejects with a `GatewayError`, or with an `InvalidRequest` for what
 * breaks a limit of the interface: then nothing was sent. What a template says isn't checked: `templates.create` and
 * `templates.edit` send any definition, which the engine's `validateTemplate` checks before.
 *
 * @example
 * const gateway = createGatewayClient({ baseUrl: 'https://gateway.example.com', apiKey, profile: '360dialog' });
 * const { id } = await gateway.groups.create({ subject: 'Order 4711' });
 */
export function createGatewayClient({
	baseUrl,
	apiKey,
	profile,
	transport = axiosTransport(),
	mediaHosts,
	runtime = systemRuntime,
}: GatewayClientOptions) {
	const resolved = typeof profile === 'object' ? resolveProfile('gateway', profile) : resolveProfile(profile);
	const connection = openConnection({ baseUrl, apiKey, profile: resolved, transport, runtime, mediaHosts });
	return {
		conversations: conversationsOf(connection),
		groups: groupsOf(connection),
		health: healthOf(connection),
		media: mediaOf(connection),
		messages: messagesOf(connection),
		templates: templatesOf(connection),
		webhook: webhookOf(connection),
		/** What the gateway's clock said last. */
		clock: connection.clock,
	};
}

export type GatewayClient = ReturnType<typeof createGatewayClient>;
