/**
 * HTTP status and title of the platform's error codes. A code that isn't listed answers 400 (docs/interface.md, Error
 * codes).
 */
const PLATFORM_ERRORS: Readonly<Record<number, readonly [status: number, title: string]>> = {
	0: [401, 'AuthException'],
	1: [400, 'API Unknown'],
	2: [503, 'API Service'],
	3: [500, 'API Method'],
	4: [400, 'API Too Many Calls'],
	10: [403, 'Permission Denied'],
	33: [400, 'Parameter value is not valid'],
	100: [400, 'Invalid parameter'],
	190: [401, 'Access token has expired'],
	368: [403, 'Temporarily blocked for policies violations'],
	80007: [400, 'Rate limit issues'],
	130429: [429, 'Rate limit hit'],
	130472: [400, "User's number is part of an experiment"],
	130497: [403, 'Business account is restricted from messaging users in this country'],
	131000: [500, 'Something went wrong'],
	131005: [403, 'Access denied'],
	131008: [400, 'Required parameter is missing'],
	131009: [400, 'Parameter value is not valid'],
	131016: [503, 'Service unavailable'],
	131020: [400, 'Group does not exist or is not accessible'],
	131021: [400, 'Recipient cannot be sender'],
	131026: [400, 'Message undeliverable'],
	131031: [403, 'Account has been locked'],
	131042: [400, 'Business eligibility payment issue'],
	131045: [500, 'Incorrect certificate'],
	131047: [400, 'Re-engagement message'],
	131048: [400, 'Spam rate limit hit'],
	131049: [400, 'This message was not delivered to maintain healthy ecosystem engagement'],
	131050: [400, 'The recipient has opted out of marketing messages'],
	131051: [400, 'Unsupported message type'],
	131052: [400, 'Media download error'],
	131053: [400, 'Media upload error'],
	131056: [429, '(Business Account, Consumer Account) pair rate limit hit'],
	131057: [500, 'Account in maintenance mode'],
	131061: [400, 'Max-price template sent through the messages endpoint'],
	131062: [400, 'Business-scoped user ID recipients are not supported for this message'],
	131063: [400, 'Marketing templates are switched off for this endpoint'],
	131064: [400, 'Messaging limit reached because of template misclassification'],
	131207: [403, 'Group is suspended'],
	131208: [429, 'Group rate limit hit'],
	132000: [400, 'Template Param Count Mismatch'],
	132001: [404, 'Template does not exist'],
	132005: [400, 'Template Hydrated Text Too Long'],
	132007: [400, 'Template Format Character Policy Violated'],
	132012: [400, 'Template Parameter Format Mismatch'],
	132015: [400, 'Template is Paused'],
	132016: [400, 'Template is Disabled'],
	132018: [400, 'Template sent in an active conversation'],
	133004: [503, 'Server Temporarily Unavailable'],
	133010: [400, 'Phone number not registered'],
	134100: [400, 'Only marketing templates can be sent'],
	134101: [400, 'Template is still synchronizing'],
	134102: [500, 'Template is not eligible for marketing messages'],
	135000: [400, 'Generic user error'],
	137000: [400, 'Identity key hash mismatch'],
	138038: [400, 'Call thread control is not with this app'],
	147001: [400, 'Username is taken'],
	147002: [400, 'Portfolio messaging limit is too low for this username'],
	147003: [400, 'Facebook Page is not linked'],
	147004: [400, 'Instagram account is not linked'],
	147005: [400, 'Username must be transferred'],
	2494191: [400, 'Only the escalation partner can take thread control'],
};

/** The platform's title of `code`, as errors and failed statuses carry it. */
export function platformTitle(code: number): string {
	return PLATFORM_ERRORS[code]?.[1] ?? 'Unknown error';
}

/** The HTTP status that `code` is answered with. */
export function platformStatus(code: number): number {
	return PLATFORM_ERRORS[code]?.[0] ?? 400;
}
