/**
 * What a sender does about an error of the platform, by its code.
 *
 * - `retry`: the platform has trouble; the same request may work later
 * - `slow-number`, `slow-recipient`: too fast, for the whole number or for one recipient
 * - `redecide`: the gateway knows better than we did whether the conversation is active
 * - `wait-24h`: the platform's own limit on marketing to this person
 * - `opted-out`: the person wants no marketing
 * - `undeliverable`: this message will not reach this person
 * - `fix-request`: the request or its media is wrong
 * - `resync`: the platform does not know this template or translation
 * - `template-hold`, `template-stop`: the template is paused, or disabled
 * - `account-stop`: the account or its key; a person must look
 * - `unknown-outcome`: the message may have been sent
 */
export type ErrorEffect =
	| 'retry'
	| 'slow-number'
	| 'slow-recipient'
	| 'redecide'
	| 'wait-24h'
	| 'opted-out'
	| 'undeliverable'
	| 'fix-request'
	| 'resync'
	| 'template-hold'
	| 'template-stop'
	| 'account-stop'
	| 'unknown-outcome';

/** Outside the 24-hour conversation window: freeform is refused. */
export const OUTSIDE_WINDOW = 131047;
/** The customer opted out of marketing. */
export const OPTED_OUT = 131050;
/** The template is paused. */
export const TEMPLATE_PAUSED = 132015;
/** The template is disabled. */
export const TEMPLATE_DISABLED = 132016;
/** No such template, or not in this language, or not approved. */
export const TEMPLATE_ABSENT = 132001;

/** The codes that a sender must tell apart (platform-facts, section 6). */
const EFFECTS: ReadonlyArray<readonly [ErrorEffect, readonly number[]]> = [
	['slow-number', [4, 80007, 130429]],
	['slow-recipient', [131056]],
	['retry', [1, 2, 131000, 131016, 131057, 133004]],
	['redecide', [OUTSIDE_WINDOW]],
	['wait-24h', [131049]],
	['opted-out', [OPTED_OUT]],
	['undeliverable', [131026, 130472, 131051, 131021]],
	['fix-request', [131052, 131053]],
	['fix-request', [100, 33, 131008, 131009, 135000, 132000, 132005, 132007, 132012]],
	['resync', [TEMPLATE_ABSENT]],
	['template-hold', [TEMPLATE_PAUSED]],
	['template-stop', [TEMPLATE_DISABLED]],
	['account-stop', [131048, 131031, 131042, 131045, 133010, 368, 130497, 0, 3, 10, 190, 131005]],
];

const effectByCode = new Map(
	EFFECTS.flatMap(([effect, codes]) => codes.map((code) => [code, effect] as const)),
);

/**
 * The effect of an error code, or `undefined` for a code that the table does not name.
 * Used for answers and for the `errors` of a late `failed` status alike.
 */
export function effectOfCode(code: number): ErrorEffect | undefined {
	if (code >= 200 && code <= 299) return 'account-stop';
	return effectByCode.get(code);
}

/**
 * The effect of an answer. The code decides; the HTTP status only where there is no known code
 * (platform-facts, section 6). A 5xx without a code proves no refusal: the message may be out.
 */
export function effectOfAnswer(status: number | undefined, code: number | undefined): ErrorEffect {
	const known = code === undefined ? undefined : effectOfCode(code);
	if (known) return known;
	if (status === undefined || status >= 500) return 'unknown-outcome';
	if (status === 401 || status === 403) return 'account-stop';
	if (status === 429) return 'slow-number';
	return 'fix-request';
}
