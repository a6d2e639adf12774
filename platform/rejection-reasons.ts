/** What the platform's reasons for rejecting a template mean (docs/interface.md, Templates), as ends of a sentence. */
const MEANINGS: Readonly<Record<string, string>> = {
	ABUSIVE_CONTENT: "its text breaks the platform's policies",
	CATEGORY_NOT_AVAILABLE: "the account can't use its category",
	INCORRECT_CATEGORY: "its text doesn't fit its category",
	INVALID_FORMAT: "its variables or its formatting aren't valid, or another template has the same text",
	PROMOTIONAL: 'its text is advertising',
	SCAM: 'it looks like fraud, or asks for sensitive data',
	TAG_CONTENT_MISMATCH: "its text doesn't fit its category",
};

/** Each reason with what it means: `SCAM, as it looks like fraud, or asks for sensitive data`. */
export const REJECTION_REASONS: Readonly<Record<string, string>> = Object.fromEntries(
	Object.entries(MEANINGS).map(([reason, meaning]) => [reason, `${reason}, as ${meaning}`]),
);
