/** Why a server can't be reached, for people, by the code of the connection error. */
const SENTENCES: ReadonlyArray<[code: RegExp, sentence: (host: string) => string]> = [
	[
		/^(ENOTFOUND|EAI_AGAIN)$/,
		(host) =>
			`There is no server with the name ${host}. Check the spelling of Base URL, and that n8n can reach the network.`,
	],
	[
		/^ECONNREFUSED$/,
		(host) => `Nothing answers at ${host}. Check Base URL and its port, and whether the gateway is running.`,
	],
	[
		/^(ETIMEDOUT|ESOCKETTIMEDOUT|ECONNABORTED|EHOSTUNREACH|ENETUNREACH)$/,
		(host) =>
			`${host} didn't answer in time. Check Base URL, and whether a firewall blocks the connection. Then try again.`,
	],
	[
		/CERT|SIGNATURE/,
		(host) =>
			`The certificate of ${host} isn't valid, so the API key wasn't sent. Check Base URL, or ask your provider.`,
	],
	[
		/^(EPROTO|ERR_SSL.*)$/,
		(host) => `${host} doesn't speak HTTPS. Check whether Base URL must begin with http:// or https://.`,
	],
];

/** Why a request to a host got no answer, in a sentence that says what to do. */
export function connectionFailure(error: unknown, host: string): string {
	const code = connectionCode(error) ?? '';
	const [, sentence] = SENTENCES.find(([pattern]) => pattern.test(code)) ?? [];
	if (sentence) return sentence(host);
	const hint = code === '' ? '' : ` (${code})`;
	return `The connection to ${host} broke off${hint}. Check Base URL, then try again.`;
}

/** The code of the connection error at the bottom of what n8n wraps around it, like `ENOTFOUND`. */
export function connectionCode(error: unknown): string | undefined {
	let cause = error;
	while (typeof cause === 'object' && cause !== null) {
		const { code, cause: deeper } = cause as { code?: unknown; cause?: unknown };
		if (typeof code === 'string' && /^[A-Z][A-Z_]+$/.test(code)) return code;
		cause = deeper;
	}
	return undefined;
}
