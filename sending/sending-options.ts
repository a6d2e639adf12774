import type { Kinds, WrongType } from '../base';
import {
	FILLED_TEXT,
	FLAG,
	isObject,
	kind,
	NUMBER,
	OBJECT,
	oneOfTexts,
	optional,
	TEXT,
	wrongTypes,
} from '../base';
import { problemsOfIntent } from '../engine';
import { InvalidRequest } from '../gateway';

const hasParts =
	(...parts: string[]) =>
	(value: unknown) =>
		isObject(value) && parts.every((part) => isObject(value[part]));

export const SENDER_OPTIONS: Kinds = {
	engine: kind('an engine that createEngine made', hasParts('store', 'runtime')),
	gateway: kind('a client that createGatewayClient made', hasParts('messages')),
	pace: optional(OBJECT),
	origin: optional(OBJECT),
};

const PACE: Kinds = {
	perSecond: optional(kind('a number above 0', (value) => Number.isFinite(value) && Number(value) > 0)),
};

/** What is wrong with the rate of a sender. */
export const wrongInPace = (pace: unknown): WrongType[] =>
	isObject(pace) ? wrongTypes(pace, PACE, ['pace']) : [];

const CONTENT: Kinds = {
	freeform: optional(
		kind('an object with a type, or a function that makes one', (value) => {
			return isObject(value) || typeof value === 'function';
		}),
	),
	template: optional(OBJECT),
	replyTo: optional(FILLED_TEXT),
	checkFirst: optional(FLAG),
};

const OPTIONS: Kinds = {
	// An empty key would be the same for all messages, so that only the first was sent.
	once: optional(FILLED_TEXT),
	campaign: optional(FILLED_TEXT),
	as: optional(oneOfTexts(['freeform', 'template'])),
	trace: optional(FLAG),
	until: optional(NUMBER),
	policy: optional(TEXT),
	dueAt: optional(NUMBER),
	rule: optional(TEXT),
	reason: optional(TEXT),
};

/** @throws InvalidRequest that names all that is wrong with the types of a message that is to be sent or kept */
export function refuseMessage(intent: unknown, content: unknown, options: unknown): void {
	const wrong = [
		...problemsOfIntent(intent),
		...wrongTypes(content, CONTENT, ['content']),
		...wrongTypes(options, OPTIONS, ['options']),
	];
	if (wrong.length > 0) throw new InvalidRequest(wrong);
	const { as } = options as { as?: 'freeform' | 'template' };
	const has = { template: intent, freeform: content } as Record<string, { [part: string]: unknown }>;
	if (as !== undefined && has[as]![as] === undefined) {
		throw new InvalidRequest([{ path: ['options', 'as'], message: `is "${as}", but there is no ${as}` }]);
	}
}

const RECIPIENTS: Kinds = {
	recipients: kind('a list, or a generator', (value) => {
		const given = Object(value) as object;
		return typeof value === 'object' && (Symbol.iterator in given || Symbol.asyncIterator in given);
	}),
};

/** @throws InvalidRequest if a campaign can't even be checked */
export function refusePlan(plan: unknown, recipients: unknown): void {
	const wrong = [...wrongTypes(plan, {}), ...wrongTypes({ recipients }, RECIPIENTS)];
	if (wrong.length > 0) throw new InvalidRequest(wrong);
}
