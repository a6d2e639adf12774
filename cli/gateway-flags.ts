import * as z from 'zod';
import type { GatewayClient } from '../gateway';
import { createGatewayClient, GatewayError } from '../gateway';
import { profiles, resolveProfile } from '../platform';
import { flag, oneOf, webUrl } from './flags';
import { choice } from './read-arguments';

const NAMES = Object.keys(profiles) as [keyof typeof profiles];

/** The provider of the gateway. */
export const profileFlag = flag(
	'NAME',
	`The provider, ${choice(NAMES)}, which sets the header names (default: gateway)`,
	oneOf(NAMES).default('gateway'),
);

/** What a key is needed for, in errors. */
export const KEY = "the phone number's API key. You can also set BUSINESS_MESSAGING_API_KEY";

/** Where the gateway is, and who asks it. */
export const gatewayFlags = (under?: string) => {
	const heading = under === undefined ? {} : { under };
	return {
		'base-url': flag('URL', "The gateway's URL; optional for 360dialog", webUrl.optional(), heading),
		'api-key': flag('KEY', "The phone number's API key", z.string().optional(), {
			variable: 'BUSINESS_MESSAGING_API_KEY',
			...heading,
		}),
	};
};

/** Where the gateway is, as far as the flags say it. */
export const baseUrlOf = (flags: { profile?: unknown; 'base-url'?: unknown }): unknown =>
	flags['base-url'] ?? (flags.profile === '360dialog' ? profiles['360dialog'].baseUrl : undefined);

/** The gateway that the flags name; `undefined` if they don't. */
export function gatewayOf(flags: {
	profile: keyof typeof profiles;
	'base-url'?: string | undefined;
	'api-key'?: string | undefined;
}): GatewayClient | undefined {
	const { 'api-key': apiKey, profile } = flags;
	const baseUrl = baseUrlOf(flags);
	if (apiKey === undefined || baseUrl === undefined) return undefined;
	return createGatewayClient({ baseUrl: String(baseUrl), apiKey, profile: resolveProfile(profile) });
}

/** An error of the gateway that begins with the flag that is to blame for it. Others stay as they are. */
export function blamed(error: unknown, named: (flag: 'base-url' | 'api-key') => string): unknown {
	if (!(error instanceof GatewayError)) return error;
	const { status, message } = error;
	if (status === 401 || status === 403) {
		return new Error(`${named('api-key')} isn't a key that the gateway accepts. ${message}`, {
			cause: error,
		});
	}
	if (status === 404 || status === undefined) {
		return new Error(`${named('base-url')} may not be the gateway's address. ${message}`, { cause: error });
	}
	return error;
}
