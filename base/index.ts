export { backoffAfter } from './backoff';
export type { Backoff } from './backoff';
export { errorText } from './error-text';
export { isObject } from './is-object';
export type { Fields } from './is-object';
export { inPlainCharacters } from './plain-characters';
export { every, sleep, systemRuntime } from './runtime';
export type { Runtime } from './runtime';
export { createSignal } from './signal';
