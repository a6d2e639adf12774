import { withoutUser } from '../../base';
import { nameOfTarget } from '../../engine';
import { isHostPattern, matchesHost, privateAddressOf } from '../../gateway';

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

/** Whether a URL may have a private address, because its host is named. A pattern with a star names none. */
export const mayBePrivate = (url: string, { privateHosts = [] }: ForwardingSettings): boolean =>
	privateHosts.some((host) => !host.includes('*') && matchesHost(host, new URL(url)));

/** What is wrong with a target as it is written. */
function problemOf(target: string, settings: ForwardingSettings, names: SettingNames): string | undefined {
	const url = URL.canParse(target) ? new URL(target) : undefined;
	if (!url || !/^https?:$/.test(url.protocol)) {
		return `${names.forwardTo} must contain http or https URLs, not "${withoutUser(target)}"`;
	}
	if (url.username !== '' || url.password !== '') {
		return `${names.forwardTo} can't contain a user name or a password, as the one for ${url.host} does`;
	}
	if (url.protocol === 'http:' && !mayBePrivate(target, settings)) {
		return `${names.forwardTo} contains ${nameOfTarget(target)}, which isn't encrypted: use https, or name ${url.host} in ${names.privateHosts} if it's in your own network`;
	}
	return undefined;
}

/** What is wrong with where a target is. */
async function problemOfPlace(
	target: string,
	settings: ForwardingSettings,
	names: SettingNames,
): Promise<string | undefined> {
	if (mayBePrivate(target, settings)) return undefined;
	const { host, hostname } = new URL(target);
	const address = await privateAddressOf(hostname);
	if (address === undefined) return undefined;
	return `${host} in ${names.forwardTo} has the private address ${address}: name ${host} in ${names.privateHosts} if you trust it`;
}

/**
 * All that is wrong with who gets the deliveries. A host that can't be found may be there later.
 * @param isOwn whether a URL is where the deliveries come to
 */
export async function problemsOfForwarding(
	settings: ForwardingSettings,
	names: SettingNames,
	isOwn: (url: URL) => boolean,
): Promise<string[]> {
	const { forwardTo, privateHosts = [] } = settings;
	const problems = privateHosts
		.filter((host) => host.includes('*') || !isHostPattern(host))
		.map(
			(host) => `${names.privateHosts} must contain hosts such as 10.0.0.5 or chatwoot:3000, not "${host}"`,
		);
	for (const target of new Set(forwardTo)) {
		const problem = problemOf(target, settings, names) ?? (await problemOfPlace(target, settings, names));
		if (problem !== undefined) problems.push(problem);
		else if (isOwn(new URL(target))) {
			problems.push(
				`${names.forwardTo} contains ${nameOfTarget(target)}, where the deliveries come from: name the other consumer's URL`,
			);
		}
	}
	return problems;
}
