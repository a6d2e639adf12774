import {
	FILLED_TEXT,
	FLAG,
	isObject,
	kind,
	NUMBER,
	OBJECT,
	oneOfTexts,
	optional,
	sentencesOfTypes,
	TEXT,
	wrongTypes,
} from '../base';
import type { Kind, Kinds, WrongType } from '../base';

/** What someone wants to send, and to whom. */
export interface Intent {
	/** The phone number id that it goes out from. */
	channel: string;
	/** The template's account; otherwise the one learned for the channel, or the only one that has the template. */
	account?: string;
	/** The customer's phone number, account id or user id, or the group's id. */
	to: string;
	recipientType?: 'individual' | 'group';
	/** MARKETING, UTILITY, or AUTHENTICATION, if no template says it. */
	category?: string;
	/** Whether there is freeform content. */
	freeform?: boolean;
	template?: { name: string; language: string };
	campaign?: string;
	/**
	 * Freeform content may take the conversation over from the business agent: the rules see the business as its holder.
	 * Another responder keeps it.
	 */
	takeOver?: boolean;
	/** The customer's time zone (IANA, `Europe/Berlin`). Defaults to those of the number's calling code. */
	timeZone?: string;
	/** What is known of the policy's own facts, by name. Those that are left out, `null`, or empty are missing. */
	facts?: Readonly<Record<string, unknown>>;
	/** When the customer last wrote, as far as the caller knows. Counts if it's newer than what we saw. Epoch ms */
	lastInboundAt?: number;
}

/** Who is meant. */
export const CUSTOMER: Kinds = { channel: FILLED_TEXT, to: FILLED_TEXT };

const TEMPLATE: Kinds = { name: FILLED_TEXT, language: FILLED_TEXT };

/** What an intent can leave out. Data often has null for that. */
const leftOut = (of: Kind): Kind => optional({ ...of, fits: (value) => value === null || of.fits(value) });

const INTENT: Kinds = {
	...CUSTOMER,
	account: leftOut(TEXT),
	recipientType: leftOut(oneOfTexts(['individual', 'group'])),
	// By another name, nobody would have opted out of it.
	category: leftOut(
		kind('MARKETING, UTILITY, or AUTHENTICATION', (value) => {
			return typeof value === 'string' && /^(MARKETING|UTILITY|AUTHENTICATION)$/i.test(value);
		}),
	),
	freeform: leftOut(FLAG),
	template: optional(OBJECT),
	campaign: leftOut(TEXT),
	takeOver: leftOut(FLAG),
	timeZone: leftOut(TEXT),
	facts: optional(OBJECT),
	lastInboundAt: leftOut(NUMBER),
};

/** What is wrong with the types of an intent: of what it says, and of what it leaves out; empty if nothing is. */
export function problemsOfIntent(intent: unknown): WrongType[] {
	const wrong = wrongTypes(intent, INTENT);
	const { template } = Object(intent) as { template?: unknown };
	return isObject(template) ? [...wrong, ...wrongTypes(template, TEMPLATE, ['template'])] : wrong;
}

/** @throws TypeError that names all that is wrong with the types of an intent */
export function refuseIntent(intent: unknown): void {
	const wrong = problemsOfIntent(intent);
	if (wrong.length > 0)
		throw new TypeError(`This intent can't be used: ${sentencesOfTypes(wrong).join('; ')}.`);
}
