import type { SettingNames } from '../../../receiver';
import { readList } from '../read/read-list';

/** What the form calls the settings. */
export const FORWARDING_NAMES: SettingNames = { forwardTo: 'Forward To', privateHosts: 'Private Hosts' };

/** The form's options about forwarding. */
export interface ForwardingForm {
	forwardTo?: unknown;
	privateHosts?: unknown;
}

/** Who else gets the deliveries. */
export const readForwarding = ({ forwardTo, privateHosts }: ForwardingForm) => ({
	forwardTo: [...new Set(readList(forwardTo))],
	privateHosts: readList(privateHosts),
});
