import type { ErrorBody } from './wire/error-bodies';

/** What an error of the platform is about, by what a sender does about it. */
export const EFFECT_MEANINGS = {
	/** The same request may work later. */
	retry: 'The platform is having problems. Nothing was done.',
	'slow-number': 'Too fast, for the whole number.',
	'slow-recipient': 'Too fast, for one customer.',
	/** The gateway knows better than we did whether the conversation is active. */
	redecide: "The conversation window doesn't allow this form of message.",
	'wait-24h': "The customer has reached the platform's limit for marketing messages.",
	'opted-out': 'The customer opted out of marketing.',
	undeliverable: "The message can't be delivered to this customer.",
	/** Also: something is wrong with the media. */
	'fix-request': 'Something in the form or the request is wrong.',
	resync: "The gateway doesn't know the template in this language.",
	'template-hold': 'The template is paused.',
	'template-stop': 'The template is disabled.',
	/** A person must look. */
	'account-stop': "The account or its API key isn't allowed to do this.",
	/** The message may have been sent. */
	'unknown-outcome': 'The answer was lost, so nobody knows whether it was done. This effect has no code.',
} as const;

/** What a sender does about an error of the platform. */
export type ErrorEffect = keyof typeof EFFECT_MEANINGS;

/** Outside the 24-hour conversation window: freeform is refused. */
export const OUTSIDE_WINDOW = 131047;
/** The customer opted out of marketing. */
export const OPTED_OUT = 131050;

/**
 * The codes that a sender must tell apart (docs/interface.md, Error codes).
 */
export const ERROR_EFFECTS: ReadonlyArray<readonly [ErrorEffect, readonly number[]]> = [
	['slow-number', [4, 80007, 130429]],
	['slow-recipient', [131056]],
	['retry', [1, 2, 131000, 131016, 131057, 133004]],
	['redecide', [OUTSIDE_WINDOW]],
	['wait-24h', [131049]],
	['opted-out', [OPTED_OUT]],
	['undeliverable', [131026, 130472, 131051, 131021]],
	['fix-request', [131052, 131053]],
	['fix-request', [100, 33, 131008, 131009, 135000, 132000, 132005, 132007, 132012, 132018]],
	// Marketing messages and Flows: the wrong template, recipient, or path for them.
	['fix-request', [131055, 131061, 131062, 132068, 134100, 134102]],
	// The template is new to marketing messages, or a Flow was used too often: both pass with time.
	['retry', [132069, 134101]],
	// Thread control, usernames, templates that are refused when they are created (subcodes).
	['fix-request', [138038, 2494191, 147001, 147002, 147003, 147004, 147005]],
	['fix-request', [2388019, 2388039, 2388040, 2388047, 2388072, 2388073, 2388293, 2388299]],
	// Marketing is switched off for this path, or limited as templates were misclassified.
	['account-stop', [131063, 131064]],
	['undeliverable', [130403, 137000]],
	// No such template, or not in this language, or not approved.
	['resync', [132001]],
	['template-hold', [132015]],
	['template-stop', [132016]],
	['account-stop', [131048, 131031, 131042, 131045, 133010, 368, 130497, 0, 3, 10, 190, 131005]],
];

/** Codes that say that a permission is missing. */
export const PERMISSION_CODES = { from: 200, to: 299 } as const;

const effectByCode = new Map(
	ERROR_EFFECTS.flatMap(([effect, codes]) => codes.map((code) => [code, effect] as const)),
);

/**
 * The effect of an error code, or `undefined` for a code that the table does not name.
 * Used for answers and for the `errors` of a late `failed` status alike.
 */
export function effectOfCode(code: number): ErrorEffect | undefined {
	if (code >= PERMISSION_CODES.from && code <= PERMISSION_CODES.to) return 'account-stop';
	return effectByCode.get(code);
}

/** What a provider's own errors say, which carry no code and a misleading status (docs/interface.md, Error bodies). */
const EFFECT_OF_TEXT: ReadonlyArray<readonly [RegExp, ErrorEffect]> = [
	[/exceeded the endpoint rate limit/i, 'slow-number'],
	[/payment/i, 'account-stop'],
	[/has been disabled/i, 'account-stop'],
];

interface FailedAnswer {
	/** HTTP status; absent if no answer came. */
	status?: number;
	code?: number;
	subcode?: number;
	/** The words of the error. */
	text?: string;
}

const firstIn = <Effect>(table: ReadonlyArray<readonly [RegExp, Effect]>, text: string): Effect | undefined =>
	table.find(([words]) => words.test(text))?.[1];

/** What can stand between a template and its state: nothing that says another thing is meant, or that it isn't so. */
const BETWEEN = String.raw`(?:(?!\b(?:accounts?|channels?|numbers?|business|messages|messaging|because|be|not)\b)[^.!?;])*?`;

/** "The template sale (en_US) has been paused", "Template is paused", "template status: PAUSED". */
const templateIs = (state: string) =>
	new RegExp(String.raw`\btemplate\b${BETWEEN}\b(?:is|was|been|status)\b${BETWEEN}\b${state}\b`, 'i');

/**
 * What the words say of a template that is paused or disabled: the interface shows neither the code nor the status of that
 * refusal (docs/interface.md, Template status).
 */
const EFFECT_OF_TEMPLATE_TEXT: ReadonlyArray<readonly [RegExp, ErrorEffect]> = [
	[templateIs('disabled'), 'template-stop'],
	[templateIs('paused'), 'template-hold'],
];

/** The longest text whose words are looked at. Characters */
const LONGEST_TEXT = 500;

const effectOfTemplateText = (text: string) => firstIn(EFFECT_OF_TEMPLATE_TEXT, text.slice(0, LONGEST_TEXT));

/**
 * The effect of an answer. The code decides, then its subcode; without a known code what the words say of a template,
 * then the HTTP status, and the words of a 400 (docs/interface.md, Error codes). A 5xx without a code proves no refusal:
 * the message may be out.
 */
export function effectOfAnswer({ status, code, subcode, text = '' }: FailedAnswer): ErrorEffect {
	const known = [code, subcode].map((each) => (each === undefined ? undefined : effectOfCode(each)));
	const ofCode = known.find((effect) => effect !== undefined);
	if (ofCode) return ofCode;
	if (status === undefined || status >= 500) return 'unknown-outcome';
	const ofTemplate = effectOfTemplateText(text);
	if (ofTemplate) return ofTemplate;
	if (status === 401 || status === 403) return 'account-stop';
	if (status === 429) return 'slow-number';
	return (status === 400 && code === undefined ? firstIn(EFFECT_OF_TEXT, text) : undefined) ?? 'fix-request';
}

/**
 * Whether an error says that a template's structure is unavailable: its name was deleted, or its translations differ
 * (docs/interface.md, Template deletion; Errors). The interface shows no code for it, so the words decide.
 */
export function isStructureUnavailable({ title, details }: ErrorBody): boolean {
	return [title, details].some((text) => /\bstructure[ _-]?(?:is )?unavailable\b/i.test(text ?? ''));
}

/** The effect of an error of a message, by its words and its code; `undefined` if neither tells. */
export function effectOfError(error: ErrorBody): ErrorEffect | undefined {
	if (isStructureUnavailable(error)) return 'resync';
	const { code, title = '', details = '' } = error;
	const ofCode = code === undefined ? undefined : effectOfCode(code);
	return ofCode ?? effectOfTemplateText(`${title} ${details}`);
}

const THREAD = String.raw`\b(?:thread|conversation)s?\b`;
const OWNS = String.raw`\b(?:own|owns|owned|owner|control|controls|controlled)\b`;
const OWNED_THREAD = new RegExp(`${OWNS}.*${THREAD}|${THREAD}.*${OWNS}`, 'i');

/**
 * Whether a refusal says that another responder owns the conversation. The platform refuses service messages then, and
 * shows no code for it (docs/interface.md, Conversation control), so the words decide, unless the code says something
 * else.
 */
export function refusesForOwner({ code, title = '', details = '' }: ErrorBody): boolean {
	const effect = code === undefined ? undefined : effectOfCode(code);
	if (effect !== undefined && effect !== 'fix-request') return false;
	return [title, details].some((text) => OWNED_THREAD.test(text));
}

const CONVERSATION = String.raw`(?:customer |service |conversation )*(?:conversation|session|window)`;
const STATE = '(?:active|open|ongoing)';
const ACTIVE = new RegExp(
	String.raw`\b${STATE} ${CONVERSATION}\b|\b${CONVERSATION} is (?:already |currently |still )?${STATE}\b`,
	'i',
);
const NOT_ACTIVE = new RegExp(
	String.raw`\b(?:no|without|outside)(?: an?| the| of an?)? ${STATE} ${CONVERSATION}\b`,
	'i',
);

/**
 * Whether a refusal says that a template may not go out because a conversation is active. The interface names the
 * rule and shows no code for it, so the words decide.
 */
export function refusesActiveConversation({ title, details }: ErrorBody): boolean {
	const words = `${title ?? ''} ${details ?? ''}`;
	return ACTIVE.test(words) && !NOT_ACTIVE.test(words);
}

const FILE_ID = /\bmedia\b.*\bid\b/i;

/**
 * Whether a refusal names a media ID that the gateway doesn't have. Its code is the one of every other invalid value, so the
 * words decide.
 */
export function namesUnknownFile({ title, details }: ErrorBody): boolean {
	const words = [title, details].filter((text) => FILE_ID.test(text ?? ''));
	return words.length > 0 && words.every((text) => !/numeric/i.test(text!));
}

/** Codes that refuse a request without saying what about it: an invalid value, a request in the wrong format. */
const VAGUE = new Set([100, 131009, 132018, 135000]);

/**
 * Whether a refusal of a template names no cause of its own, so that it can be for an active conversation: nobody
 * documents the code and the words of that refusal.
 */
export function canBeForActiveConversation(error: ErrorBody & { effect: string }): boolean {
	if (refusesActiveConversation(error)) return true;
	const { code, subcode, effect } = error;
	const known = [code, subcode].filter((each) => each !== undefined && effectOfCode(each) !== undefined);
	return effect === 'fix-request' && known.every((each) => VAGUE.has(each!));
}
