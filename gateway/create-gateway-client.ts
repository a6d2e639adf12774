import type { Kinds, Runtime } from '../base';
import { FUNCTION, isObject, kind, optional, refuseOptions, secret, systemRuntime, WEB_URL } from '../base';
import type { ProfileName, ProviderProfile } from '../platform';
import { PROFILE, resolveProfile, wrongInProfile } from '../platform';
import { axiosTransport } from './axios-transport';
import { openConnection } from './connection';
import { conversationsOf } from './conversations';
import { groupsOf } from './groups';
import { healthOf } from './health';
import { mediaOf } from './media';
import { isHostPattern } from './hosts';
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

const isMediaHost = (value: unknown) =>
	isObject(value) &&
	typeof value.host === 'string' &&
	(value.host === '*' || isHostPattern(value.host)) &&
	['boolean', 'undefined'].includes(typeof value.sendKey);

const OPTIONS: Kinds = {
	baseUrl: WEB_URL,
	apiKey: secret(
		kind("a text that isn't empty, and that a header can carry", (value) => {
			return typeof value === 'string' && /^[\t\x20-\x7e\x80-\xff]+$/.test(value.trim());
		}),
	),
	profile: optional(PROFILE),
	transport: optional(FUNCTION),
	mediaHosts: optional(
		kind("a list of hosts such as { host: 'files.example.com' }", (value) => {
			return Array.isArray(value) && value.every(isMediaHost);
		}),
	),
};

/**
 * A typed client of the gateway. Every method rejects with a `GatewayError`, or with an `InvalidRequest` for what
 * breaks a limit of the interface: then nothing was sent. What a template says isn't checked: `templates.create` and
 * `templates.edit` send any definition, which the engine's `validateTemplate` checks before.
 *
 * @throws TypeError that names all that is wrong with the options
 * @example
 * const gateway = createGatewayClient({ baseUrl: 'https://gateway.example.com', apiKey, profile: '360dialog' });
 * const { id } = await gateway.groups.create({ subject: 'Order 4711' });
 */
export function createGatewayClient(options: GatewayClientOptions) {
	refuseOptions('createGatewayClient', options, OPTIONS, wrongInProfile(Object(options).profile));
	const { baseUrl, apiKey, profile, mediaHosts, runtime = systemRuntime } = options;
	const { transport = axiosTransport() } = options;
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
