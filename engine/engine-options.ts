import type { Kinds, Runtime } from '../base';
import {
	FILLED_TEXT,
	FLAG,
	FUNCTION,
	isObject,
	kind,
	NUMBER,
	optional,
	TEXT,
	refuseOptions,
	RUNTIME,
	STORE,
} from '../base';
import { CUSTOMER } from './intent';
import type { PolicyDocument } from './policies/policy';
import type { Store } from './store/store';

export interface EngineOptions {
	store: Store;
	/** `strict` by default. */
	policy?: PolicyDocument;
	/** The store's own by default. */
	runtime?: Runtime;
	/** The local clock, if it isn't the runtime's. Epoch ms */
	now?: () => number;
	/**
	 * Whether the business agent answers on the numbers, so that it holds each conversation by default
	 * (docs/interface.md, Conversation control). If left out, it is learned from the first sign of an agent.
	 */
	agentAnswers?: boolean;
	/** Keeps what sent messages said. Off by default */
	keepSentTexts?: boolean;
}

export const ENGINE_OPTIONS: Kinds = {
	store: STORE,
	policy: optional(
		kind(
			'a policy document, such as policies.strict',
			(value) => isObject(value) && Array.isArray(value.rules),
		),
	),
	runtime: optional(RUNTIME),
	now: optional(FUNCTION),
	agentAnswers: optional(FLAG),
	keepSentTexts: optional(FLAG),
};

/** What the methods of an engine take. */
export const TIMELINE: Kinds = { ...CUSTOMER, since: optional(NUMBER), limit: optional(NUMBER) };
export const TRACE: Kinds = { channel: FILLED_TEXT, message: FILLED_TEXT };
export const REPLAY: Kinds = { since: NUMBER, channel: optional(TEXT), campaign: optional(TEXT) };
export const CONVERSATIONS: Kinds = {
	channel: FILLED_TEXT,
	closingWithin: optional(NUMBER),
	after: optional(TEXT),
	limit: optional(NUMBER),
};

/** @throws TypeError that says what has to be a list, or names all that is wrong with the first entry that isn't right */
export function refuseEach(of: string, given: unknown, kinds: Kinds): void {
	if (!Array.isArray(given)) throw new TypeError(`${of} takes a list.`);
	for (const entry of given) refuseOptions(of, entry, kinds);
}
