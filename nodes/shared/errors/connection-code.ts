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
