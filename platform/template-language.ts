/** A language as the REST side writes it: webhooks write `en-US` for the list's `en_US` (platform-facts, section 4). */
export function normalizeLanguage(language: string): string {
	return language.trim().replace(/-/g, '_');
}
