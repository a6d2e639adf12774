export { backoffAfter } from './backoff';
export type { Backoff } from './backoff';
export { BUILD, buildName } from './build';
export { readCsv, writeCsv } from './csv';
export { errorText } from './error-text';
export { fileVariable, fromEnvironment } from './from-environment';
export type { FromEnvironment } from './from-environment';
export { isObject } from './is-object';
export type { Fields } from './is-object';
export { createMemo } from './memo';
export type { Memo } from './memo';
export { eachOf, oneOf } from './listed';
export { once, onceLoaded, oncePer } from './once';
export { inPlainCharacters } from './plain-characters';
export { asPath, dottedPath, isWithin, stepsOf, writtenPath } from './path';
export type { Path } from './path';
export { every, sleep, systemRuntime } from './runtime';
export type { Runtime } from './runtime';
export { createSignal } from './signal';
export type { Signal } from './signal';
export { TIME_IN_SENTENCE, timeInSentence } from './time-in-sentence';
export { DAY, HOUR, MINUTE, SECOND } from './time-units';
export { withoutUser } from './without-user';
export {
	FILLED_TEXT,
	FLAG,
	FUNCTION,
	HEADER_NAME,
	HEADER_OR_NONE,
	kind,
	NUMBER,
	OBJECT,
	oneOfTexts,
	optional,
	PORT,
	refuseOptions,
	RUNTIME,
	secret,
	sentencesOfTypes,
	STORE,
	TEXT,
	TEXTS,
	WEB_URL,
	wrongTypes,
} from './wrong-types';
export type { Kind, Kinds, WrongType } from './wrong-types';
