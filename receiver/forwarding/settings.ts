/** Who else gets the deliveries. */
export interface ForwardingSettings {
	/** The URLs that deliveries are forwarded to. */
	forwardTo: readonly string[];
	/** The hosts in them that may have a private address, as `chatwoot:3000`: with the port if it isn't the default one. */
	privateHosts?: readonly string[];
}

/** What a form, a command line, or a program calls the settings, for errors. */
export type SettingNames = Readonly<Record<keyof ForwardingSettings, string>>;

/** What the options of `startReceiver` are called. */
export const OPTION_NAMES: SettingNames = { forwardTo: 'forwardTo', privateHosts: 'privateHosts' };
