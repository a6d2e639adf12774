import { withLocalTimes } from '../nodes/shared/times';

/** The time zone of the person at the terminal. */
export const localZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A sentence with its times as the person at the terminal says them. */
export const inLocalTimes = (sentence: string): string => withLocalTimes(sentence, localZone());
