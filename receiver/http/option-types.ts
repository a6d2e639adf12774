import type { Kinds, WrongType } from '../../base';
import {
	FLAG,
	FUNCTION,
	HEADER_OR_NONE,
	isObject,
	kind,
	OBJECT,
	optional,
	RUNTIME,
	secret,
	sentencesOfTypes,
	STORE,
	TEXT,
	TEXTS,
	wrongTypes,
} from '../../base';
import { PROFILE, wrongInProfile } from '../../platform';
import { DEFAULT_LIMITS } from './receiver-options';

const isTextsOrFunction = (value: unknown) => typeof value === 'function' || TEXTS.fits(value);

/** A variable of the environment that isn't set counts as empty. */
const isSecret = (value: unknown) =>
	typeof value === 'string' ||
	(Array.isArray(value) && value.every((each) => each === undefined || typeof each === 'string'));

const BOUND_SECRET: Kinds = {
	secret: secret(kind('a text, or a list of texts', isSecret)),
	channels: optional(TEXTS),
	accounts: optional(TEXTS),
	withOtherNumbers: optional(FLAG),
	mayComeFirst: optional(FLAG),
};

/** A secret without limits may speak for every number, so a limit that is misspelled must not pass for none. */
const wrongInBound = (bound: unknown, index: number): WrongType[] => [
	...wrongTypes(bound, BOUND_SECRET, ['secrets', index]),
	...Object.keys(isObject(bound) ? bound : {})
		.filter((name) => !Object.hasOwn(BOUND_SECRET, name))
		.map((name) => ({ path: ['secrets', index, name], message: "isn't known" })),
];

const OPTIONS: Kinds = {
	store: STORE,
	secret: optional(
		secret(
			kind(
				'a text, a list of texts, or a function',
				(value) => typeof value === 'function' || isSecret(value),
			),
		),
	),
	secrets: optional(
		secret(kind('a list, or a function', (value) => Array.isArray(value) || typeof value === 'function')),
	),
	channel: optional(TEXT),
	host: optional(TEXT),
	profile: optional(PROFILE),
	headerName: optional(HEADER_OR_NONE),
	verifyToken: optional(secret(TEXT)),
	measureClock: optional(FUNCTION),
	clockChannels: optional(kind('a list of texts, or a function', isTextsOrFunction)),
	askTemplate: optional(FUNCTION),
	metricsHost: optional(TEXT),
	forwardTo: optional(TEXTS),
	privateHosts: optional(TEXTS),
	limits: optional(OBJECT),
	log: optional(FUNCTION),
	now: optional(FUNCTION),
	runtime: optional(RUNTIME),
};

const LIMITS: Kinds = Object.fromEntries(
	Object.keys(DEFAULT_LIMITS).map((name) => [
		name,
		optional(kind('a number', (value) => typeof value === 'number' && value >= 0)),
	]),
);

/** All that is wrong with the types of the options; empty if nothing is. */
export function wrongTypesOf(options: unknown): string[] {
	const { secrets, profile, limits = {} } = Object(options) as { [option: string]: unknown };
	return sentencesOfTypes([
		...wrongTypes(options, OPTIONS),
		...(Array.isArray(secrets) ? secrets.flatMap(wrongInBound) : []),
		...wrongInProfile(profile),
		...(isObject(limits) ? wrongTypes(limits, LIMITS, ['limits']) : []),
	]);
}
