import type { INodeProperties } from 'n8n-workflow';
import type { SettingNames } from '../../receiver';
import { readList } from './read/values';

/** Who else gets the deliveries. */
export const forwardTo: INodeProperties = {
	displayName: 'Forward To',
	name: 'forwardTo',
	type: 'string',
	default: '',
	placeholder: 'https://chat.example.com/webhooks/whatsapp',
	description:
		"URLs of other systems that get each delivery too, unchanged and with its signature, separated by commas. A system that doesn't respond gets it later, for up to 7 days, and doesn't hold up the others. Let only one system answer the customer.",
};

/** Which of them may be in the own network. */
export const privateHosts: INodeProperties = {
	displayName: 'Private Hosts',
	name: 'privateHosts',
	type: 'string',
	default: '',
	placeholder: 'chatwoot:3000, 10.0.0.5',
	description:
		"Hosts in Forward To that may have a private address and a URL without https, separated by commas, with the port if it isn't the default one",
};

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
