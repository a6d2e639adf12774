/** What an error says, whatever was thrown; its name if it has no message. */
export function errorText(error: unknown): string {
	return (error instanceof Error && error.message) || String(error);
}
